//! Futures that are dropped half-way: a request's sender hangs up, and everything it was in the
//! middle of is gone. No connection may go back to its pool inside a transaction.

use bosworth_rules::{BySide, Side};
use bosworth_server::store::{Appended, GameFilter, Page, Rating, Store};
use bosworth_table::AccountId;
use bosworth_testing::is_ready_within;

use crate::Nodes;
use crate::fixture::{game, new_game, person, play, seek, session, won_by};

/// Drops what `start` gives at every await, until it comes to its end.
async fn at_every_await<F: Future>(mut start: impl FnMut() -> F) {
    for polls in 1..100 {
        if is_ready_within(polls, start()).await {
            return;
        }
    }
    panic!("it never comes to its end");
}

pub async fn what_is_dropped_half_way_leaves_no_transaction_open(nodes: &Nodes) {
    let store = &nodes.one;
    for (number, name) in [(1, "Anne"), (2, "Bess"), (3, "Cecily")] {
        store.create_account(&person(number, name)).await.expect("an account");
    }
    play(store, &new_game(1), won_by(Some(Side::Red), 5000)).await;
    let (mut next, same) = (10, |ratings: BySide<Rating>| ratings);
    let mut fresh = || {
        next += 1;
        next
    };
    at_every_await(|| store.ping()).await;
    at_every_await(|| store.alive(1000)).await;
    at_every_await(|| store.time()).await;
    at_every_await(|| store.account(AccountId(1))).await;
    let filter = GameFilter::default();
    at_every_await(|| store.games(&filter, Page { after: None, limit: 5 })).await;
    at_every_await(|| store.settle(game(1), same)).await;
    at_every_await(|| store.close_account(AccountId(3), "nobody", 9)).await;
    at_every_await(|| {
        let number = fresh();
        async move {
            store.create_account(&person(number, &format!("guest {number}"))).await.expect("new");
            store.close_account(AccountId(number), &format!("gone {number}"), 9).await
        }
    })
    .await;
    at_every_await(|| store.append(game(fresh() as u128), 0, "x".into(), None)).await;
    at_every_await(|| store.note_attempt("here", 7)).await;
    at_every_await(|| {
        let id = format!("seek {}", fresh());
        async move {
            store.put_seek(&seek(&id, 1), 1_000).await.expect("an offer");
            store.take_seek(&id).await
        }
    })
    .await;
    at_every_await(|| {
        let number = fresh() as u32;
        async move { store.open_session(&session(number, 1)).await }
    })
    .await;
    // More than there are connections, all of them dropped while they begin.
    for polls in (1..4).cycle().take(300) {
        is_ready_within(polls, store.close_account(AccountId(2), "nobody else", 9)).await;
        is_ready_within(polls, store.ping()).await;
    }
    works(store).await;
    works(&nodes.other).await;
    assert_eq!(open_transactions(&nodes.url).await, 0);
}

/// Everything still works: a transaction, a statement, many at once.
async fn works(store: &Store) {
    let number = 100_000 + u128::from(std::process::id());
    store.ping().await.expect("an answer");
    for seq in 0..50_u32 {
        let game = game(number + u128::from(seq));
        let written = store.append(game, 0, "x".into(), None).await.expect("an answer");
        assert!(matches!(written, Appended::Durable | Appended::Taken));
    }
    store.settle(game(1), |ratings| ratings).await.expect("a transaction");
}

/// How many connections of a PostgreSQL are in a transaction and do nothing; none on SQLite, which
/// has one writer that would have been stuck.
async fn open_transactions(url: &str) -> i64 {
    use sqlx::{AnyConnection, Connection, Row};
    if !url.starts_with("postgres") {
        return 0;
    }
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
               AND state LIKE 'idle in transaction%'";
    let mut left = i64::MAX;
    // What was finished in the background may be about to end.
    for _ in 0..50 {
        left = sqlx::query(sql).fetch_one(&mut connection).await.expect("a count").get(0);
        if left == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    left
}
