//! Devices that exchange what they know.

use bosworth_practice::{
    Attempt, DailyAnswer, Day, MistakeCard, MistakeKey, NotProgress, Progress, RunKind, TrainingRun,
};
use bosworth_puzzles::PuzzleId;
use bosworth_rules::{Action, Position};
use proptest::prelude::*;

const FIRST: Day = Day(20_000);

/// Something that a person does while training.
#[derive(Clone, Debug)]
enum Doing {
    Answer { puzzle: u32, day: i32, half_points: u8 },
    Daily { day: i32, ms: i64, half_points: u8 },
    Run { kind: RunKind, solved: u32, day: i32 },
    Mistake { game: u8, ply: u32, loss: f64 },
    Review { game: u8, ply: u32, day: i32, right: bool },
    Remove { game: u8, ply: u32 },
    Lesson(u16),
    Win { level: u8, day: i32 },
    Compact { day: i32 },
}

fn doing() -> impl Strategy<Value = Doing> {
    let days = 0..700i32;
    let kinds = prop::sample::select(RunKind::ALL.to_vec());
    prop_oneof![
        6 => (0..40u32, days.clone(), 0..30u8)
            .prop_map(|(puzzle, day, half_points)| Doing::Answer { puzzle, day, half_points }),
        2 => (0..9i32, 0..9i64, 0..9u8)
            .prop_map(|(day, ms, half_points)| Doing::Daily { day, ms, half_points }),
        2 => (kinds, 0..40u32, 0..5i32)
            .prop_map(|(kind, solved, day)| Doing::Run { kind, solved, day }),
        3 => (0..3u8, 0..5u32, 4.0..20.0f64)
            .prop_map(|(game, ply, loss)| Doing::Mistake { game, ply, loss }),
        3 => (0..3u8, 0..5u32, 0..60i32, any::<bool>())
            .prop_map(|(game, ply, day, right)| Doing::Review { game, ply, day, right }),
        1 => (0..3u8, 0..5u32).prop_map(|(game, ply)| Doing::Remove { game, ply }),
        1 => (0..12u16).prop_map(Doing::Lesson),
        1 => (0..10u8, 0..9i32).prop_map(|(level, day)| Doing::Win { level, day }),
        1 => (200..900i32).prop_map(|day| Doing::Compact { day }),
    ]
}

fn key(game: u8, ply: u32) -> MistakeKey {
    MistakeKey { played_at: i64::from(game), game: format!("game{game}"), ply }
}

fn progress(doings: &[Doing]) -> Progress {
    let mut progress = Progress::default();
    for doing in doings {
        match *doing {
            Doing::Answer { puzzle, day, half_points } => {
                let at = FIRST.plus(day).begins() + i64::from(puzzle);
                let loss = f64::from(half_points) / 2.0;
                progress.record(Attempt::new(PuzzleId(puzzle), at, loss, 1_500));
            }
            Doing::Daily { day, ms, half_points } => {
                let answer = DailyAnswer::new(ms, f64::from(half_points) / 2.0);
                progress.answer_daily(FIRST.plus(day), answer);
            }
            Doing::Run { kind, solved, day } => {
                let at = FIRST.plus(day).begins();
                progress.finish_run(TrainingRun { kind, solved, at });
            }
            Doing::Mistake { game, ply, loss } => {
                progress.mistakes.add(key(game, ply), &card(loss));
            }
            Doing::Review { game, ply, day, right } => {
                progress.mistakes.review(&key(game, ply), FIRST.plus(day).begins(), right);
            }
            Doing::Remove { game, ply } => progress.mistakes.remove(&key(game, ply)),
            Doing::Lesson(lesson) => progress.finish_lesson(lesson),
            Doing::Win { level, day } => progress.win_against(level, FIRST.plus(day).begins()),
            Doing::Compact { day } => progress.compact(FIRST.plus(day).begins()),
        }
    }
    progress
}

fn card(loss: f64) -> MistakeCard {
    let position: Position =
        "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".parse().expect("a position");
    let [best, played] = ["S1", "E1"].map(|action| action.parse::<Action>().expect("an action"));
    MistakeCard::new(&position, played, &[(best, 0.0), (played, loss)]).expect("a mistake")
}

fn progresses() -> impl Strategy<Value = Progress> {
    prop::collection::vec(doing(), 0..60).prop_map(|doings| progress(&doings))
}

proptest! {
    #[test]
    fn merging_is_commutative(a in progresses(), b in progresses()) {
        let merged = a.clone().merged(&b);
        prop_assert_eq!(merged.standing(), b.clone().merged(&a).standing());
        prop_assert_eq!(merged, b.merged(&a));
    }

    #[test]
    fn merging_is_associative(a in progresses(), b in progresses(), c in progresses()) {
        let left = a.clone().merged(&b).merged(&c);
        let right = a.merged(&b.merged(&c));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn merging_twice_changes_nothing(a in progresses(), b in progresses()) {
        prop_assert_eq!(a.clone().merged(&a), a.clone());
        let merged = a.merged(&b);
        prop_assert_eq!(merged.clone().merged(&b), merged);
    }

    #[test]
    fn what_the_other_does_not_know_is_enough(a in progresses(), b in progresses()) {
        let rest = a.unknown_to(&b);
        prop_assert_eq!(b.clone().merged(&rest), b.clone().merged(&a));
        let merged = b.merged(&a);
        prop_assert!(a.unknown_to(&merged).is_empty());
    }

    #[test]
    fn the_parts_are_the_whole(a in progresses()) {
        let parts = a.parts();
        prop_assert!(parts.iter().all(|part| !part.is_empty()));
        prop_assert_eq!(parts.iter().fold(Progress::default(), |sum, it| sum.merged(it)), a);
    }

    #[test]
    fn progress_is_read_as_it_was_written(a in progresses()) {
        prop_assert_eq!(Progress::from_json(&a.to_json()), Ok(a));
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC*") {
        let _ = Progress::from_json(&text);
    }
}

#[test]
fn the_stored_form_never_changes() {
    let progress = progress(&[
        Doing::Answer { puzzle: 7, day: 0, half_points: 9 },
        Doing::Daily { day: 1, ms: 5, half_points: 0 },
        Doing::Run { kind: RunKind::Storm, solved: 21, day: 2 },
        Doing::Run { kind: RunKind::Streak, solved: 4, day: 2 },
        Doing::Mistake { game: 1, ply: 3, loss: 8.0 },
        Doing::Review { game: 1, ply: 3, day: 3, right: true },
        Doing::Lesson(12),
        Doing::Win { level: 2, day: 4 },
    ]);
    let text = concat!(
        r#"{"attempts":[[1728000000007,7,9,1500]],"daily":[[20001,5,0]],"#,
        r#""storms":[[21,1728172800000]],"streaks":[[4,1728172800000]],"#,
        r#""mistakes":[{"at":1,"game":"game1","ply":3,"#,
        r#""position":"9/9/9/4r4/9/4r4/9/9/9 e6 r E1,S1 N1,N2 4 4 - classic","#,
        r#""answers":"S1 0,E1 16","played":"E1","reviews":[[20003,true]]}],"#,
        r#""lessons":[12],"wins":[[2,1728345600000]]}"#,
    );
    assert_eq!(progress.to_json(), text);
    assert_eq!(Progress::from_json(text), Ok(progress));
    assert_eq!(Progress::from_json("{}"), Ok(Progress::default()));
    let newer = r#"{"lessons":[1],"later":{"x":[1.5]}}"#;
    let newer = Progress::from_json(newer).expect("fields of later versions are ignored");
    assert_eq!(newer.lessons().collect::<Vec<_>>(), [1]);
}

#[test]
fn what_nobody_can_have_done_is_refused() {
    let read = |text: &str| Progress::from_json(text).map(drop);
    let out = |field| Err(NotProgress::OutOfBounds(field));
    assert_eq!(read(r#"{"attempts":[[-1,7,9,1500]]}"#), out("attempts"));
    assert_eq!(read(r#"{"attempts":[[1,16777216,9,1500]]}"#), out("attempts"));
    assert_eq!(read(r#"{"attempts":[[1,7,201,1500]]}"#), out("attempts"));
    assert_eq!(read(r#"{"daily":[[-1,5,0]]}"#), out("daily"));
    assert_eq!(read(r#"{"storms":[[4000000000,5]]}"#), out("runs"));
    let long = format!(r#"{{"lessons":[{}1]}}"#, "1,".repeat(1_000));
    assert_eq!(read(&long), Err(NotProgress::TooLong("lessons")));
    assert!(matches!(read(r#"{"attempts":7}"#), Err(NotProgress::Json(_))));
}
