//! A turn has an identity: an answer to an old position is never played.

use bosworth_rules::{Action, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, Event, LogEntry, Offer, Refusal, Table,
};

use crate::desk::{Desk, secret};

/// Does another action than the first one.
fn act_otherwise(desk: &mut Desk) {
    let action = desk.host.position().unwrap().actions().iter().last().unwrap();
    let side = desk.host.turn().unwrap();
    desk.say(side, desk.answer(action)).unwrap();
}

#[test]
fn the_computers_answer_to_a_position_that_was_taken_back_is_not_played() {
    let mut desk = Desk::against_the_computer(5);
    desk.order(&desk.computed());
    desk.act();
    // The computer thinks about this position.
    let late = desk.computed();
    let thought_about = *desk.host.position().unwrap();
    desk.say(Side::White, Command::Offer(Offer::Takeback)).unwrap();
    act_otherwise(&mut desk);
    assert_eq!(desk.host.plies(), 2, "as many plies as before");
    assert_ne!(*desk.host.position().unwrap(), thought_about);
    assert_eq!(desk.host.obey(&late, desk.now), Err(Refusal::Outdated(2)));
    let Decision::Append(entry) = desk.order(&desk.computed()) else { panic!("its turn") };
    assert!(matches!(entry.events[..], [Event::Act { .. }]));
}

#[test]
fn a_players_answer_to_a_position_that_was_taken_back_is_not_played() {
    let mut desk = Desk::dealt("5+3", false);
    let side = desk.act();
    let late = desk.answer(desk.host.position().unwrap().actions().iter().next().unwrap());
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    desk.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    act_otherwise(&mut desk);
    assert_eq!(desk.say(!side, late), Err(Refusal::Outdated(1)));
    let Command::Act { action, ply, .. } =
        desk.answer(desk.host.position().unwrap().actions().iter().next().unwrap())
    else {
        panic!("an action")
    };
    // Clients from before the revision go by the plies alone.
    desk.say(!side, Command::Act { action, ply, revision: None }).unwrap();
}

#[test]
fn a_revision_is_how_often_the_position_has_changed() {
    let mut desk = Desk::people("5+3", false);
    assert_eq!(desk.host.revision(), 0);
    for side in Side::ALL {
        desk.say(side, Command::Ready { nonce: format!("{side}") }).unwrap();
    }
    assert_eq!(desk.host.revision(), 1, "dealt");
    let side = desk.act();
    desk.say(side, Command::Chat { text: "hm".into() }).unwrap();
    assert_eq!(desk.host.revision(), 2, "acted");
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    desk.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(desk.host.revision(), 3, "taken back");
    assert_eq!(desk.client.revision(), 3);
    assert_eq!(Table::replay(&desk.log).unwrap().revision(), 3);
}

#[test]
fn an_action_without_a_revision_is_read_and_written_as_ever() {
    let old = r#"{"act":{"action":"+","ply":12}}"#;
    let command: Command = serde_json::from_str(old).unwrap();
    assert_eq!(command, Command::Act { action: Action::Draw, ply: 12, revision: None });
    assert_eq!(serde_json::to_string(&command).unwrap(), old);
    let new = r#"{"act":{"action":"+","ply":12,"revision":15}}"#;
    let command: Command = serde_json::from_str(new).unwrap();
    assert_eq!(serde_json::to_string(&command).unwrap(), new);
}

#[test]
fn a_number_that_was_used_before_is_found_in_a_long_log() {
    let mut desk = Desk::dealt("5+3", true);
    desk.act();
    let seqs: Vec<u32> =
        desk.log.iter().filter(|entry| entry.by.is_some()).map(|e| e.seq).collect();
    let keyed: Vec<&LogEntry> = desk.log.iter().filter(|entry| entry.key.is_some()).collect();
    for (entry, seq) in keyed.iter().zip(seqs) {
        assert_eq!(desk.host.done(entry.by.unwrap(), entry.key.unwrap()), Some(seq));
    }
    let again = AuthoritativeTable::replay(&desk.log, secret(1485)).unwrap();
    let (by, key) = (keyed[0].by.unwrap(), keyed[0].key.unwrap());
    assert_eq!(again.done(by, key), Some(keyed[0].seq));
    assert_eq!(again.done(!by, key), None);
}
