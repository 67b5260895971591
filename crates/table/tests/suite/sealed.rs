//! Games with a shared deal share all of it, and reveal none of it early.

use bosworth_fair::{Proof, VerifyError};
use bosworth_rules::{BySide, Ply, Record, Ruleset, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, EndReason, Event, FoldError, LogEntry, Offer, Refusal,
    SealedDeal, Seated, Stage, Table, TableOrder, TableSetup,
};

use crate::fixture::{RED, TableFixture, WHITE, id, secret};

const DEAL: &str = "xN000000/1.2";

fn setup(game: u128, seats: BySide<Seated>, until: Option<i64>) -> TableSetup {
    TableSetup {
        game: id(game),
        red: seats.red,
        white: seats.white,
        ruleset: Ruleset::CLASSIC,
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        commitment: secret(7).commit(DEAL),
        after: None,
        tournament_slot: None,
        hands: None,
        seek: None,
        sealed: Some(SealedDeal { deal: DEAL.into(), until }),
        handicap: None,
    }
}

fn open(setup: TableSetup) -> TableFixture {
    let log = vec![AuthoritativeTable::first_entry(setup, 1_000)];
    let authoritative = AuthoritativeTable::replay(&log, secret(7)).expect("a first entry");
    let client = Table::replay(&log).expect("a first entry");
    TableFixture { authoritative, client, log, now: 1_000, keys: 0 }
}

/// A table with the shared deal, and nonces made from a number.
fn dealt(number: u128) -> TableFixture {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let mut fixture = open(setup(number, seats, None));
    for side in Side::ALL {
        let nonce = format!("{side}'s part of {number}");
        fixture.say(side, Command::Ready { nonce }).expect("ready");
    }
    fixture
}

fn play(fixture: &mut TableFixture) {
    while fixture.authoritative.stage() == Stage::Running {
        let draws = fixture.authoritative.position().expect("dealt").actions().draw;
        _ = if draws { fixture.draw() } else { fixture.act() };
    }
}

fn drawn(fixture: &TableFixture) -> Vec<Ply> {
    let plies = fixture.authoritative.game().expect("dealt").plies();
    plies.iter().copied().filter(|ply| matches!(ply, Ply::Draw(_))).collect()
}

fn record(table: &Table) -> Record {
    table.record().expect("a record").to_string().parse().expect("a valid record")
}

#[test]
fn games_with_a_shared_deal_have_the_same_hands_and_pile() {
    let (mut one, mut other) = (dealt(1), dealt(2));
    let start = |fixture: &TableFixture| *fixture.authoritative.game().expect("dealt").start();
    assert_eq!(start(&one), start(&other));
    assert_ne!(one.authoritative.nonce(Side::Red), other.authoritative.nonce(Side::Red));
    assert_eq!(one.authoritative.commitment(), other.authoritative.commitment());
    // They are played differently, but draw the same cards in the same order.
    one.act();
    for fixture in [&mut one, &mut other] {
        for _ in 0..6 {
            fixture.draw();
        }
    }
    assert_eq!(drawn(&one), drawn(&other));
}

#[test]
fn a_sealed_game_reveals_its_secret_only_when_unsealed() {
    let mut fixture = dealt(1);
    assert_eq!(fixture.order(&TableOrder::Unseal), Decision::Nothing, "the game is in progress");
    play(&mut fixture);
    let text = serde_json::to_string(&fixture.log).expect("a text");
    assert!(!text.contains(&secret(7).to_string()));
    assert!(fixture.client.is_sealed());
    assert_eq!(fixture.client.ending().expect("an end").secret, None);
    assert!(matches!(Proof::of(&record(&fixture.client)), Err(VerifyError::MissingTag(_))));
    assert!(matches!(fixture.order(&TableOrder::Unseal), Decision::Append(_)));
    assert!(!fixture.client.is_sealed());
    assert_eq!(fixture.client.ending().expect("an end").secret, Some(secret(7)));
    assert_eq!(fixture.order(&TableOrder::Unseal), Decision::Nothing, "already unsealed");
}

#[test]
fn each_game_of_a_shared_deal_verifies_once_unsealed() {
    for number in [1, 2] {
        let mut fixture = dealt(number);
        play(&mut fixture);
        fixture.order(&TableOrder::Unseal);
        let record = record(&fixture.client);
        let proof = Proof::of(&record).expect("a proof");
        assert_eq!(proof.shared.as_deref(), Some(DEAL));
        proof.verify(&record).expect("proven");
        let mut alone = record.clone();
        alone.tags.retain(|(name, _)| name != "SharedDeal");
        let wrong = Proof::of(&alone).expect("a proof").verify(&alone);
        assert!(matches!(wrong, Err(VerifyError::WrongSecret { .. })));
    }
}

#[test]
fn a_log_that_reveals_its_secret_at_the_wrong_time_is_rejected() {
    let mut fixture = dealt(1);
    let entry = |fixture: &TableFixture, event: Event| LogEntry {
        seq: fixture.authoritative.length(),
        at: fixture.now,
        by: None,
        key: None,
        events: vec![event],
    };
    let unseal = |number| Event::Unseal { secret: secret(number) };
    let early = entry(&fixture, unseal(7));
    assert_eq!(fixture.client.clone().fold(&early), Err(FoldError::WrongSecret));
    let end = |secret| Event::End { winner: Some(Side::Red), reason: EndReason::Resigned, secret };
    let told = entry(&fixture, end(Some(secret(7))));
    assert_eq!(fixture.client.clone().fold(&told), Err(FoldError::WrongSecret));
    fixture.say(Side::White, Command::Resign).expect("resigned");
    let wrong = entry(&fixture, unseal(8));
    assert_eq!(fixture.client.clone().fold(&wrong), Err(FoldError::WrongSecret));
    let plain = TableFixture::dealt("5+3", false);
    let silent = entry(&plain, end(None));
    assert_eq!(plain.client.clone().fold(&silent), Err(FoldError::WrongSecret));
}

#[test]
fn takebacks_are_refused_while_others_play_the_same_deal() {
    let mut fixture = dealt(1);
    fixture.act();
    let offer = Command::Offer(Offer::Takeback);
    assert_eq!(fixture.say(Side::Red, offer), Err(Refusal::Sealed));
}

fn in_a_window() -> TableFixture {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Computer(3) };
    open(setup(1, seats, Some(600_000)))
}

#[test]
fn players_may_arrive_until_the_window_closes_and_are_then_absent() {
    let mut fixture = in_a_window();
    assert_eq!(fixture.authoritative.deadline(), Some(600_000));
    fixture.now = 599_999;
    assert_eq!(fixture.order(&TableOrder::Tick), Decision::Nothing);
    fixture.now = 600_000;
    fixture.order(&TableOrder::Tick);
    assert_eq!(fixture.client.ending().expect("an end").reason, EndReason::Aborted);
}

#[test]
fn an_unfinished_game_is_lost_when_the_window_closes() {
    for acted in 0..4 {
        let mut fixture = in_a_window();
        fixture.say(Side::Red, Command::Ready { nonce: "r".into() }).expect("ready");
        for _ in 0..acted {
            if fixture.authoritative.turn() == Some(Side::Red) {
                fixture.act();
            } else {
                fixture.order(&fixture.computed());
            }
        }
        assert!(fixture.authoritative.deadline() <= Some(600_000));
        fixture.now = 600_000;
        if acted == 2 {
            // A late action has the same effect.
            fixture.act();
        } else {
            fixture.order(&TableOrder::Tick);
        }
        let end = fixture.client.ending().expect("an end");
        assert_eq!((end.winner, end.reason), (Some(Side::White), EndReason::Time), "{acted}");
        assert_eq!(fixture.client.plies(), acted);
    }
}

#[test]
fn a_late_first_action_of_the_computer_costs_nothing() {
    let mut fixture = in_a_window();
    fixture.say(Side::Red, Command::Ready { nonce: "r".into() }).expect("ready");
    assert_eq!(fixture.authoritative.deadline(), Some(31_000), "a person has half a minute");
    fixture.act();
    assert_eq!(fixture.authoritative.deadline(), Some(600_000));
}
