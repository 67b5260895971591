use std::collections::BTreeSet;

use bosworth_rules::Side;
use bosworth_server::store::{AppendOutcome, StoreError};
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{game, new_game, play, won_by};

pub async fn entries_are_read_in_order_from_any_number(nodes: &Nodes) {
    let texts = ["{\"deal\":1}", "ö ♚ '; DROP TABLE games; --", "", "x".repeat(100_000).leak()];
    for (seq, text) in (0..).zip(texts) {
        let appended = nodes.one.append(game(1), seq, text.into(), None).await;
        assert_eq!(appended.expect("an entry"), AppendOutcome::Durable);
    }
    nodes.one.append(game(2), 0, "another".into(), None).await.expect("an entry");
    let all = nodes.other.entries(game(1), 0).await.expect("entries");
    assert_eq!(all, (0..).zip(texts.map(String::from)).collect::<Vec<_>>());
    assert_eq!(nodes.other.entries(game(1), 2).await.expect("entries"), all[2..]);
    assert_eq!(nodes.other.entries(game(1), 4).await.expect("entries"), []);
    assert_eq!(nodes.other.entries(game(3), 0).await.expect("entries"), []);
    let page = nodes.other.entries_page(game(1), 1, 2).await.expect("a page");
    assert_eq!(page, all[1..3]);
}

pub async fn a_log_longer_than_a_page_is_read_whole(nodes: &Nodes) {
    let mut tasks = JoinSet::new();
    for seq in 0..2_001_u32 {
        let store = nodes.one.clone();
        tasks.spawn(async move { store.append(game(1), seq, seq.to_string(), None).await });
    }
    for appended in tasks.join_all().await {
        assert_eq!(appended.expect("an entry"), AppendOutcome::Durable);
    }
    let all: Vec<_> = (0..2_001).map(|seq: u32| (seq, seq.to_string())).collect();
    assert_eq!(nodes.other.entries(game(1), 0).await.expect("entries"), all);
    assert_eq!(nodes.other.entries(game(1), 1_001).await.expect("entries"), all[1_001..]);
}

pub async fn one_of_many_concurrent_appends_wins(nodes: &Nodes) {
    let mut tasks = JoinSet::new();
    for number in 0..200_u32 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move {
            let seq = number / 20;
            let body = format!("{number}");
            (seq, body.clone(), store.append(game(1), seq, body, None).await.expect("an answer"))
        });
    }
    let mut winners: Vec<_> = tasks.join_all().await;
    winners.retain(|(_, _, appended)| *appended == AppendOutcome::Durable);
    winners.sort();
    let winners: Vec<_> = winners.into_iter().map(|(seq, body, _)| (seq, body)).collect();
    assert_eq!(winners.len(), 10);
    assert_eq!(nodes.one.entries(game(1), 0).await.expect("entries"), winners);
}

pub async fn the_first_of_two_in_one_batch_wins(nodes: &Nodes) {
    let append = |body: &str| nodes.one.append(game(1), 0, body.into(), None);
    // The first keeps the writer busy, so that the others are batched.
    let busy = nodes.one.append(game(1), 7, "busy".into(), None);
    let (_, first, second, third) =
        tokio::join!(busy, append("first"), append("second"), append("first"));
    assert_eq!(first.expect("an answer"), AppendOutcome::Durable);
    assert_eq!(second.expect("an answer"), AppendOutcome::Taken);
    assert_eq!(third.expect("an answer"), AppendOutcome::Taken);
    assert_eq!(nodes.one.entries(game(1), 0).await.expect("entries")[0], (0, "first".into()));
}

pub async fn many_games_are_written_concurrently(nodes: &Nodes) {
    let mut tasks = JoinSet::new();
    for number in 0..3000 {
        let store = nodes.one.clone();
        tasks.spawn(async move { store.append(game(number), 0, format!("{number}"), None).await });
    }
    for appended in tasks.join_all().await {
        assert_eq!(appended.expect("an answer"), AppendOutcome::Durable);
    }
    for number in [0, 1, 1485, 2999] {
        let entries = nodes.other.entries(game(number), 0).await.expect("entries");
        assert_eq!(entries, [(0, number.to_string())]);
    }
}

pub async fn an_entry_that_cannot_be_written_does_not_affect_others(nodes: &Nodes) {
    // A game that is created twice: the second time its row exists already.
    nodes.one.create_game(&new_game(1), "begin".into()).await.expect("a game");
    let again = new_game(1);
    let busy = nodes.one.append(game(9), 0, "busy".into(), None);
    let good = nodes.one.append(game(2), 0, "good".into(), None);
    let bad = nodes.one.create_game(&again, "begin".into());
    let (busy, bad, good) = tokio::join!(busy, bad, good);
    busy.expect("an answer");
    assert!(matches!(bad, Err(StoreError::GameExists)), "{bad:?}");
    assert_eq!(good.expect("an answer"), AppendOutcome::Durable);

    // PostgreSQL rejects NUL bytes in text, SQLite does not.
    let busy = nodes.one.append(game(9), 1, "busy".into(), None);
    let zero = nodes.one.append(game(3), 0, "\0".into(), None);
    let good = nodes.one.append(game(2), 1, "good".into(), None);
    let (busy, zero, good) = tokio::join!(busy, zero, good);
    busy.expect("an answer");
    let stored = nodes.other.entries(game(3), 0).await.expect("entries").len();
    assert_eq!(stored, usize::from(zero.is_ok()));
    assert_eq!(good.expect("an answer"), AppendOutcome::Durable);
}

pub async fn an_ending_and_its_entry_are_atomic(nodes: &Nodes) {
    let ending = won_by(Some(Side::Red), 9000);
    nodes.one.create_game(&new_game(1), "begin".into()).await.expect("a game");
    nodes.one.append(game(1), 1, "on".into(), None).await.expect("an entry");
    let late = nodes.other.append(game(1), 1, "end".into(), Some(ending.clone())).await;
    assert_eq!(late.expect("an answer"), AppendOutcome::Taken);
    assert_eq!(nodes.one.game(game(1)).await.expect("an answer").expect("a game").ending, None);
    let end = nodes.other.append(game(1), 2, "end".into(), Some(ending.clone())).await;
    assert_eq!(end.expect("an answer"), AppendOutcome::Durable);
    let row = nodes.one.game(game(1)).await.expect("an answer").expect("a game");
    assert_eq!(row.ending, Some(ending));

    // Concurrently: exactly the games whose entry was written have ended.
    let mut tasks = JoinSet::new();
    for number in 100..200 {
        let store = nodes.one.clone();
        tasks.spawn(async move {
            let new = new_game(number);
            play(&store, &new, won_by(None, 5000)).await;
            new.id
        });
    }
    let ended: BTreeSet<_> = tasks.join_all().await.into_iter().collect();
    assert_eq!(ended.len(), 100);
    assert_eq!(nodes.other.open_games().await.expect("games"), []);
}

pub async fn a_closed_store_returns_an_error(nodes: &Nodes) {
    let waiting = nodes.one.append(game(1), 0, "waiting".into(), None);
    let (appended, ()) = tokio::join!(waiting, nodes.one.close());
    assert_eq!(appended.expect("an answer"), AppendOutcome::Durable);
    let late = nodes.one.append(game(1), 1, "late".into(), None).await;
    assert!(matches!(late, Err(StoreError::Closed)), "{late:?}");
    assert!(matches!(nodes.one.open_games().await, Err(StoreError::Closed)));
    assert!(nodes.one.ping().await.is_err());
    nodes.other.ping().await.expect("the other node lives");
    assert_eq!(nodes.other.entries(game(1), 0).await.expect("entries").len(), 1);
}

pub async fn a_rematch_and_its_agreement_are_atomic(nodes: &Nodes) {
    nodes.one.create_game(&new_game(1), "begin".into()).await.expect("a game");
    let mut tasks = JoinSet::new();
    for number in 0..20 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        let next = new_game(100 + number);
        tasks.spawn(async move {
            let (body, first) = (format!("agreed {number}"), format!("begin {number}"));
            let appended =
                store.append_next(game(1), 1, body, next, first, vec![]).await.expect("done");
            (appended, number)
        });
    }
    let all = tasks.join_all().await;
    let won: Vec<_> =
        all.iter().filter(|(done, _)| *done == AppendOutcome::Durable).map(|(_, n)| *n).collect();
    assert_eq!(won.len(), 1, "{all:?}");
    assert_eq!(nodes.other.open_games().await.expect("games"), [game(1), game(100 + won[0])]);
    let first = nodes.other.entries(game(100 + won[0]), 0).await.expect("entries");
    assert_eq!(first, [(0, format!("begin {}", won[0]))]);
    for number in (0..20).filter(|number| *number != won[0]) {
        assert_eq!(nodes.other.entries(game(100 + number), 0).await.expect("entries"), []);
    }
}
