use bosworth_rules::{BySide, Side};
use bosworth_server::store::{Lease, NewGameRow, Repair, StoredEnd};
use bosworth_table::GameId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{game, new_game, won_by};

pub async fn a_lease_changes_with_every_renewal(nodes: &Nodes) {
    assert!(!nodes.one.renew_lease(7, 1000).await.expect("an answer"), "it had none");
    assert!(nodes.one.renew_lease(7, 2000).await.expect("an answer"));
    let leases = async || nodes.other.leases().await.expect("leases");
    assert_eq!(leases().await, [Lease { node: 7, seen: 2000 }]);
    // Even if the clock stops or goes back.
    for seen in [2001, 2002] {
        assert!(nodes.one.renew_lease(7, 500).await.expect("an answer"));
        assert_eq!(leases().await, [Lease { node: 7, seen }]);
    }
    nodes.one.release_lease(7).await.expect("an answer");
    assert!(leases().await[0].is_released());
}

pub async fn a_dead_node_is_buried_once_and_a_live_one_never(nodes: &Nodes) {
    nodes.one.renew_lease(7, 1000).await.expect("an answer");
    let dead = nodes.one.leases().await.expect("leases")[0];
    nodes.one.renew_lease(7, 2000).await.expect("an answer");
    assert!(!nodes.other.remove_lease(dead).await.expect("an answer"), "it was renewed");
    let dead = nodes.one.leases().await.expect("leases")[0];
    let mut tasks = JoinSet::new();
    for number in 0..20 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move { store.remove_lease(dead).await.expect("an answer") });
    }
    let buried = tasks.join_all().await.into_iter().filter(|buried| *buried).count();
    assert_eq!(buried, 1);
    assert!(!nodes.one.renew_lease(7, 3000).await.expect("an answer"), "it notices");
}

pub async fn players_of_dead_nodes_are_found(nodes: &Nodes) {
    for node in [7, 8] {
        nodes.one.renew_lease(node, 1000).await.expect("an answer");
    }
    let players: Vec<_> =
        (0..150).flat_map(|number| Side::ALL.map(|side| (game(number), side))).collect();
    nodes.one.note_presence(7, &players).await.expect("an answer");
    nodes.one.note_presence(7, &players[..3]).await.expect("idempotent");
    nodes.other.note_presence(8, &players[..2]).await.expect("an answer");
    nodes.one.drop_presence(7, &players[1..]).await.expect("an answer");
    assert_eq!(nodes.other.present(game(0)).await.expect("sides").len(), 2);
    assert!(nodes.other.present(game(1)).await.expect("sides").is_empty());
    assert_eq!(nodes.other.orphaned_presence().await.expect("players"), []);
    let dead = nodes.one.leases().await.expect("leases")[0];
    assert!(nodes.other.remove_lease(dead).await.expect("an answer"));
    assert_eq!(nodes.other.orphaned_presence().await.expect("players"), players[..1]);
    assert_eq!(nodes.one.orphaned_presence().await.expect("players"), [], "by one node only");
    assert_eq!(nodes.other.present(game(0)).await.expect("sides").len(), 2, "at the other node");
}

pub async fn open_games_are_paged_fastest_first(nodes: &Nodes) {
    for number in 0..7 {
        let new = NewGameRow { speed: (number % 3) as i64, ..new_game(number) };
        nodes.one.create_game(&new, "begin".into()).await.expect("a game");
    }
    nodes.one.append(game(0), 1, "end".into(), Some(won_by(None, 9))).await.expect("an end");
    let (mut last, mut found) = (None, Vec::new());
    loop {
        let page = nodes.other.open_games_after(last, 2).await.expect("games");
        let Some(end) = page.last() else { break };
        last = Some(*end);
        found.extend(page);
    }
    let mut expected: Vec<(i64, GameId)> = (1..7).map(|n| ((n % 3) as i64, game(n))).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

pub async fn entries_removed_from_a_log_are_kept(nodes: &Nodes) {
    nodes.one.create_game(&new_game(1), "0".into()).await.expect("a game");
    for seq in [1, 2, 4, 5] {
        nodes.one.append(game(1), seq, seq.to_string(), None).await.expect("an entry");
    }
    let ending: StoredEnd =
        StoredEnd { aborted: true, points: BySide::default(), ..won_by(None, 77) };
    let repair = Repair {
        from: 3,
        entries: vec![(3, "end".into())],
        ending: Some(ending.clone()),
        secret: Some("5ec2e7".into()),
        at: 99,
    };
    nodes.other.repair(game(1), &repair).await.expect("an answer");
    let log = nodes.one.entries(game(1), 0).await.expect("entries");
    let bodies: Vec<_> = log.iter().map(|(_, body)| body.as_str()).collect();
    assert_eq!(bodies, ["0", "1", "2", "end"]);
    let kept = nodes.one.quarantined(game(1)).await.expect("entries");
    assert_eq!(kept, [(-1, "secret 1".into()), (4, "4".into()), (5, "5".into())]);
    let row = nodes.one.game(game(1)).await.expect("an answer").expect("a row");
    assert_eq!(row.ending, Some(ending));
    assert_eq!(nodes.one.secret(game(1)).await.expect("an answer").as_deref(), Some("5ec2e7"));
}
