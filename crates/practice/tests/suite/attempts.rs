//! Answers, ratings and the choice of the next puzzle.

use bosworth_practice::{Attempt, Day, MAX_RATED_PER_DAY, Progress, PuzzleWish, REPEAT_AFTER_DAYS};
use bosworth_puzzles::{Grade, PuzzleId, Tag};
use bosworth_rating::Glicko;
use bosworth_rules::Ruleset;
use proptest::prelude::*;

use crate::puzzles::set;

const DAY_MS: i64 = 86_400_000;
const NOW: i64 = 20_000 * DAY_MS + 5;

fn answer(puzzle: u32, at: i64, loss: f64) -> Attempt {
    Attempt::new(PuzzleId(puzzle), at, loss, 1_500)
}

fn progress(attempts: &[Attempt]) -> Progress {
    let mut progress = Progress::default();
    for attempt in attempts {
        progress.record(*attempt);
    }
    progress
}

#[test]
fn a_grade_follows_from_the_loss() {
    let grades = [0.0, 1.0, 4.0, 8.0].map(|loss| answer(1, NOW, loss).grade());
    assert_eq!(grades, [Grade::Best, Grade::Right, Grade::Close, Grade::Wrong]);
}

#[test]
fn a_right_answer_raises_the_rating_and_a_wrong_one_lowers_it() {
    let rating = |loss| progress(&[answer(1, NOW, loss)]).standing().rating();
    assert!(rating(0.0) > 1_600.0, "{}", rating(0.0));
    assert!(rating(9.0) < 1_400.0, "{}", rating(9.0));
    assert!((rating(2.0) - 1_500.0).abs() < 1.0, "close against an equal puzzle: {}", rating(2.0));
    assert!(progress(&[answer(1, NOW, 0.0)]).standing().is_provisional());
}

#[test]
fn only_the_first_answer_to_a_puzzle_counts_for_half_a_year() {
    let once = progress(&[answer(1, NOW, 9.0)]);
    let twice = progress(&[answer(1, NOW, 9.0), answer(1, NOW + 1_000, 0.0)]);
    assert_eq!(twice, once);
    let later = NOW + i64::from(REPEAT_AFTER_DAYS) * DAY_MS;
    let just_before = progress(&[answer(1, NOW, 9.0), answer(1, later - 1, 0.0)]);
    assert_eq!(just_before.standing().rated, 1);
    let again = progress(&[answer(1, NOW, 9.0), answer(1, later, 0.0)]);
    assert_eq!(again.standing().rated, 2);
}

#[test]
fn so_many_answers_of_a_utc_day_are_rated() {
    let day = Day::of(NOW);
    let mut all = Progress::default();
    for number in 0..MAX_RATED_PER_DAY + 5 {
        all.record(answer(number, NOW + i64::from(number), 0.0));
    }
    let standing = all.standing();
    assert_eq!((standing.answered, standing.rated), (MAX_RATED_PER_DAY + 5, MAX_RATED_PER_DAY));
    let last = day.plus(1).begins() - 1;
    all.record(answer(1_000, last, 0.0));
    assert_eq!(all.standing().rated, MAX_RATED_PER_DAY, "the day lasts until midnight");
    all.record(answer(1_001, last + 1, 0.0));
    assert_eq!(all.standing().rated, MAX_RATED_PER_DAY + 1);
    assert_eq!(all.rated().len(), all.standing().rated as usize);
}

#[test]
fn a_puzzle_that_is_solved_loses_rating() {
    let puzzle = Glicko { rating: 1_500.0, deviation: 80.0, volatility: 0.06 };
    let after = |loss| progress(&[answer(1, NOW, loss)]).rated()[0].rate_puzzle(puzzle);
    assert!(after(0.0).rating < 1_500.0 && after(9.0).rating > 1_500.0);
}

#[test]
fn the_next_puzzle_is_new_and_of_a_suitable_rating() {
    let set = set(400);
    let mut progress = Progress::default();
    let mut shown = Vec::new();
    for luck in 0..30 {
        let next = progress.next_puzzle(&set, PuzzleWish::default(), &shown, NOW, luck);
        let next = next.expect("one of 400");
        let rating = set.find(next).expect("of the set").rating();
        assert!((1_350..1_650).contains(&rating), "{rating}");
        assert!(!shown.contains(&next));
        if luck % 2 == 0 {
            progress.record(Attempt::new(next, NOW + luck as i64, 2.0, 1_500));
        } else {
            shown.push(next);
        }
        assert!(progress.attempts().count() + shown.len() == luck as usize + 1);
    }
    let harder = PuzzleWish { harder: 300, ..PuzzleWish::default() };
    let next = progress.next_puzzle(&set, harder, &[], NOW, 3).and_then(|id| set.find(id));
    assert!(next.expect("one of 400").rating() > 1_700);
}

#[test]
fn a_wish_is_granted_or_refused() {
    let set = set(60);
    let (_, edition) = Ruleset::PRESETS[1];
    let wish = PuzzleWish { edition: Some(edition), tag: Some(Tag::Block), harder: 0 };
    let mut progress = Progress::default();
    let fitting = set.headers().filter(|it| wish.admits(it)).count();
    assert!(fitting > 0);
    for number in 0..fitting {
        let next = progress.next_puzzle(&set, wish, &[], NOW, 77).expect("not all are answered");
        let header = set.header(set.place(next).expect("of the set")).expect("of the set");
        assert!(header.edition == edition && header.tags.contains(Tag::Block));
        progress.record(Attempt::new(next, NOW + number as i64, 0.0, header.rating));
    }
    assert_eq!(progress.next_puzzle(&set, wish, &[], NOW, 77), None);
    assert_eq!(progress.themes(&set)[Tag::Block as usize], (fitting as u32, fitting as u32));
    let later = NOW + i64::from(REPEAT_AFTER_DAYS + 1) * DAY_MS;
    assert!(progress.next_puzzle(&set, wish, &[], later, 77).is_some(), "half a year later");
}

/// Answers over about three years.
fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let attempt = (0..60u32, 0..1_000i64, 0..40u8, 1_000..2_000u16);
    let attempt = attempt.prop_map(|(puzzle, day, half, rating)| {
        let at = NOW + day * DAY_MS + i64::from(half) * 1_000;
        Attempt::new(PuzzleId(puzzle), at, f64::from(half) / 2.0, rating)
    });
    prop::collection::vec(attempt, 0..120)
}

proptest! {
    #[test]
    fn the_order_in_which_answers_arrive_does_not_matter(
        (attempts, shuffled) in attempts().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
    ) {
        // Each from a device of its own.
        let merged = |all: &[Attempt]| {
            all.iter().fold(Progress::default(), |sum, one| sum.merged(&progress(&[*one])))
        };
        prop_assert_eq!(merged(&attempts), merged(&shuffled));
    }

    #[test]
    fn ratings_stay_within_reason(attempts in attempts()) {
        let standing = progress(&attempts).standing();
        prop_assert!((0.0..4_000.0).contains(&standing.rating()));
        prop_assert!((45.0..=350.0).contains(&standing.deviation()));
        prop_assert!(standing.rated <= standing.answered && standing.right <= standing.answered);
    }

    #[test]
    fn compacting_changes_neither_the_standing_nor_the_choice(
        attempts in attempts(), later in 0..400i64, luck: u64,
    ) {
        let mut ordered = attempts;
        ordered.sort();
        let whole = progress(&ordered);
        let now = NOW + (1_000 + later) * DAY_MS;
        let mut compacted = whole.clone();
        compacted.compact(now);
        prop_assert_eq!(compacted.standing(), whole.standing());
        prop_assert_eq!(compacted.answered_lately(now), whole.answered_lately(now));
        let kept = i64::from(2 * REPEAT_AFTER_DAYS + 31) * DAY_MS;
        prop_assert!(compacted.attempts().all(|attempt| attempt.at > now - kept));
        let mut again = compacted.clone();
        again.compact(now);
        prop_assert_eq!(&again, &compacted);
        // What comes afterwards is rated alike.
        let next = answer((luck % 60) as u32, now, 0.0);
        let [mut whole, mut compacted] = [whole, compacted];
        whole.record(next);
        compacted.record(next);
        prop_assert_eq!(compacted.standing(), whole.standing());
        prop_assert_eq!(Progress::from_json(&compacted.to_json()), Ok(compacted));
    }
}
