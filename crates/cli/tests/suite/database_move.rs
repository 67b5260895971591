//! A backup is restored into the other type of database, and the game continues.

use std::path::Path;
use std::process::Command as Process;

use bosworth_client::protocol::{GameId, Me, OfferTerms};
use bosworth_client::{Client, Play};
use bosworth_rules::Side;
use bosworth_testing::Postgres;

use crate::support::node::Node;

fn db(args: &[&str]) {
    let output = Process::new(env!("CARGO_BIN_EXE_bosworth"))
        .arg("db")
        .args(args)
        .env_remove("BOSWORTH_DATABASE")
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Acts whenever it is our turn, until `plies` are played.
async fn play_to(client: &Client, me: &Me, game: GameId, plies: usize) -> Vec<String> {
    let mut play = Play::new(client.clone(), game, Some(me.person.id));
    loop {
        play.next().await.expect("the server answers");
        let Some(table) = play.table() else { continue };
        if table.plies() >= plies {
            return view(client, game).await;
        }
        if table.turn().is_some() && table.turn() == play.side() && !play.is_waiting() {
            let actions = table.position().expect("a position").actions();
            let action = actions.iter().next().expect("an action");
            play.act(action).await;
        }
    }
}

/// The plies so far.
async fn view(client: &Client, game: GameId) -> Vec<String> {
    client.look(game).await.expect("a view").plies
}

/// Starts a game against the computer on the first database, moves it to the second by a backup,
/// and continues there as the same person.
async fn move_and_play_on(first: &str, second: &str, folder: &Path) {
    let backup = folder.join("backup.db").display().to_string();
    let node = Node::start(&["--database", first]);
    let mut client = node.client();
    let me = client.guest().await.expect("a guest");
    let clock = "60+5".parse().expect("a clock");
    let terms =
        OfferTerms { ruleset: "classic".into(), clock, rated: false, side: Some(Side::Red) };
    let game = client.computer(1, &terms).await.expect("a game");
    play_to(&client, &me, game, 10).await;
    // While the server is running, as with nightly backups.
    db(&["backup", "--database", first, &backup]);
    let at_night = view(&client, game).await;
    drop(node);
    db(&["restore", "--database", second, &backup]);
    db(&["check", "--database", second]);

    let node = Node::start(&["--database", second]);
    let client = node.client().with_cookie(client.cookie().expect("a session"));
    assert_eq!(client.me().await.expect("the same session").person.id, me.person.id);
    let restored = view(&client, game).await;
    assert!(restored.starts_with(&at_night) || at_night.starts_with(&restored));
    assert!(restored.len() >= 10);
    let after = play_to(&client, &me, game, restored.len() + 6).await;
    assert!(after.starts_with(&restored), "the game is the same one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_restored_into_the_other_database_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let postgres = Postgres::start().await;
    let sqlite = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    for (first, second) in
        [(sqlite("first.db"), postgres.url()), (postgres.url(), sqlite("second.db"))]
    {
        let backups = tempfile::tempdir().expect("a folder");
        move_and_play_on(&first, &second, backups.path()).await;
    }
}
