//! Games on one screen: undo, redo, resuming from a file.

use bosworth_fair::{Proof, Secret};
use bosworth_local::{LocalTable, Loss, Seat};
use bosworth_rules::{Action, BySide, GameResult, IllegalAction, Ply, Ruleset, Side};

fn table(seats: BySide<Seat>) -> LocalTable {
    let secret = Secret::new([7; 32]);
    LocalTable::deal("test".into(), secret, Ruleset::CLASSIC, seats)
}

fn people() -> LocalTable {
    table(BySide { red: Seat::Person, white: Seat::Person })
}

fn act_any(table: &mut LocalTable, n: usize) {
    let actions: Vec<_> = table.position().actions().iter().collect();
    table.act(actions[n % actions.len()]).expect("a legal action");
}

fn names() -> BySide<String> {
    BySide { red: "Anne".into(), white: "Level 3".into() }
}

#[test]
fn undo_then_redo_restores_the_game() {
    let mut table = people();
    for n in 0..40 {
        act_any(&mut table, n * 7);
    }
    let game = table.game().clone();
    for _ in 0..15 {
        assert!(table.undo());
    }
    assert!(table.game().plies().len() < game.plies().len());
    while table.redo() {}
    assert_eq!(table.game(), &game);
    assert!(table.undo());
    act_any(&mut table, 1);
    assert!(!table.can_redo(), "another action discards the redo history");
}

/// Acts until a side can draw, and draws.
fn draw(table: &mut LocalTable) -> Ply {
    for n in 0.. {
        if table.position().actions().draw {
            break;
        }
        act_any(table, n);
    }
    table.act(Action::Draw).expect("a draw")
}

#[test]
fn a_draw_after_undoing_a_draw_is_reshuffled() {
    let mut table = people();
    let mut cards = Vec::new();
    for _ in 0..20 {
        cards.push(draw(&mut table));
        assert!(!table.shuffles_anew());
        assert!(table.undo());
        assert!(table.shuffles_anew());
    }
    assert!(table.redo());
    assert_eq!(table.game().plies().last(), cards.last(), "a redo draws the same card");
    cards.sort_by_key(ToString::to_string);
    cards.dedup();
    assert!(cards.len() > 5, "{cards:?}");
}

#[test]
fn going_back_beyond_the_draw_does_not_restore_the_old_order() {
    let mut table = people();
    act_any(&mut table, 0);
    let first = draw(&mut table);
    let plies = table.game().plies().len();
    table.undo();
    table.undo();
    let mut other = 0;
    for _ in 0..20 {
        // The same actions up to the draw, whose card is known.
        while table.game().plies().len() + 1 < plies {
            act_any(&mut table, 0);
        }
        assert!(!table.can_redo());
        other += usize::from(table.act(Action::Draw) != Ok(first));
        table.undo();
        table.undo();
    }
    assert!(other > 10, "{other} of 20");
}

#[test]
fn a_due_reshuffle_survives_saving_and_restoring() {
    let mut same = 0;
    for n in 0..40 {
        let seats = BySide { red: Seat::Person, white: Seat::Person };
        let secret = Secret::new([n; 32]);
        let mut table = LocalTable::deal("test".into(), secret, Ruleset::CLASSIC, seats);
        let card = draw(&mut table);
        table.undo();
        let record = table.record(&names(), "2026.11.15");
        assert!(record.tag("Reshuffles").is_some());
        let record = record.to_string().parse().expect("a record");
        let mut restored = LocalTable::restore("test", &record, seats).expect("it is whole");
        assert_eq!(restored.game(), table.game());
        let (one, other) = (table.act(Action::Draw), restored.act(Action::Draw));
        assert_eq!(one, other);
        same += usize::from(one == Ok(card));
        // The rest of the game is provable too.
        table.undo();
        act_any(&mut table, 3);
        let record = table.record(&names(), "2026.11.15");
        let proof = Proof::of(&record).expect("a proof");
        assert_eq!(proof.verify(&record).as_ref(), Ok(table.game()));
    }
    assert!(same < 10, "{same} of 40");
}

#[test]
fn a_record_without_reshuffles_can_be_continued() {
    let mut table = people();
    for n in 0..31 {
        act_any(&mut table, n * 5);
    }
    let record = table.record(&names(), "2026.11.15");
    assert_eq!(record.tag("Reshuffles"), None, "nothing was taken back");
    let mut restored = LocalTable::restore("test", &record, table.seats).expect("it is whole");
    assert!(restored.undo());
    assert!(restored.redo());
    assert_eq!(restored.game(), table.game());
}

#[test]
fn undo_takes_back_the_computers_reply_too() {
    let mut table = table(BySide { red: Seat::Person, white: Seat::Level(3) });
    assert!(!table.undo());
    act_any(&mut table, 0);
    act_any(&mut table, 0);
    assert!(table.undo());
    assert!(table.game().plies().is_empty());
    assert!(table.redo());
    assert_eq!(table.game().plies().len(), 2);
}

#[test]
fn a_resignation_loses_and_can_be_undone() {
    let mut table = people();
    act_any(&mut table, 0);
    table.lost = Some(Loss::resigned(Side::White));
    assert!(table.is_over());
    assert_eq!(table.act(Action::Draw), Err(IllegalAction::GameOver));
    assert_eq!(table.record(&names(), "x").result, GameResult::Won(Side::Red));
    assert!(table.undo());
    assert!(!table.is_over());
}

#[test]
fn a_restored_game_continues_with_the_same_cards() {
    let mut table = people();
    for n in 0..31 {
        act_any(&mut table, n * 5);
    }
    let text = table.record(&names(), "2026.11.15").to_string();
    let record = text.parse().expect("a record");
    let mut restored = LocalTable::restore("test", &record, table.seats).expect("it is whole");
    for n in 0..60 {
        if table.is_over() {
            break;
        }
        act_any(&mut table, n * 3);
        act_any(&mut restored, n * 3);
    }
    assert_eq!(table.game(), restored.game());
}

#[test]
fn a_game_with_a_handicap_is_continued_from_its_record() {
    let given = "red:heroes=2,cards=3,roses=3,second".parse().expect("a handicap");
    let seats = BySide { red: Seat::Level(6), white: Seat::Person };
    let secret = Secret::new([7; 32]);
    let rules = Ruleset::CLASSIC;
    let mut table = LocalTable::deal_with("test".into(), secret, rules, seats, Some(given));
    assert_eq!(table.position().side(), Side::White, "Red gives the first move");
    for n in 0..30 {
        act_any(&mut table, n * 7);
    }
    assert!(table.undo() && table.redo());
    let record = table.record(&names(), "2026.11.19");
    let restored = LocalTable::restore("test", &record, seats).expect("its own record");
    assert_eq!(restored.handicap(), Some(given));
    assert_eq!(restored.game(), table.game());
}
