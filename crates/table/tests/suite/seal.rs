//! Games that have a deal in common with others: they share all of it, and reveal none of it early.

use bosworth_fair::{Proof, VerifyError};
use bosworth_rules::{BySide, Ply, Record, Ruleset, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, EndReason, Event, FoldError, LogEntry, Offer, Refusal,
    SealedDeal, Seated, Stage, Table, TableOrder, TableSetup,
};

use crate::desk::{Desk, RED, WHITE, id, secret};

const DEAL: &str = "xN000000/1.2";

fn opening(game: u128, seats: BySide<Seated>, until: Option<i64>) -> TableSetup {
    TableSetup {
        game: id(game),
        red: seats.red,
        white: seats.white,
        ruleset: Ruleset::CLASSIC,
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        commitment: secret(7).commit(DEAL),
        after: None,
        event: None,
        hands: None,
        sealed: Some(SealedDeal { deal: DEAL.into(), until }),
    }
}

fn open(opening: TableSetup) -> Desk {
    let log = vec![AuthoritativeTable::opening(opening, 1_000)];
    let host = AuthoritativeTable::replay(&log, secret(7)).expect("an opening");
    let client = Table::replay(&log).expect("an opening");
    Desk { host, client, log, now: 1_000, keys: 0 }
}

/// A table with the deal; the players' parts are those of a number.
fn dealt(number: u128) -> Desk {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let mut desk = open(opening(number, seats, None));
    for side in Side::ALL {
        let nonce = format!("{side}'s part of {number}");
        desk.say(side, Command::Ready { nonce }).expect("ready");
    }
    desk
}

fn play(desk: &mut Desk) {
    while desk.host.stage() == Stage::Running {
        let draws = desk.host.position().expect("dealt").actions().draw;
        _ = if draws { desk.draw() } else { desk.act() };
    }
}

fn drawn(desk: &Desk) -> Vec<Ply> {
    let plies = desk.host.game().expect("dealt").plies();
    plies.iter().copied().filter(|ply| matches!(ply, Ply::Draw(_))).collect()
}

fn record(table: &Table) -> Record {
    table.record().expect("a record").to_string().parse().expect("a good record")
}

#[test]
fn games_with_a_deal_in_common_have_the_same_hands_and_the_same_pile() {
    let (mut one, mut other) = (dealt(1), dealt(2));
    let start = |desk: &Desk| *desk.host.game().expect("dealt").start();
    assert_eq!(start(&one), start(&other));
    assert_ne!(one.host.nonce(Side::Red), other.host.nonce(Side::Red));
    assert_eq!(one.host.commitment(), other.host.commitment());
    // They are played differently, and draw the same cards in the same order.
    one.act();
    for desk in [&mut one, &mut other] {
        for _ in 0..6 {
            desk.draw();
        }
    }
    assert_eq!(drawn(&one), drawn(&other));
}

#[test]
fn a_sealed_game_reveals_its_secret_only_when_it_is_unsealed() {
    let mut desk = dealt(1);
    assert_eq!(desk.order(&TableOrder::Unseal), Decision::Nothing, "it is played");
    play(&mut desk);
    let text = serde_json::to_string(&desk.log).expect("a text");
    assert!(!text.contains(&secret(7).to_string()));
    assert!(desk.client.is_sealed());
    assert_eq!(desk.client.ending().expect("an end").secret, None);
    assert!(matches!(Proof::of(&record(&desk.client)), Err(VerifyError::MissingTag(_))));
    assert!(matches!(desk.order(&TableOrder::Unseal), Decision::Append(_)));
    assert!(!desk.client.is_sealed());
    assert_eq!(desk.client.ending().expect("an end").secret, Some(secret(7)));
    assert_eq!(desk.order(&TableOrder::Unseal), Decision::Nothing, "once is enough");
}

#[test]
fn each_game_of_a_deal_proves_its_cards_once_it_is_unsealed() {
    for number in [1, 2] {
        let mut desk = dealt(number);
        play(&mut desk);
        desk.order(&TableOrder::Unseal);
        let record = record(&desk.client);
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
fn a_log_that_reveals_a_secret_at_the_wrong_time_is_damaged() {
    let mut desk = dealt(1);
    let entry = |desk: &Desk, event: Event| LogEntry {
        seq: desk.host.length(),
        at: desk.now,
        by: None,
        key: None,
        events: vec![event],
    };
    let unseal = |number| Event::Unseal { secret: secret(number) };
    let early = entry(&desk, unseal(7));
    assert_eq!(desk.client.clone().fold(&early), Err(FoldError::WrongSecret));
    let end = |secret| Event::End { winner: Some(Side::Red), reason: EndReason::Resigned, secret };
    let told = entry(&desk, end(Some(secret(7))));
    assert_eq!(desk.client.clone().fold(&told), Err(FoldError::WrongSecret));
    desk.say(Side::White, Command::Resign).expect("resigned");
    let wrong = entry(&desk, unseal(8));
    assert_eq!(desk.client.clone().fold(&wrong), Err(FoldError::WrongSecret));
    let plain = Desk::dealt("5+3", false);
    let silent = entry(&plain, end(None));
    assert_eq!(plain.client.clone().fold(&silent), Err(FoldError::WrongSecret));
}

#[test]
fn nothing_is_taken_back_where_others_play_the_same_deal() {
    let mut desk = dealt(1);
    desk.act();
    let offer = Command::Offer(Offer::Takeback);
    assert_eq!(desk.say(Side::Red, offer), Err(Refusal::Sealed));
}

fn in_a_window() -> Desk {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Computer(3) };
    open(opening(1, seats, Some(600_000)))
}

#[test]
fn one_may_come_as_long_as_the_window_is_open_and_who_does_not_is_missed() {
    let mut desk = in_a_window();
    assert_eq!(desk.host.deadline(), Some(600_000));
    desk.now = 599_999;
    assert_eq!(desk.order(&TableOrder::Tick), Decision::Nothing);
    desk.now = 600_000;
    desk.order(&TableOrder::Tick);
    assert_eq!(desk.client.ending().expect("an end").reason, EndReason::Aborted);
}

#[test]
fn who_has_not_finished_when_the_window_closes_loses_whosever_turn_it_is() {
    for acted in 0..4 {
        let mut desk = in_a_window();
        desk.say(Side::Red, Command::Ready { nonce: "r".into() }).expect("ready");
        for _ in 0..acted {
            if desk.host.turn() == Some(Side::Red) {
                desk.act();
            } else {
                desk.order(&desk.computed());
            }
        }
        assert!(desk.host.deadline() <= Some(600_000));
        desk.now = 600_000;
        if acted == 2 {
            // An action that comes too late does nothing else.
            desk.act();
        } else {
            desk.order(&TableOrder::Tick);
        }
        let end = desk.client.ending().expect("an end");
        assert_eq!((end.winner, end.reason), (Some(Side::White), EndReason::Time), "{acted}");
        assert_eq!(desk.client.plies(), acted);
    }
}

#[test]
fn nobody_pays_for_a_first_action_of_the_computer_that_is_late() {
    let mut desk = in_a_window();
    desk.say(Side::Red, Command::Ready { nonce: "r".into() }).expect("ready");
    assert_eq!(desk.host.deadline(), Some(31_000), "a person has half a minute");
    desk.act();
    assert_eq!(desk.host.deadline(), Some(600_000));
}
