use bosworth_server::store::{GameFilter, GamePage, NewGameRow, StoreError};
use bosworth_table::AccountId;

use crate::store::Nodes;
use crate::store::fixture::{game, new_game, won_by};

const DEAL: &str = "xN000000/1.1";

fn sealed(number: u128) -> NewGameRow {
    NewGameRow { sealed: Some(DEAL.into()), rated: false, ..new_game(number) }
}

pub async fn the_first_secret_of_a_deal_is_kept(nodes: &Nodes) {
    let offered = (0..8).map(|number| {
        let store = if number % 2 == 0 { &nodes.one } else { &nodes.other }.clone();
        tokio::spawn(async move { store.deal_secret(DEAL, &format!("secret {number}")).await })
    });
    let mut kept = Vec::new();
    for one in offered.collect::<Vec<_>>() {
        kept.push(one.await.expect("no panic").expect("a secret"));
    }
    kept.dedup();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(nodes.one.deal_secret(DEAL, "late").await.expect("a secret"), kept[0]);
}

pub async fn a_deal_is_closed_for_good_when_its_games_are_over(nodes: &Nodes) {
    let (one, other) = (&nodes.one, &nodes.other);
    let early = one.create_game(&sealed(1), "begin".into()).await;
    assert!(matches!(early, Err(StoreError::DealClosed)), "no secret yet: {early:?}");
    assert_eq!(one.game(game(1)).await.expect("an answer"), None);
    one.deal_secret(DEAL, "secret").await.expect("a secret");
    for number in [1, 2] {
        one.create_game(&sealed(number), "begin".into()).await.expect("a game");
    }
    assert!(matches!(
        other.create_game(&sealed(2), "begin".into()).await,
        Err(StoreError::GameExists)
    ));
    assert!(other.played_deals().await.expect("deals").is_empty());
    one.append(game(1), 1, "end".into(), Some(won_by(None, 9000))).await.expect("an end");
    assert!(other.played_deals().await.expect("deals").is_empty(), "one is played");
    one.append(game(2), 1, "end".into(), Some(won_by(None, 9001))).await.expect("an end");
    assert_eq!(other.played_deals().await.expect("deals"), [DEAL]);
    // A caller that does not know all games cannot close it.
    assert!(!other.close_deal(DEAL, 1, 9002).await.expect("an answer"));
    assert!(other.close_deal(DEAL, 2, 9002).await.expect("an answer"));
    assert!(one.close_deal(DEAL, 2, 9003).await.expect("an answer"), "idempotent");
    let late = one.create_game(&sealed(3), "begin".into()).await;
    assert!(matches!(late, Err(StoreError::DealClosed)), "{late:?}");
    assert_eq!(one.game(game(3)).await.expect("an answer"), None);
    assert!(one.entries(game(3), 0).await.expect("entries").is_empty());
}

pub async fn closing_a_deal_and_opening_a_game_concurrently_refuses_one_of_them(nodes: &Nodes) {
    for round in 0..20_u128 {
        let deal = format!("xN000000/{round}");
        let new = |number: u128| NewGameRow { sealed: Some(deal.clone()), ..sealed(number) };
        nodes.one.deal_secret(&deal, "secret").await.expect("a secret");
        let (first, second) = (new(2 * round), new(2 * round + 1));
        nodes.one.create_game(&first, "begin".into()).await.expect("a game");
        let opened = nodes.one.create_game(&second, "begin".into());
        let (opened, closed) = tokio::join!(opened, nodes.other.close_deal(&deal, 1, 1));
        assert_ne!(opened.is_ok(), closed.expect("an answer"), "{opened:?}");
    }
}

pub async fn a_sealed_game_is_in_no_list_until_its_secret_is_revealed(nodes: &Nodes) {
    nodes.one.deal_secret(DEAL, "secret").await.expect("a secret");
    nodes.one.create_game(&sealed(1), "begin".into()).await.expect("a game");
    assert!(nodes.other.live_games(9, 10).await.expect("games").is_empty());
    let end = Some(won_by(None, 9000));
    nodes.one.append(game(1), 1, "end".into(), end).await.expect("an end");
    let listed = async || {
        let filter =
            GameFilter { account: Some(AccountId(1)), shown: true, ..GameFilter::default() };
        let page = GamePage { after: None, limit: 10 };
        nodes.other.games(&filter, page).await.expect("games").len()
    };
    let drawn = async || nodes.other.result_counts(AccountId(1)).await.expect("counts").drawn;
    assert_eq!((listed().await, drawn().await), (0, 0));
    let row = nodes.other.game(game(1)).await.expect("an answer").expect("a game");
    assert!(!row.is_shown_to(None) && !row.is_shown_to(Some(AccountId(3))));
    assert!(row.is_shown_to(Some(AccountId(1))) && row.is_shown_to(Some(AccountId(2))));
    nodes.one.append_unsealing(game(1), 2, "unseal".into()).await.expect("told");
    assert_eq!((listed().await, drawn().await), (1, 1));
    assert!(nodes.other.sealed_games(DEAL).await.expect("games").is_empty());
    assert!(nodes.other.played_deals().await.expect("deals").is_empty());
}
