//! The position of the day.

use std::collections::HashSet;

use bosworth_practice::{DailyAnswer, Day, Progress, daily_puzzle};
use bosworth_puzzles::{Grade, PuzzleSet};
use bosworth_rules::Ruleset;

use crate::puzzles::set;

const TODAY: Day = Day(20_776);

fn answered(days: &[i32]) -> Progress {
    let mut progress = Progress::default();
    for day in days {
        let day = TODAY.plus(*day);
        progress.answer_daily(day, DailyAnswer::new(day.begins(), 0.0));
    }
    progress
}

#[test]
fn everybody_has_the_same_position_and_none_comes_twice_in_a_round() {
    let set = set(120);
    let copy = PuzzleSet::read(set.bytes().to_vec()).expect("a set");
    let fitting = set.headers().filter(|it| it.edition == Ruleset::CLASSIC);
    let count = fitting.filter(|it| (3..=7).contains(&it.level)).count() as i32;
    assert!(count > 10);
    let first = TODAY.0.div_euclid(count) * count;
    let mut seen = HashSet::new();
    for day in first..first + count {
        let puzzle = daily_puzzle(&set, Day(day)).expect("a puzzle");
        assert_eq!(daily_puzzle(&copy, Day(day)), Some(puzzle));
        let puzzle = set.find(puzzle).expect("of the set");
        assert_eq!(puzzle.edition(), Ruleset::CLASSIC);
        assert!((3..=7).contains(&puzzle.level()));
        assert!(seen.insert(puzzle.id()));
    }
    let order = |first: i32| {
        (first..first + count).map(|day| daily_puzzle(&set, Day(day))).collect::<Vec<_>>()
    };
    assert_ne!(order(first), order(first + count), "the next round has an order of its own");
}

#[test]
fn a_set_without_medium_puzzles_has_a_position_of_the_day_too() {
    let single = PuzzleSet::new(&[set(2).get(1).expect("two")]).expect("a set");
    assert_eq!(daily_puzzle(&single, TODAY), Some(single.get(0).expect("one").id()));
    assert_eq!(daily_puzzle(&PuzzleSet::new(&[]).expect("a set"), TODAY), None);
}

#[test]
fn the_first_answer_of_a_day_counts() {
    let mut progress = Progress::default();
    progress.answer_daily(TODAY, DailyAnswer::new(TODAY.begins() + 5, 7.0));
    progress.answer_daily(TODAY, DailyAnswer::new(TODAY.begins() + 9, 0.0));
    assert_eq!(progress.daily(TODAY).map(DailyAnswer::grade), Some(Grade::Wrong));
}

#[test]
fn a_streak_lasts_until_a_day_is_missed() {
    assert_eq!(answered(&[]).daily_streak(TODAY), 0);
    assert_eq!(answered(&[0]).daily_streak(TODAY), 1);
    assert_eq!(answered(&[-1, 0]).daily_streak(TODAY), 2);
    assert_eq!(answered(&[-2, -1]).daily_streak(TODAY), 2, "today is not over");
    assert_eq!(answered(&[-3, -2]).daily_streak(TODAY), 0);
    assert_eq!(answered(&[-3, -1, 0]).daily_streak(TODAY), 2);
}

#[test]
fn a_shared_result_gives_nothing_away() {
    let progress = answered(&[-2, -1, 0]);
    let text = progress.shared_daily(TODAY, &[], "https://example.org/#/daily");
    assert_eq!(text.as_deref(), Some("🌹 2026-11-19 🟩 🔥3\nhttps://example.org/#/daily"));
    let mut wrong = Progress::default();
    wrong.answer_daily(TODAY, DailyAnswer::new(TODAY.begins(), 9.0));
    let text = wrong.shared_daily(TODAY, &[Grade::Close, Grade::Best], "x");
    assert_eq!(text.as_deref(), Some("🌹 2026-11-19 🟥🟨🟩\nx"));
    assert_eq!(wrong.shared_daily(TODAY.plus(1), &[], "x"), None);
}
