//! Takebacks do not reveal the next card.

use bosworth_fair::Proof;
use bosworth_rules::{Action, Ply, Side};
use bosworth_table::{AuthoritativeTable, Command, Event, FoldError, LogEntry, Offer, Table};

use crate::fixture::{TableFixture, secret};

fn take_back(fixture: &mut TableFixture, side: Side) -> Option<u64> {
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    fixture.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    match fixture.log.last().unwrap().events[..] {
        [Event::Takeback { shuffle, .. }] => shuffle,
        _ => panic!("no takeback"),
    }
}

#[test]
fn drawing_again_after_a_takeback_is_reshuffled() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let mut cards = Vec::new();
    for round in 1..=20 {
        let side = fixture.draw();
        cards.push(fixture.last());
        assert_eq!(take_back(&mut fixture, side), Some(round), "a new shuffle each time");
        assert_eq!(fixture.client.reshuffles(), fixture.authoritative.reshuffles());
    }
    cards.sort_by_key(|ply| ply.to_string());
    cards.dedup();
    assert!(cards.len() > 5, "{cards:?}");
}

#[test]
fn a_takeback_without_a_draw_does_not_reshuffle() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let side = fixture.act();
    assert_eq!(take_back(&mut fixture, side), None);
    assert!(fixture.authoritative.reshuffles().is_empty());
    let text = serde_json::to_string(fixture.log.last().unwrap()).unwrap();
    assert!(text.contains(r#"{"takeback":{"plies":1}}"#), "{text}");
}

#[test]
fn going_back_beyond_the_draw_does_not_restore_the_old_order() {
    let mut fixture = TableFixture::dealt("5+3", false);
    fixture.act();
    let side = fixture.draw();
    let drawn = fixture.authoritative.plies();
    assert_eq!(take_back(&mut fixture, side), Some(1));
    assert_eq!(fixture.authoritative.reshuffles().to_string(), format!("{}:1", drawn - 1));
    // The ply before the draw was the other side's, and not a draw.
    assert_eq!(take_back(&mut fixture, !side), Some(1), "this shuffle is unused");
    assert_eq!(fixture.authoritative.reshuffles().to_string(), format!("{}:1", drawn - 2));
    let again = AuthoritativeTable::replay(&fixture.log, secret(1485)).unwrap();
    assert_eq!(again.reshuffles(), fixture.authoritative.reshuffles());
}

#[test]
fn a_game_with_draws_taken_back_verifies() {
    for number in 0..20 {
        let mut fixture = TableFixture::against_the_computer(number);
        let (mut dice, mut undone) = (number, 0);
        while fixture.authoritative.turn().is_some() {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            if (dice >> 33).is_multiple_of(5) && undone < 30 {
                undone +=
                    u32::from(fixture.say(Side::White, Command::Offer(Offer::Takeback)).is_ok());
            }
            let side = fixture.authoritative.turn().unwrap();
            let actions: Vec<Action> =
                fixture.authoritative.position().unwrap().actions().iter().collect();
            let action = actions[(dice >> 40) as usize % actions.len()];
            if side == Side::White {
                fixture.say(side, fixture.answer(action)).unwrap();
            } else {
                fixture.order(&bosworth_table::TableOrder::Compute(
                    action,
                    fixture.authoritative.revision(),
                ));
            }
            let again = AuthoritativeTable::replay(&fixture.log, secret(number)).unwrap();
            assert_eq!(again.game(), fixture.authoritative.game());
        }
        let record = fixture.client.record().unwrap();
        let tag = record.tag("Reshuffles").expect("a draw was taken back");
        let read = record.to_string().parse().unwrap();
        let proven = Proof::of(&read)
            .unwrap()
            .verify(&read)
            .unwrap_or_else(|why| panic!("{why} with {tag}"));
        assert_eq!(proven.plies(), fixture.authoritative.game().unwrap().plies());
    }
}

#[test]
fn a_takeback_cannot_choose_its_shuffle() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let side = fixture.draw();
    take_back(&mut fixture, side);
    let mut log = fixture.log.clone();
    let Some(LogEntry { events, .. }) = log.last_mut() else { panic!() };
    let [Event::Takeback { shuffle: Some(shuffle), .. }] = &mut events[..] else { panic!() };
    *shuffle += 1;
    let wrong = FoldError::WrongShuffle { expected: 1, found: 2 };
    assert_eq!(Table::replay(&log).err(), Some(wrong), "clients reject it too");
}

#[test]
fn a_log_without_reshuffles_repeats_its_cards_and_continues_with_reshuffles() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let side = fixture.draw();
    let card = fixture.last();
    let old = LogEntry {
        seq: fixture.authoritative.length(),
        at: fixture.now,
        by: None,
        key: None,
        events: vec![serde_json::from_str(r#"{"takeback":{"plies":1}}"#).unwrap()],
    };
    fixture.keep(bosworth_table::Decision::Append(old));
    fixture.say(side, fixture.answer(Action::Draw)).unwrap();
    assert_eq!(fixture.last(), card);
    AuthoritativeTable::replay(&fixture.log, secret(1485)).unwrap();
    assert!(take_back(&mut fixture, side).is_some());
    fixture.draw();
    assert!(matches!(fixture.last(), Ply::Draw(_)));
    fixture.say(side, Command::Resign).unwrap();
    let again = AuthoritativeTable::replay(&fixture.log, secret(1485)).unwrap();
    let record = again.record().unwrap();
    Proof::of(&record).unwrap().verify(&record).unwrap();
}
