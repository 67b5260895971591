//! Cancelled futures: the client hangs up, and its request is dropped half-way. No connection may
//! return to its pool inside a transaction.

use bosworth_rules::{BySide, Side};
use bosworth_server::store::{AppendOutcome, GameFilter, GamePage, Rating, Store};
use bosworth_table::AccountId;
use bosworth_testing::{eventually, is_ready_within};

use crate::store::Nodes;
use crate::store::fixture::{game, new_game, person, play, seek, session, won_by};

/// Cancels what `start` returns at every await, until it completes.
async fn at_every_await<F: Future>(mut start: impl FnMut() -> F) {
    for polls in 1..100 {
        if is_ready_within(polls, start()).await {
            return;
        }
    }
    panic!("it did not complete");
}

pub async fn a_cancelled_future_leaves_no_transaction_open(nodes: &Nodes) {
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
    at_every_await(|| store.games(&filter, GamePage { after: None, limit: 5 })).await;
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
        let number = fresh();
        let id = format!("seek {number}");
        async move {
            store.put_seek(&seek(&id, 1), 1_000).await.expect("an offer");
            let new = new_game(number as u128);
            store.create_game_from_offers(&[&id], &new, "begin".into(), vec![]).await
        }
    })
    .await;
    at_every_await(|| {
        let number = fresh() as u32;
        async move { store.open_session(&session(number, 1)).await }
    })
    .await;
    // More than there are connections, all of them cancelled while they begin.
    for polls in (1..4).cycle().take(300) {
        is_ready_within(polls, store.close_account(AccountId(2), "nobody else", 9)).await;
        is_ready_within(polls, store.ping()).await;
    }
    works(store).await;
    works(&nodes.other).await;
    until_no_transaction_is_open(&nodes.url).await;
}

/// Checks that everything still works: a transaction, a statement, many at once.
async fn works(store: &Store) {
    let number = 100_000 + u128::from(std::process::id());
    store.ping().await.expect("an answer");
    for seq in 0..50_u32 {
        let game = game(number + u128::from(seq));
        let written = store.append(game, 0, "x".into(), None).await.expect("an answer");
        assert!(matches!(written, AppendOutcome::Durable | AppendOutcome::Taken));
    }
    store.settle(game(1), |ratings| ratings).await.expect("a transaction");
}

/// Waits until no PostgreSQL connection is idle in a transaction. SQLite has one writer, which
/// would be stuck.
async fn until_no_transaction_is_open(url: &str) {
    use sqlx::{AnyConnection, Connection, Row};
    if !url.starts_with("postgres") {
        return;
    }
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
               AND state LIKE 'idle in transaction%'";
    // Work finished in the background may still be running.
    eventually("every transaction to end", async || {
        let row = sqlx::query(sql).fetch_one(&mut connection).await.expect("a count");
        (row.get::<i64, _>(0) == 0).then_some(())
    })
    .await;
}
