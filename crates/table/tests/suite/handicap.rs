//! Tables with a handicap.

use bosworth_fair::Proof;
use bosworth_rules::{BySide, Record, Ruleset, Side};
use bosworth_table::{AuthoritativeTable, Command, FoldError, Seated, Table, TableSetup};

use crate::fixture::{RED, TableFixture, WHITE, id, secret};

fn table() -> TableFixture {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let game = id(1485);
    let mut setup = TableSetup {
        game,
        red: seats.red,
        white: seats.white,
        ruleset: Ruleset::CLASSIC,
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        commitment: secret(7).commit(game.as_str()),
        after: None,
        tournament_slot: None,
        hands: None,
        seek: None,
        sealed: None,
        handicap: Some("white:heroes=1,cards=3,roses=2".parse().expect("a handicap")),
    };
    setup.commitment = secret(7).commit(&setup.subject());
    let mut fixture = TableFixture::set_up(setup, secret(7));
    for side in Side::ALL {
        fixture.say(side, Command::Ready { nonce: format!("{side}'s part") }).expect("ready");
    }
    fixture
}

#[test]
fn server_and_clients_see_the_same_start() {
    let fixture = table();
    for table in [&*fixture.authoritative, &fixture.client] {
        let start = *table.position().expect("dealt");
        assert_eq!((start.heroes(Side::White), start.hand(Side::White).len()), (1, 3));
        assert_eq!(start.roses(Side::Red).len(), 2);
    }
    let again = AuthoritativeTable::replay(&fixture.log, secret(7)).expect("the same log");
    assert_eq!(again.position(), fixture.client.position());
}

#[test]
fn its_record_replays_and_proves_the_deal() {
    let mut fixture = table();
    fixture.say(Side::Red, Command::Resign).expect("resigned");
    let record = fixture.client.record().expect("a record").to_string();
    let record: Record = record.parse().expect("a record");
    assert_eq!(record.tag("Handicap"), Some("white:heroes=1,cards=3,roses=2"));
    assert!(Proof::of(&record).expect("a proof").verify(&record).is_ok());
}

#[test]
fn a_record_of_a_game_in_progress_names_the_handicap() {
    let record = table().client.record().expect("a record");
    assert_eq!(record.tag("Handicap"), Some("white:heroes=1,cards=3,roses=2"));
    assert!(record.replay().is_ok());
}

/// During an upgrade, a node of the version before handicaps must not deal an even game.
#[test]
fn a_server_that_ignores_the_handicap_cannot_open_the_table() {
    let fixture = table();
    let mut first = serde_json::to_value(&fixture.log[0]).expect("an entry");
    let opening = first["events"][0]["open"].as_object_mut().expect("an opening");
    assert!(opening.remove("handicap").is_some());
    let first = serde_json::from_value(first).expect("an entry");
    assert!(matches!(
        AuthoritativeTable::replay(std::slice::from_ref(&first), secret(7)),
        Err(FoldError::WrongSecret)
    ));
    // Pages of that version follow the game nevertheless.
    let log: Vec<_> = std::iter::once(first).chain(fixture.log[1..].iter().cloned()).collect();
    let table = Table::replay(&log).expect("an older client");
    assert_eq!(table.position(), fixture.client.position());
}
