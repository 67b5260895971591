use bosworth_server::store::StoredSeek;
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{new_game, persons, seek};

pub async fn seeks_are_stored_and_found(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let private = StoredSeek { public: false, side: None, created: 6000, ..seek("private", 1) };
    let open = seek("open", 2);
    for seek in [&private, &open] {
        nodes.one.put_seek(seek, 99).await.expect("a seek");
    }
    assert_eq!(nodes.other.seeks(5000).await.expect("seeks"), std::slice::from_ref(&open));
    assert_eq!(nodes.other.seek("private").await.expect("an answer"), Some(private.clone()));
    assert_eq!(nodes.other.seek("none").await.expect("an answer"), None);
    assert_eq!(
        nodes.other.seeks_of(AccountId(1)).await.expect("seeks"),
        std::slice::from_ref(&private)
    );

    let changed = StoredSeek { clock: "10+0".into(), rating_min: None, ..open };
    nodes.one.put_seek(&changed, 99).await.expect("a seek");
    assert_eq!(nodes.other.seek("open").await.expect("an answer"), Some(changed.clone()));
    // An offer with the same id but another owner is not overwritten.
    nodes.one.put_seek(&seek("open", 1), 99).await.expect("an answer");
    assert_eq!(nodes.other.seek("open").await.expect("an answer"), Some(changed));

    let withdraw = async |id| nodes.one.drop_seek(id, AccountId(1)).await.expect("an answer");
    assert!(!withdraw("open").await);
    assert!(withdraw("private").await);
    assert!(!withdraw("private").await);
    assert_eq!(nodes.other.seeks_of(AccountId(1)).await.expect("seeks"), []);
}

pub async fn seeks_of_absent_owners_are_hidden(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let lasting = StoredSeek { lasting: true, ..seek("lasting", 1) };
    for seek in [lasting, seek("there", 1), seek("gone", 1)] {
        nodes.one.put_seek(&seek, 99).await.expect("a seek");
    }
    let ids = async |now| {
        let seeks = nodes.other.seeks(now).await.expect("seeks");
        seeks.into_iter().map(|seek| seek.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(65_000).await, ["gone", "lasting", "there"]);
    assert_eq!(ids(65_001).await, ["lasting"]);
    nodes.one.touch_seeks(&["there".into()], 7, 60_000).await.expect("a touch");
    assert_eq!(ids(65_001).await, ["lasting", "there"]);
    let many: Vec<_> = (0..250).map(|number| format!("{number}")).chain(["there".into()]).collect();
    nodes.one.touch_seeks(&many, 7, 90_000).await.expect("a touch");
    nodes.one.forget_seeks(125_001).await.expect("an answer");
    assert_eq!(nodes.other.seek("gone").await.expect("an answer"), None);
    assert_eq!(ids(150_000).await, ["lasting", "there"]);
    // It was not accepted for a month.
    let month = 30 * 24 * 60 * 60 * 1_000;
    nodes.one.forget_seeks(month).await.expect("an answer");
    assert_eq!(ids(month).await, ["lasting"]);
    nodes.one.forget_seeks(month + 60_000).await.expect("an answer");
    assert_eq!(nodes.other.seek("lasting").await.expect("an answer"), None);
}

pub async fn one_of_many_concurrent_takers_gets_a_seek(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    nodes.one.put_seek(&seek("wanted", 1), 99).await.expect("a seek");
    let mut tasks = JoinSet::new();
    for number in 0..40 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move {
            let new = new_game(number);
            let begun = store.create_game_from_offers(&["wanted"], &new, "begin".into(), vec![]);
            begun.await.expect("an answer")
        });
    }
    let begun = tasks.join_all().await.into_iter().filter(Vec::is_empty).count();
    let games = nodes.other.open_games().await.expect("games").len();
    assert_eq!((begun, games), (1, 1));
}

pub async fn the_limit_of_offers_holds_for_concurrent_requests(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let mut tasks = JoinSet::new();
    for number in 0..40 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        let seek = seek(&format!("offer {number}"), 1 + number % 4 / 2);
        tasks.spawn(async move { store.put_seek(&seek, 5).await.expect("an answer") });
    }
    let made = tasks.join_all().await.into_iter().filter(|made| *made).count();
    assert_eq!(made, 10);
    for account in [1, 2] {
        assert_eq!(nodes.one.seeks_of(AccountId(account)).await.expect("seeks").len(), 5);
    }
}

pub async fn concurrent_pairings_use_every_offer_once(nodes: &Nodes) {
    let people = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"];
    persons(&nodes.one, &people).await;
    for (account, name) in (1..).zip(people) {
        nodes.one.put_seek(&seek(name, account), 9).await.expect("a seek");
    }
    let mut tasks = JoinSet::new();
    for (number, one) in people.into_iter().enumerate() {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move {
            let others = people.into_iter().filter(|other| *other != one);
            for (place, other) in (0..).zip(others) {
                let new = new_game(place * 10 + number as u128);
                let offers = [one, other];
                let gone = store.create_game_from_offers(&offers, &new, "begin".into(), vec![]);
                let gone = gone.await.expect("an answer");
                if gone.is_empty() {
                    return vec![one, other];
                }
                if gone.contains(&one.to_owned()) {
                    break;
                }
            }
            Vec::new()
        });
    }
    let mut paired = tasks.join_all().await.concat();
    paired.sort_unstable();
    // Everyone is in exactly one pair.
    assert_eq!(paired, people);
    assert_eq!(nodes.other.open_games().await.expect("games").len(), people.len() / 2);
    assert_eq!(nodes.other.seeks(5000).await.expect("seeks"), []);
}

pub async fn offers_of_a_dead_node_are_hidden_until_another_confirms_them(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let lasting = StoredSeek { lasting: true, ..seek("lasting", 1) };
    for seek in [lasting, seek("back", 1), seek("gone", 2), seek("alive", 2)] {
        nodes.one.put_seek(&seek, 9).await.expect("a seek");
    }
    nodes.one.touch_seeks(&["back".into(), "gone".into()], 7, 6000).await.expect("a touch");
    nodes.other.touch_seeks(&["alive".into()], 8, 6000).await.expect("a touch");
    let ids = async || {
        let seeks = nodes.other.seeks(6000).await.expect("seeks");
        seeks.into_iter().map(|seek| seek.id).collect::<Vec<_>>()
    };
    assert_eq!(ids().await, ["alive", "back", "gone", "lasting"]);
    assert!(nodes.other.hide_seeks(7, 6000).await.expect("an answer"));
    assert_eq!(ids().await, ["alive", "lasting"]);
    assert!(!nodes.other.hide_seeks(7, 6000).await.expect("an answer"));
    let passing = nodes.other.passing_seeks().await.expect("offers");
    let vouched: Vec<_> = passing.iter().map(|(id, _, vouched)| (id.as_str(), *vouched)).collect();
    assert_eq!(vouched, [("alive", 6000), ("back", 0), ("gone", 0)]);
    nodes.other.touch_seeks(&["back".into()], 8, 6000).await.expect("a touch");
    assert_eq!(ids().await, ["alive", "back", "lasting"]);
}
