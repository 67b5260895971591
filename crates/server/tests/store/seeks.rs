use bosworth_server::store::Seek;
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::Nodes;
use crate::fixture::{persons, seek};

pub async fn seeks_are_put_and_found(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let private = Seek { public: false, side: None, created: 6000, ..seek("private", 1) };
    let open = seek("open", 2);
    for seek in [&private, &open] {
        nodes.one.put_seek(seek).await.expect("a seek");
    }
    assert_eq!(nodes.other.seeks(5000).await.expect("seeks"), std::slice::from_ref(&open));
    assert_eq!(nodes.other.seek("private").await.expect("an answer"), Some(private.clone()));
    assert_eq!(nodes.other.seek("none").await.expect("an answer"), None);
    assert_eq!(
        nodes.other.seeks_of(AccountId(1)).await.expect("seeks"),
        std::slice::from_ref(&private)
    );

    let changed = Seek { clock: "10+0".into(), rating_min: None, ..open };
    nodes.one.put_seek(&changed).await.expect("a seek");
    assert_eq!(nodes.other.seek("open").await.expect("an answer"), Some(changed.clone()));
    // Nobody overwrites the offer of another.
    nodes.one.put_seek(&seek("open", 1)).await.expect("an answer");
    assert_eq!(nodes.other.seek("open").await.expect("an answer"), Some(changed));

    let withdraw = async |id| nodes.one.drop_seek(id, AccountId(1)).await.expect("an answer");
    assert!(!withdraw("open").await);
    assert!(withdraw("private").await);
    assert!(!withdraw("private").await);
    assert_eq!(nodes.other.seeks_of(AccountId(1)).await.expect("seeks"), []);
}

pub async fn seeks_of_those_who_are_gone_are_gone(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let lasting = Seek { lasting: true, ..seek("lasting", 1) };
    for seek in [lasting, seek("there", 1), seek("gone", 1)] {
        nodes.one.put_seek(&seek).await.expect("a seek");
    }
    let ids = async |now| {
        let seeks = nodes.other.seeks(now).await.expect("seeks");
        seeks.into_iter().map(|seek| seek.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(65_000).await, ["gone", "lasting", "there"]);
    assert_eq!(ids(65_001).await, ["lasting"]);
    nodes.one.touch_seeks(&["there".into()], 60_000).await.expect("a touch");
    assert_eq!(ids(65_001).await, ["lasting", "there"]);
    let many: Vec<_> = (0..250).map(|number| format!("{number}")).chain(["there".into()]).collect();
    nodes.one.touch_seeks(&many, 90_000).await.expect("a touch");
    assert_eq!(nodes.other.seek("gone").await.expect("an answer"), None);
    assert_eq!(ids(150_000).await, ["lasting", "there"]);
}

pub async fn of_many_who_take_a_seek_one_gets_it(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    nodes.one.put_seek(&seek("wanted", 1)).await.expect("a seek");
    let mut tasks = JoinSet::new();
    for number in 0..40 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move { store.take_seek("wanted").await.expect("an answer") });
    }
    let taken: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    assert_eq!(taken, [seek("wanted", 1)]);
}
