//! Every position has an identity: an action chosen for an old position is never performed.

use bosworth_rules::{Action, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, Event, LogEntry, Offer, Refusal, Table,
};

use crate::fixture::{TableFixture, secret};

/// Performs an action other than the first one.
fn act_otherwise(fixture: &mut TableFixture) {
    let action = fixture.authoritative.position().unwrap().actions().iter().last().unwrap();
    let side = fixture.authoritative.turn().unwrap();
    fixture.say(side, fixture.answer(action)).unwrap();
}

#[test]
fn a_computer_action_for_a_position_taken_back_is_refused() {
    let mut fixture = TableFixture::against_the_computer(5);
    fixture.order(&fixture.computed());
    fixture.act();
    // The computer is thinking about this position.
    let late = fixture.computed();
    let thought_about = *fixture.authoritative.position().unwrap();
    fixture.say(Side::White, Command::Offer(Offer::Takeback)).unwrap();
    act_otherwise(&mut fixture);
    assert_eq!(fixture.authoritative.plies(), 2, "the same number of plies");
    assert_ne!(*fixture.authoritative.position().unwrap(), thought_about);
    assert_eq!(fixture.authoritative.decide_order(&late, fixture.now), Err(Refusal::Outdated(2)));
    let Decision::Append(entry) = fixture.order(&fixture.computed()) else { panic!("its turn") };
    assert!(matches!(entry.events[..], [Event::Act { .. }]));
}

#[test]
fn a_player_action_for_a_position_taken_back_is_refused() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let side = fixture.act();
    let late =
        fixture.answer(fixture.authoritative.position().unwrap().actions().iter().next().unwrap());
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    fixture.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    act_otherwise(&mut fixture);
    assert_eq!(fixture.say(!side, late), Err(Refusal::Outdated(1)));
    let Command::Act { action, ply, .. } =
        fixture.answer(fixture.authoritative.position().unwrap().actions().iter().next().unwrap())
    else {
        panic!("an action")
    };
    // Older clients send only the ply.
    fixture.say(!side, Command::Act { action, ply, revision: None }).unwrap();
}

#[test]
fn the_revision_counts_changes_of_the_position() {
    let mut fixture = TableFixture::people("5+3", false);
    assert_eq!(fixture.authoritative.revision(), 0);
    for side in Side::ALL {
        fixture.say(side, Command::Ready { nonce: format!("{side}") }).unwrap();
    }
    assert_eq!(fixture.authoritative.revision(), 1, "dealt");
    let side = fixture.act();
    fixture.say(side, Command::Chat { text: "hm".into() }).unwrap();
    assert_eq!(fixture.authoritative.revision(), 2, "acted");
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    fixture.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(fixture.authoritative.revision(), 3, "taken back");
    assert_eq!(fixture.client.revision(), 3);
    assert_eq!(Table::replay(&fixture.log).unwrap().revision(), 3);
}

#[test]
fn an_action_without_a_revision_keeps_its_format() {
    let old = r#"{"act":{"action":"+","ply":12}}"#;
    let command: Command = serde_json::from_str(old).unwrap();
    assert_eq!(command, Command::Act { action: Action::Draw, ply: 12, revision: None });
    assert_eq!(serde_json::to_string(&command).unwrap(), old);
    let new = r#"{"act":{"action":"+","ply":12,"revision":15}}"#;
    let command: Command = serde_json::from_str(new).unwrap();
    assert_eq!(serde_json::to_string(&command).unwrap(), new);
}

#[test]
fn a_repeated_key_is_found_in_a_long_log() {
    let mut fixture = TableFixture::dealt("5+3", true);
    fixture.act();
    let seqs: Vec<u32> =
        fixture.log.iter().filter(|entry| entry.by.is_some()).map(|e| e.seq).collect();
    let keyed: Vec<&LogEntry> = fixture.log.iter().filter(|entry| entry.key.is_some()).collect();
    for (entry, seq) in keyed.iter().zip(seqs) {
        assert_eq!(
            fixture.authoritative.seq_of_command(entry.by.unwrap(), entry.key.unwrap()),
            Some(seq)
        );
    }
    let again = AuthoritativeTable::replay(&fixture.log, secret(1485)).unwrap();
    let (by, key) = (keyed[0].by.unwrap(), keyed[0].key.unwrap());
    assert_eq!(again.seq_of_command(by, key), Some(keyed[0].seq));
    assert_eq!(again.seq_of_command(!by, key), None);
}
