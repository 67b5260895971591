use bosworth_server::store::{Store, StoreError};
use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{game, new_game};

pub async fn the_last_heartbeat_of_any_node_is_returned(nodes: &Nodes) {
    nodes.one.ping().await.expect("an answer");
    let heard = async |store: &Store| store.last_alive().await.expect("an answer");
    assert_eq!(heard(&nodes.one).await, None);
    for (node, other, time) in [(&nodes.one, &nodes.other, 1000), (&nodes.other, &nodes.one, 2000)]
    {
        node.alive(time).await.expect("an answer");
        assert_eq!(heard(other).await, Some(time));
    }
}

/// Empties a database.
pub async fn drop_tables(nodes: &Nodes) {
    sql(&nodes.url, "DROP TABLE seeks; DROP TABLE tokens; DROP TABLE sessions").await;
    sql(&nodes.url, "DROP TABLE reports; DROP TABLE blocks; DROP TABLE settings").await;
    sql(&nodes.url, "DROP TABLE invitations; DROP TABLE outbox; DROP TABLE push_devices").await;
    sql(&nodes.url, "DROP TABLE mail_links; DROP TABLE mail_addresses; DROP TABLE identities")
        .await;
    sql(&nodes.url, "DROP TABLE holidays; DROP TABLE conditional_actions").await;
    sql(&nodes.url, "DROP TABLE notification_settings; DROP TABLE service_keys").await;
    sql(&nodes.url, "DROP TABLE event_lines; DROP TABLE event_entries; DROP TABLE events").await;
    sql(&nodes.url, "DROP TABLE accounts; DROP TABLE games; DROP TABLE entries; DROP TABLE deals")
        .await;
    sql(&nodes.url, "DROP TABLE ratings; DROP TABLE rating_history; DROP TABLE attempts").await;
    sql(&nodes.url, "DROP TABLE alive; DROP TABLE bosworth_schema; DROP TABLE nodes").await;
    sql(
        &nodes.url,
        "DROP TABLE presence; DROP TABLE quarantine; DROP TABLE audit_log; DROP TABLE hall",
    )
    .await;
}

pub async fn many_nodes_can_open_a_database_concurrently(nodes: &Nodes) {
    drop_tables(nodes).await;
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let url = nodes.url.clone();
        tasks.spawn(async move { Store::open(&url).await.expect("a database") });
    }
    for store in tasks.join_all().await {
        store.ping().await.expect("an answer");
        store.close().await;
    }
}

pub async fn a_newer_schema_is_refused(nodes: &Nodes) {
    sql(&nodes.url, "INSERT INTO bosworth_schema (version) VALUES (1000)").await;
    let refused = Store::open(&nodes.url).await.expect_err("a newer database");
    assert!(matches!(refused, StoreError::Newer { found: 1000, .. }), "{refused:?}");
    assert!(refused.to_string().contains("use a newer bosworth"), "{refused}");
}

pub async fn sql(url: &str, sql: &str) {
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("a change");
    connection.close().await.expect("an end");
}

#[tokio::test]
async fn a_file_keeps_its_contents() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("a b#?%ü.db");
    let name = file.to_str().expect("a plain name");
    let store = Store::open(name).await.expect("a database");
    store.create_game(&new_game(1), "begin".into()).await.expect("a game");
    store.close().await;
    let again = Store::open(&format!("sqlite:{name}")).await.expect("the database");
    assert_eq!(again.entries(game(1), 0).await.expect("entries"), [(0, "begin".into())]);
    again.close().await;
    let left: Vec<_> = folder.path().read_dir().expect("a folder").collect();
    assert_eq!(left.len(), 1, "only one file is left: {left:?}");
}

#[tokio::test]
async fn opening_an_invalid_database_gives_the_reason() {
    let folder = TempDir::new().expect("a folder");
    let name = |file: &str| folder.path().join(file).to_str().expect("a plain name").to_string();
    let why = async |url: &str| Store::open(url).await.expect_err("no database").to_string();
    assert!(why(&name("")).await.contains("it is a folder"));
    assert!(why("mysql://me@host/x").await.contains("use a file, sqlite:FILE or postgres://"));
    std::fs::write(name("text"), "database ".repeat(1000)).expect("a file");
    let said = why(&name("text")).await;
    assert!(said.contains("file is not a database"), "{said}");
    let said = why(&name("text/below.db")).await;
    assert!(said.starts_with("folder ") && said.contains(" not found; "), "{said}");
    let said = why(&name("mistyped/bosworth.db")).await;
    assert!(said.ends_with("mistyped not found; create it first if the path is right"), "{said}");
    assert!(!std::path::Path::new(&name("mistyped")).exists(), "a typo creates nothing");
    let missing = Store::open_existing(&name("missing.db")).await.expect_err("no file");
    assert!(matches!(missing, StoreError::Missing(_)), "{missing:?}");
    assert!(!std::path::Path::new(&name("missing.db")).exists(), "describing creates nothing");
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_a_new_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a folder");
    let store = Store::open(&folder.path().join("new.db").display().to_string()).await;
    let store = store.expect("a database");
    store.create_game(&new_game(1), "begin".into()).await.expect("a game");
    for file in std::fs::read_dir(folder.path()).expect("files") {
        let file = file.expect("a file");
        let mode = file.metadata().expect("its mode").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.path().display());
    }
    store.close().await;
}

#[tokio::test]
async fn the_write_ahead_log_is_kept_small() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("bosworth.db");
    let store = Store::open(&file.display().to_string()).await.expect("a database");
    for number in 0..160 {
        let body = "x".repeat(100_000);
        store.append(game(number), 0, body, None).await.expect("an entry");
    }
    let size = || std::fs::metadata(folder.path().join("bosworth.db-wal")).expect("a log").len();
    assert!(size() > 12 << 20, "{}", size());
    store.checkpoint().await.expect("a checkpoint");
    // The next commit restarts the log, and truncates it.
    store.alive(1).await.expect("a heartbeat");
    assert!(size() <= 8 << 20, "{}", size());
    store.close().await;
}
