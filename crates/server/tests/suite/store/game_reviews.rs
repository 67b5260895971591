use bosworth_rules::{BySide, Side};
use bosworth_server::store::{Rating, StoredEnd, StoredReview};
use bosworth_table::{AccountId, MIN_RATED_PLIES};
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{game, new_game, persons, play, won_by};

fn one_more(before: BySide<Rating>) -> BySide<Rating> {
    BySide::from_fn(|side| Rating { games: before[side].games + 1, ..before[side] })
}

fn review(number: u128) -> StoredReview {
    StoredReview { game: game(number), result: 1.0, luck: 0.25, body: "{}".into() }
}

/// A rated game that Red won, with its ratings settled.
async fn settled(nodes: &Nodes, number: u128, ended: i64) {
    play(&nodes.one, &new_game(number), won_by(Some(Side::Red), ended)).await;
    nodes.one.settle(game(number), one_more).await.expect("an answer").expect("a change");
}

pub async fn games_are_reviewed_once_in_the_order_of_their_ends(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    for (number, ended) in [(1, 9_000), (2, 7_000), (3, 8_000)] {
        settled(nodes, number, ended).await;
    }
    let next = async |from, to| {
        let next = nodes.other.next_to_review(from, to).await.expect("an answer");
        next.map(|row| row.id)
    };
    assert_eq!(next(0, 6_999).await, None, "too early");
    assert_eq!(next(7_500, 9_999).await, Some(game(3)), "game 2 is too old");
    assert_eq!(next(0, 9_999).await, Some(game(2)));

    let mut tasks = JoinSet::new();
    for number in 0..10 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move { store.add_review(&review(2), one_more).await.expect("a change") });
    }
    let added = tasks.join_all().await.into_iter().filter(|added| *added).count();
    assert_eq!(added, 1, "one of ten succeeded");
    assert_eq!(next(0, 9_999).await, Some(game(3)));
    nodes.one.skip_review(game(3)).await.expect("an answer");
    assert_eq!(next(0, 9_999).await, Some(game(1)));
    assert!(nodes.one.add_review(&review(1), one_more).await.expect("a change"));
    assert_eq!(next(0, 9_999).await, None);

    let rated = nodes.other.ratings_without_luck(AccountId(2)).await.expect("ratings");
    assert_eq!(rated.iter().map(|(speed, it)| (*speed, it.games)).collect::<Vec<_>>(), [(2, 2)]);
    let games = nodes.other.reviewed_games(AccountId(2), 10).await.expect("games");
    let found: Vec<_> = games.iter().map(|it| (it.review.clone(), it.side, it.ended)).collect();
    assert_eq!(found, [(review(1), Side::White, 9_000), (review(2), Side::White, 7_000)]);
    assert_eq!(nodes.one.reviewed_games(AccountId(1), 1).await.expect("games").len(), 1);
}

pub async fn only_settled_public_games_are_reviewed(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let mut casual = new_game(1);
    casual.rated = false;
    play(&nodes.one, &casual, won_by(Some(Side::Red), 9_000)).await;
    play(&nodes.one, &new_game(2), won_by(Some(Side::Red), 9_000)).await;
    let short = StoredEnd { plies: MIN_RATED_PLIES as i64 - 1, ..won_by(Some(Side::Red), 9_000) };
    play(&nodes.one, &new_game(3), short).await;
    nodes.one.settle(game(3), one_more).await.expect("an answer");
    for number in 1..=3 {
        assert!(!nodes.one.add_review(&review(number), one_more).await.expect("an answer"));
    }
    assert_eq!(nodes.one.next_to_review(0, 9_999).await.expect("an answer"), None);
    assert_eq!(nodes.one.ratings_without_luck(AccountId(1)).await.expect("ratings"), []);
}

pub async fn a_closed_account_gets_no_rating_from_a_late_review(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    settled(nodes, 1, 9_000).await;
    nodes.one.close_account(AccountId(1), "gone", 9_500).await.expect("closing");
    assert!(nodes.one.add_review(&review(1), one_more).await.expect("an answer"));
    for account in [1, 2] {
        let rated = nodes.one.ratings_without_luck(AccountId(account)).await.expect("ratings");
        assert_eq!(rated, []);
    }
    assert_eq!(nodes.one.reviewed_games(AccountId(2), 10).await.expect("games").len(), 1);
}
