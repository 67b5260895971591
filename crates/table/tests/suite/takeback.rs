//! Taking back does not reveal the next card.

use bosworth_fair::Proof;
use bosworth_rules::{Action, Ply, Side};
use bosworth_table::{AuthoritativeTable, Command, Event, FoldError, LogEntry, Offer, Table};

use crate::desk::{Desk, secret};

fn take_back(desk: &mut Desk, side: Side) -> Option<u64> {
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    desk.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    match desk.log.last().unwrap().events[..] {
        [Event::Takeback { shuffle, .. }] => shuffle,
        _ => panic!("nothing was taken back"),
    }
}

#[test]
fn drawing_again_after_a_takeback_does_not_bring_the_same_card_every_time() {
    let mut desk = Desk::dealt("5+3", false);
    let mut cards = Vec::new();
    for round in 1..=20 {
        let side = desk.draw();
        cards.push(desk.last());
        assert_eq!(take_back(&mut desk, side), Some(round), "a shuffle of its own each time");
        assert_eq!(desk.client.reshuffles(), desk.host.reshuffles());
    }
    cards.sort_by_key(|ply| ply.to_string());
    cards.dedup();
    assert!(cards.len() > 5, "{cards:?}");
}

#[test]
fn a_takeback_without_a_draw_leaves_the_pile_alone() {
    let mut desk = Desk::dealt("5+3", false);
    let side = desk.act();
    assert_eq!(take_back(&mut desk, side), None);
    assert!(desk.host.reshuffles().is_empty());
    let text = serde_json::to_string(desk.log.last().unwrap()).unwrap();
    assert!(text.contains(r#"{"takeback":{"plies":1}}"#), "{text}");
}

#[test]
fn going_back_further_than_the_draw_does_not_bring_the_old_order_back() {
    let mut desk = Desk::dealt("5+3", false);
    desk.act();
    let side = desk.draw();
    let drawn = desk.host.plies();
    assert_eq!(take_back(&mut desk, side), Some(1));
    assert_eq!(desk.host.reshuffles().to_string(), format!("{}:1", drawn - 1));
    // The ply before the draw was the other side's, and no draw.
    assert_eq!(take_back(&mut desk, !side), Some(1), "this shuffle was not used yet");
    assert_eq!(desk.host.reshuffles().to_string(), format!("{}:1", drawn - 2));
    let again = AuthoritativeTable::replay(&desk.log, secret(1485)).unwrap();
    assert_eq!(again.reshuffles(), desk.host.reshuffles());
}

#[test]
fn a_game_with_draws_taken_back_proves_its_shuffles_to_its_end() {
    for number in 0..20 {
        let mut desk = Desk::against_the_computer(number);
        let (mut dice, mut undone) = (number, 0);
        while desk.host.turn().is_some() {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            if (dice >> 33).is_multiple_of(5) && undone < 30 {
                undone += u32::from(desk.say(Side::White, Command::Offer(Offer::Takeback)).is_ok());
            }
            let side = desk.host.turn().unwrap();
            let actions: Vec<Action> = desk.host.position().unwrap().actions().iter().collect();
            let action = actions[(dice >> 40) as usize % actions.len()];
            if side == Side::White {
                desk.say(side, desk.answer(action)).unwrap();
            } else {
                desk.order(&bosworth_table::TableOrder::Compute(action, desk.host.revision()));
            }
            let again = AuthoritativeTable::replay(&desk.log, secret(number)).unwrap();
            assert_eq!(again.game(), desk.host.game());
        }
        let record = desk.client.record().unwrap();
        let tag = record.tag("Reshuffles").expect("something was drawn and taken back");
        let read = record.to_string().parse().unwrap();
        let proven = Proof::of(&read)
            .unwrap()
            .verify(&read)
            .unwrap_or_else(|why| panic!("{why} with {tag}"));
        assert_eq!(proven.plies(), desk.host.game().unwrap().plies());
    }
}

#[test]
fn a_takeback_cannot_choose_its_shuffle() {
    let mut desk = Desk::dealt("5+3", false);
    let side = desk.draw();
    take_back(&mut desk, side);
    let mut log = desk.log.clone();
    let Some(LogEntry { events, .. }) = log.last_mut() else { panic!() };
    let [Event::Takeback { shuffle: Some(shuffle), .. }] = &mut events[..] else { panic!() };
    *shuffle += 1;
    let wrong = FoldError::WrongShuffle { expected: 1, found: 2 };
    assert_eq!(Table::replay(&log).err(), Some(wrong), "clients see it too");
}

#[test]
fn a_log_of_before_this_rule_brings_the_same_cards_again_and_goes_on_by_the_new_one() {
    let mut desk = Desk::dealt("5+3", false);
    let side = desk.draw();
    let card = desk.last();
    let old = LogEntry {
        seq: desk.host.length(),
        at: desk.now,
        by: None,
        key: None,
        events: vec![serde_json::from_str(r#"{"takeback":{"plies":1}}"#).unwrap()],
    };
    desk.keep(bosworth_table::Decision::Append(old));
    desk.say(side, desk.answer(Action::Draw)).unwrap();
    assert_eq!(desk.last(), card);
    AuthoritativeTable::replay(&desk.log, secret(1485)).unwrap();
    assert!(take_back(&mut desk, side).is_some());
    desk.draw();
    assert!(matches!(desk.last(), Ply::Draw(_)));
    desk.say(side, Command::Resign).unwrap();
    let again = AuthoritativeTable::replay(&desk.log, secret(1485)).unwrap();
    let record = again.record().unwrap();
    Proof::of(&record).unwrap().verify(&record).unwrap();
}
