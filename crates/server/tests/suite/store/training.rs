use bosworth_practice::{Attempt, Day, Progress};
use bosworth_puzzles::PuzzleId;
use bosworth_server::store::{StoredDailyAnswer, TrainingOutcome};
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::persons;

const ANN: AccountId = AccountId(1);
const BOB: AccountId = AccountId(2);
const NOW: i64 = 1_795_100_000_000;

fn answer(puzzle: u32, after: i64, loss: f64) -> Progress {
    let mut progress = Progress::default();
    progress.record(Attempt::new(PuzzleId(puzzle), NOW + after, loss, 1_500));
    progress
}

pub async fn the_parts_of_many_devices_are_all_merged(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    assert!(nodes.one.training(ANN).await.expect("an answer").is_empty());
    let mut tasks = JoinSet::new();
    for number in 0..6 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move {
            let part = answer(number, number.into(), 0.0);
            store.merge_training(ANN, &part, |_| true, NOW).await
        });
    }
    for merged in tasks.join_all().await {
        assert_eq!(merged.expect("an answer"), TrainingOutcome::Merged);
    }
    let stored = nodes.other.training(ANN).await.expect("an answer");
    assert_eq!(stored.standing().rated, 6);
    let all = (0..6).map(|number| answer(number, number.into(), 0.0));
    assert_eq!(stored, all.fold(Progress::default(), |sum, part| sum.merged(&part)));
}

pub async fn a_puzzle_is_rated_once_by_each_first_answer(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let merge = async |account, part: &Progress| {
        let known = |puzzle: PuzzleId| puzzle.0 < 100;
        let merged = nodes.one.merge_training(account, part, known, NOW).await;
        assert_eq!(merged.expect("an answer"), TrainingOutcome::Merged);
    };
    let ratings = async || nodes.other.puzzle_ratings().await.expect("an answer");
    merge(ANN, &answer(7, 0, 0.0)).await;
    merge(ANN, &answer(7, 0, 0.0)).await;
    let [once] = ratings().await[..] else { panic!("one puzzle") };
    assert!(once.answers == 1 && once.rating < 1_500.0, "{once:?}");
    // A second answer does not count, and neither does one to an unknown puzzle.
    merge(ANN, &answer(7, 5, 9.0)).await;
    merge(ANN, &answer(1_000, 6, 9.0)).await;
    assert_eq!(ratings().await, [once]);
    merge(BOB, &answer(7, 9, 9.0)).await;
    let [twice] = ratings().await[..] else { panic!("one puzzle") };
    assert!(twice.answers == 2 && twice.rating > once.rating, "{twice:?}");
    assert!(twice.deviation < once.deviation);
}

pub async fn an_account_answers_the_position_of_a_day_once(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let (today, at) = (Day::of(NOW), NOW);
    let answer = async |account, day: Day, loss| {
        let answer = StoredDailyAnswer { day: day.0.into(), loss, at, action: None };
        nodes.one.answer_daily(account, answer).await.expect("an answer")
    };
    assert!(answer(ANN, today, 13).await);
    assert!(!answer(ANN, today, 0).await);
    assert!(answer(ANN, today.plus(1), 0).await);
    assert!(answer(BOB, today, 0).await);
    let results = nodes.other.daily_results(today).await.expect("results");
    let counts: Vec<_> = results.iter().map(|it| (it.loss, it.answers)).collect();
    assert_eq!(counts, [(0, 1), (13, 1)]);
    let own = async |day| nodes.other.daily_answer(ANN, day).await.expect("an answer");
    assert_eq!((own(today).await, own(today.plus(2)).await), (Some(13), None));
    assert_eq!(nodes.other.daily_answers_of(ANN).await.expect("answers").len(), 2);
}
