use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bosworth_rules::{BySide, Side};
use bosworth_server::store::{AppendOutcome, Rating, Store};
use bosworth_testing::{Postgres, eventually, in_time};
use tokio::task::JoinSet;

use crate::store::fixture::{game, new_game, won_by};

/// Number of concurrent games.
const GAMES: u128 = 64;

/// Appends to a game, entry by entry, until it is stopped, and ends it. Returns the number of
/// acknowledged entries.
async fn play(store: Store, number: u128, stop: Arc<AtomicBool>) -> u32 {
    store.create_game(&new_game(number), "0".into()).await.expect("a game");
    let mut seq = 1;
    while !stop.load(Ordering::Relaxed) {
        let appended = store.append(game(number), seq, seq.to_string(), None).await;
        assert_eq!(
            appended.expect("an answer"),
            AppendOutcome::Durable,
            "no other writer in {number}"
        );
        // Reads continue, too.
        let entries = store.entries(game(number), seq).await.expect("entries");
        assert_eq!(entries, [(seq, seq.to_string())]);
        seq += 1;
    }
    let ending = Some(won_by(Some(Side::Red), 9000));
    let ended = store.append(game(number), seq, seq.to_string(), ending).await;
    assert_eq!(ended.expect("an answer"), AppendOutcome::Durable);
    seq + 1
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restarting_postgres_under_load_loses_and_duplicates_nothing() {
    let mut server = Postgres::start().await;
    let url = server.url();
    let store = Store::open(&url).await.expect("a database");
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for number in 0..GAMES {
        let (store, stop) = (store.clone(), stop.clone());
        tasks.spawn(async move { (number, play(store, number, stop).await) });
    }
    for round in 0..3 {
        let entries = until_the_games_go_on(&store).await;
        server.restart().await;
        println!("restart {round} after {entries} entries");
    }
    until_the_games_go_on(&store).await;
    stop.store(true, Ordering::Relaxed);
    for (number, acknowledged) in in_time("the games to end", tasks.join_all()).await {
        let entries = store.entries(game(number), 0).await.expect("entries");
        let expected: Vec<_> = (0..acknowledged).map(|seq| (seq, seq.to_string())).collect();
        assert_eq!(entries, expected, "game {number}");
        let row = store.game(game(number)).await.expect("an answer").expect("a game");
        assert!(row.ending.is_some());
    }
    // An interrupted settlement is applied exactly once.
    let mut tasks = JoinSet::new();
    for number in 0..GAMES {
        let store = store.clone();
        tasks.spawn(async move { store.settle(game(number), one_more).await.expect("an answer") });
    }
    server.restart().await;
    in_time("the ratings", tasks.join_all()).await;
    assert_eq!(store.unsettled(99).await.expect("games"), []);
    let ratings = store.ratings(bosworth_table::AccountId(1)).await.expect("ratings");
    assert_eq!(ratings[0].1.games, GAMES as i64);
    store.close().await;
}

fn one_more(before: BySide<Rating>) -> BySide<Rating> {
    before.map(|rating| Rating { games: rating.games + 1, ..rating })
}

/// Waits for a few hundred more entries; returns how many there are.
async fn until_the_games_go_on(store: &Store) -> usize {
    let before = progress(store).await;
    eventually("more entries", async || {
        let now = progress(store).await;
        (now >= before + 500).then_some(now)
    })
    .await
}

/// The total progress of the games, estimated from some of them.
async fn progress(store: &Store) -> usize {
    let mut entries = 0;
    for number in 0..8 {
        entries += store.entries(game(number), 0).await.expect("entries").len();
    }
    entries * GAMES as usize / 8
}

#[tokio::test]
async fn a_stopped_database_is_reported_at_once() {
    let mut server = Postgres::start().await;
    let url = server.url();
    let store = Store::open(&url).await.expect("a database");
    store.ping().await.expect("an answer");
    server.stop().await;
    let refused = store.ping().await.expect_err("no database");
    assert!(refused.is_transient(), "{refused}");
}
