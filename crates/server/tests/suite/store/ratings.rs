use bosworth_protocol::AccountKind;
use bosworth_rules::{BySide, Side};
use bosworth_server::store::{NewAccount, Rating, StoredEnd};
use bosworth_table::{AccountId, MIN_RATED_PLIES, Seated};
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{account, game, new_game, person, persons, play, won_by};

/// Ten points from White to Red.
fn ten_points(before: BySide<Rating>) -> BySide<Rating> {
    let step = BySide { red: 10.0, white: -10.0 };
    BySide::from_fn(|side| Rating {
        rating: before[side].rating + step[side],
        deviation: before[side].deviation - 50.0,
        games: before[side].games + 1,
        updated: 9000,
        ..before[side]
    })
}

pub async fn a_game_counts_once(nodes: &Nodes) {
    play(&nodes.one, &new_game(1), won_by(Some(Side::Red), 9000)).await;
    assert_eq!(nodes.other.unsettled(99).await.expect("games"), [game(1)]);

    let mut tasks = JoinSet::new();
    for number in 0..20 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move { store.settle(game(1), ten_points).await.expect("an answer") });
    }
    let settled: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    assert_eq!(settled.len(), 1, "one of twenty succeeded");
    assert_eq!(settled[0].before, BySide::default());
    assert_eq!(settled[0].after, ten_points(BySide::default()));

    assert_eq!(nodes.one.unsettled(99).await.expect("games"), []);
    let rating = settled[0].after.red;
    assert_eq!(nodes.one.ratings(AccountId(1)).await.expect("ratings"), [(2, rating)]);
    assert_eq!(nodes.one.rating(account(1), 2).await.expect("a rating"), rating);
    assert_eq!(nodes.one.rating(account(1), 3).await.expect("a rating"), Rating::default());
    let history = nodes.one.rating_history(AccountId(2), 2).await.expect("a history");
    assert_eq!(history.len(), 1);
    assert_eq!((history[0].at, history[0].game), (9000, game(1)));
    assert_eq!((history[0].rating, history[0].deviation), (1490.0, 300.0));
    let row = nodes.one.game(game(1)).await.expect("an answer").expect("a game");
    let ratings = row.ratings.expect("ratings");
    assert_eq!((ratings.red.before, ratings.red.after), (1500.0, 1510.0));
    assert_eq!((ratings.white.before, ratings.white.after), (1500.0, 1490.0));
}

pub async fn only_finished_rated_games_count(nodes: &Nodes) {
    let mut casual = new_game(1);
    casual.rated = false;
    play(&nodes.one, &casual, won_by(Some(Side::Red), 9000)).await;
    let mut aborted = won_by(None, 9000);
    aborted.aborted = true;
    play(&nodes.one, &new_game(2), aborted).await;
    nodes.one.create_game(&new_game(3), "begin".into()).await.expect("a game");
    let mut alone = new_game(4);
    alone.seats.white = alone.seats.red;
    play(&nodes.one, &alone, won_by(Some(Side::Red), 9000)).await;
    assert_eq!(nodes.one.unsettled(99).await.expect("games"), []);
    for number in 1..=5 {
        let settled = nodes.one.settle(game(number), ten_points).await.expect("an answer");
        assert_eq!(settled, None, "{number}");
    }
    // A tournament game that was left early is settled without a change.
    let short = StoredEnd { plies: MIN_RATED_PLIES as i64 - 1, ..won_by(Some(Side::Red), 9000) };
    play(&nodes.one, &new_game(7), short).await;
    assert_eq!(nodes.one.settle(game(7), ten_points).await.expect("an answer"), None);
    assert_eq!(nodes.one.unsettled(99).await.expect("games"), []);
    assert_eq!(nodes.one.ratings(AccountId(1)).await.expect("ratings"), []);
    // The computer's levels have ratings as well.
    let mut computer = new_game(6);
    computer.seats.white = Seated::Computer(3);
    play(&nodes.one, &computer, won_by(Some(Side::Red), 9000)).await;
    assert!(nodes.one.settle(computer.id, ten_points).await.expect("an answer").is_some());
    let level = nodes.one.rating(Seated::Computer(3), 2).await.expect("a rating");
    assert_eq!(level.games, 1);
}

pub async fn concurrent_games_of_a_player_lose_no_rating_change(nodes: &Nodes) {
    let mut tasks = JoinSet::new();
    for number in 0..40_u128 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move {
            let mut new = new_game(number);
            if number % 3 == 0 {
                new.seats = new.seats.swapped();
            }
            play(&store, &new, won_by(Some(Side::Red), 9000)).await;
            let settled = store.settle(new.id, ten_points).await.expect("an answer");
            assert!(settled.is_some());
        });
    }
    tasks.join_all().await;
    // Account 1 was White in 14 games and Red in 26.
    for (account, rating) in [(1, 1620.0), (2, 1380.0)] {
        let ratings = nodes.one.ratings(AccountId(account)).await.expect("ratings");
        assert_eq!(ratings[0].1.games, 40);
        assert!((ratings[0].1.rating - rating).abs() < 1e-6, "{ratings:?}");
        let history = nodes.one.rating_history(AccountId(account), 2).await.expect("a history");
        assert_eq!(history.len(), 40);
    }
}

pub async fn the_leaderboard_has_no_provisional_ratings(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob", "Cay", "Dan"]).await;
    let of_kind = |number, name, kind| NewAccount { kind, ..person(number, name) };
    nodes.one.create_account(&of_kind(5, "Eve", AccountKind::Guest)).await.expect("an account");
    nodes.one.create_account(&of_kind(6, "R2", AccountKind::Bot)).await.expect("an account");
    for number in 1..=6_u8 {
        let mut new = new_game(number.into());
        new.seats = BySide { red: account(number.into()), white: Seated::Computer(number) };
        play(&nodes.one, &new, won_by(Some(Side::Red), 9000)).await;
        let deviation = if number == 3 { 110.0 } else { 109.9 };
        let rating = Rating { rating: 1500.0 + f64::from(number), deviation, ..Rating::default() };
        let change = move |_| BySide { red: rating, white: rating };
        nodes.one.settle(new.id, change).await.expect("an answer").expect("a change");
    }
    nodes.one.close_account(AccountId(4), "gone 4", 9999).await.expect("closing");
    let board = nodes.other.leaderboard(2, 10).await.expect("a leaderboard");
    let names: Vec<_> = board.iter().map(|(account, _)| account.name.as_str()).collect();
    assert_eq!(names, ["R2", "Bob", "Ann"]);
    assert_eq!(board[0].0.id, AccountId(6));
    assert!((board[0].1.rating - 1506.0).abs() < 1e-9);
    assert_eq!(nodes.other.leaderboard(2, 2).await.expect("a leaderboard"), board[..2]);
    assert_eq!(nodes.other.leaderboard(1, 10).await.expect("a leaderboard"), []);
}
