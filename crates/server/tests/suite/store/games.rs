use bosworth_rules::{BySide, Side};
use bosworth_server::store::{GameFilter, GamePage, GameRow, PlayerResult, StoreError, StoredEnd};
use bosworth_table::{AccountId, Seated};
use futures_util::TryStreamExt;

use crate::store::Nodes;
use crate::store::fixture::{account, game, new_game, play, won_by};

const ALL: GamePage = GamePage { after: None, limit: 100 };

pub async fn a_game_is_read_back_unchanged(nodes: &Nodes) {
    let mut new = new_game(1);
    new.seats.white = Seated::Computer(8);
    new.rated = false;
    new.rematch_of = Some(game(7));
    nodes.one.create_game(&new, "begin".into()).await.expect("a game");
    let row = nodes.other.game(new.id).await.expect("an answer").expect("a game");
    let expected = GameRow {
        id: new.id,
        seats: new.seats,
        ruleset: new.ruleset.clone(),
        clock: new.clock.clone(),
        speed: new.speed,
        rated: false,
        created: new.created,
        latest: new.created,
        rematch_of: Some(game(7)),
        ending: None,
        ratings: None,
        sealed: None,
        handicap: None,
    };
    assert_eq!(row, expected);
    assert_eq!(nodes.other.entries(new.id, 0).await.expect("entries"), [(0, "begin".into())]);
    assert_eq!(nodes.other.secret(new.id).await.expect("an answer"), Some(new.secret));
    assert_eq!(nodes.other.game(game(2)).await.expect("an answer"), None);
    assert_eq!(nodes.other.secret(game(2)).await.expect("an answer"), None);
}

pub async fn a_game_is_created_once(nodes: &Nodes) {
    nodes.one.create_game(&new_game(1), "first".into()).await.expect("a game");
    let mut second = new_game(1);
    second.secret = "another".into();
    let refused = nodes.other.create_game(&second, "second".into()).await;
    assert!(matches!(refused, Err(StoreError::GameExists)), "{refused:?}");
    let secret = nodes.one.secret(game(1)).await.expect("an answer");
    assert_eq!(secret, Some("secret 1".into()));
    assert_eq!(nodes.one.entries(game(1), 0).await.expect("entries"), [(0, "first".into())]);
    // A log without a row does not get one either.
    nodes.one.append(game(2), 0, "alone".into(), None).await.expect("an entry");
    assert!(nodes.one.create_game(&new_game(2), "begin".into()).await.is_err());
    assert_eq!(nodes.one.game(game(2)).await.expect("an answer"), None);
}

pub async fn open_games_are_unfinished_games(nodes: &Nodes) {
    let mut foreign = new_game(3);
    foreign.seats = BySide { red: account(3), white: account(1) };
    for new in [new_game(1), new_game(2), foreign] {
        nodes.one.create_game(&new, "begin".into()).await.expect("a game");
    }
    let ending = Some(won_by(None, 9000));
    nodes.one.append(game(1), 1, "end".into(), ending).await.expect("an ending");
    assert_eq!(nodes.other.open_games().await.expect("games"), [game(2), game(3)]);
    let of = async |account| nodes.other.open_games_of(AccountId(account)).await.expect("games");
    assert_eq!(of(1).await, [game(2), game(3)]);
    assert_eq!(of(2).await, [game(2)]);
    assert_eq!(of(3).await, [game(3)]);
    assert_eq!(of(4).await, []);
}

/// Eight games of account 1, and one of others.
async fn some_games(nodes: &Nodes) {
    for number in 1..=9_u128 {
        let mut new = new_game(number);
        let other = if number % 3 == 0 { Seated::Computer(4) } else { account(2) };
        new.seats = BySide { red: account(1), white: other };
        if number % 2 == 0 {
            new.seats = new.seats.swapped();
        }
        if number == 9 {
            new.seats = BySide { red: account(3), white: account(4) };
        }
        new.rated = number <= 4;
        new.speed = i64::from(number > 6);
        new.ruleset = if number == 5 { "classic" } else { "tournament" }.into();
        let winner = [None, Some(Side::Red), Some(Side::White)][number as usize % 3];
        if number == 8 {
            nodes.one.create_game(&new, "begin".into()).await.expect("a game");
        } else {
            play(&nodes.one, &new, won_by(winner, 2000 + number as i64)).await;
        }
    }
}

async fn numbers(nodes: &Nodes, filter: GameFilter) -> Vec<u128> {
    let games = nodes.other.games(&filter, ALL).await.expect("games");
    let number = |row: &GameRow| (1..=9).find(|number| game(*number) == row.id).expect("a number");
    games.iter().map(number).collect()
}

pub async fn filters_select_games(nodes: &Nodes) {
    some_games(nodes).await;
    let me = || GameFilter { account: Some(AccountId(1)), ..GameFilter::default() };
    let check = async |filter: GameFilter, expected: &[u128]| {
        assert_eq!(numbers(nodes, filter.clone()).await, expected, "{filter:?}");
    };
    // Number 8 is open; it is sorted by its start.
    check(GameFilter::default(), &[9, 7, 6, 5, 4, 3, 2, 1, 8]).await;
    check(me(), &[7, 6, 5, 4, 3, 2, 1, 8]).await;
    check(GameFilter { opponent: Some(AccountId(2)), ..me() }, &[7, 5, 4, 2, 1, 8]).await;
    check(
        GameFilter { opponent: Some(AccountId(2)), ..GameFilter::default() },
        &[7, 5, 4, 2, 1, 8],
    )
    .await;
    check(GameFilter { opponent: Some(AccountId(3)), ..me() }, &[]).await;
    check(GameFilter { ruleset: Some("classic".into()), ..me() }, &[5]).await;
    check(GameFilter { rated: Some(true), ..me() }, &[4, 3, 2, 1]).await;
    check(GameFilter { rated: Some(false), ..me() }, &[7, 6, 5, 8]).await;
    check(GameFilter { speed: Some(1), ..me() }, &[7, 8]).await;
    check(GameFilter { ended: Some(false), ..me() }, &[8]).await;
    check(GameFilter { ended: Some(true), ..me() }, &[7, 6, 5, 4, 3, 2, 1]).await;
    check(GameFilter { computer: Some(true), ..me() }, &[6, 3]).await;
    check(GameFilter { computer: Some(false), ..me() }, &[7, 5, 4, 2, 1, 8]).await;
    check(GameFilter { computer: Some(true), ..GameFilter::default() }, &[6, 3]).await;
    check(GameFilter { from: Some(2003), to: Some(2006), ..me() }, &[5, 4, 3]).await;
    // Red won 1, 4, 7; White won 2, 5. Account 1 is Red in the odd ones.
    check(GameFilter { won: Some(PlayerResult::Won), ..me() }, &[7, 2, 1]).await;
    check(GameFilter { won: Some(PlayerResult::Lost), ..me() }, &[5, 4]).await;
    check(GameFilter { won: Some(PlayerResult::Drawn), ..me() }, &[6, 3]).await;
    check(GameFilter { won: Some(PlayerResult::Drawn), ..GameFilter::default() }, &[9, 6, 3]).await;
    check(GameFilter { won: Some(PlayerResult::Won), ..GameFilter::default() }, &[7, 5, 4, 2, 1])
        .await;
}

pub async fn results_are_counted_for_each_player(nodes: &Nodes) {
    some_games(nodes).await;
    let called_off = StoredEnd { aborted: true, ..won_by(None, 3000) };
    play(&nodes.one, &new_game(11), called_off).await;
    let mut forfeited = new_game(13);
    forfeited.seats = BySide { red: account(7), white: account(6) };
    let by_white = StoredEnd { aborted: true, ..won_by(Some(Side::Red), 3000) };
    play(&nodes.one, &forfeited, by_white).await;
    // A game in which both seats have the same account counts once.
    let mut alone = new_game(12);
    alone.seats = BySide { red: account(5), white: account(5) };
    play(&nodes.one, &alone, won_by(Some(Side::White), 3000)).await;
    let of = async |account| {
        let counts = nodes.other.result_counts(AccountId(account)).await.expect("counts");
        [counts.won, counts.drawn, counts.lost]
    };
    // As the filters say above: the open game and the one that was called off do not count.
    assert_eq!(of(1).await, [3, 2, 2]);
    assert_eq!(of(2).await, [2, 0, 3]);
    assert_eq!(of(3).await, [0, 1, 0]);
    assert_eq!(of(4).await, [0, 1, 0]);
    assert_eq!(of(5).await, [0, 0, 1]);
    assert_eq!(of(6).await, [0, 0, 1]);
    assert_eq!(of(7).await, [1, 0, 0], "forfeits count as in the tournament");
}

pub async fn pages_are_contiguous(nodes: &Nodes) {
    some_games(nodes).await;
    // Two with the same time, and one in which both seats have the same account.
    for number in [11, 12] {
        play(&nodes.one, &new_game(number), won_by(None, 2003)).await;
    }
    let mut alone = new_game(13);
    alone.seats.white = alone.seats.red;
    play(&nodes.one, &alone, won_by(None, 2000)).await;
    for account in [None, Some(AccountId(1))] {
        let filter = GameFilter { account, ..GameFilter::default() };
        let all = nodes.other.games(&filter, ALL).await.expect("games");
        assert_eq!(all.len(), if account.is_some() { 11 } else { 12 });
        for limit in [1, 2, 5] {
            let mut pages = Vec::new();
            let mut after = None;
            loop {
                let page = GamePage { after, limit };
                let games = nodes.other.games(&filter, page).await.expect("games");
                let Some(last) = games.last() else { break };
                after = Some(last.cursor());
                pages.extend(games);
            }
            assert_eq!(pages, all, "{limit}");
        }
        let streamed: Vec<_> = nodes.other.all_games(filter).try_collect().await.expect("games");
        assert_eq!(streamed, all);
    }
}
