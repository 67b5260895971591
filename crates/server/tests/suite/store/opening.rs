use bosworth_server::store::{Store, StoreError};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{VERSION, create_version, game, new_game, sql, version};

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
    // Those that refer to others first.
    let tables = [
        "game_reviews",
        "ratings_without_luck",
        "training",
        "daily_answers",
        "puzzle_ratings",
        "seeks",
        "tokens",
        "sessions",
        "reports",
        "blocks",
        "settings",
        "invitations",
        "outbox",
        "push_devices",
        "mail_links",
        "mail_addresses",
        "identities",
        "holidays",
        "conditional_actions",
        "notification_settings",
        "service_keys",
        "event_lines",
        "event_entries",
        "events",
        "accounts",
        "games",
        "entries",
        "deals",
        "ratings",
        "rating_history",
        "attempts",
        "alive",
        "bosworth_schema",
        "nodes",
        "presence",
        "quarantine",
        "audit_log",
        "hall",
    ];
    for table in tables {
        sql(&nodes.url, &format!("DROP TABLE IF EXISTS {table}")).await;
    }
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

pub async fn only_a_server_migrates_a_database(nodes: &Nodes) {
    drop_tables(nodes).await;
    create_version(&nodes.url, 9).await;
    let refused = Store::open_existing(&nodes.url).await.expect_err("an older database");
    assert!(matches!(refused, StoreError::Older { found: 9, known: VERSION }), "{refused:?}");
    let store = Store::open_to_read(&nodes.url).await.expect("a database of version 9");
    assert!(store.is_older().await.expect("an answer"));
    assert!(store.alive(1).await.is_err(), "it can only be read");
    store.close().await;
    assert_eq!(version(&nodes.url).await, 9);
    let store = Store::open(&nodes.url).await.expect("a database");
    store.alive(1).await.expect("a heartbeat");
    store.close().await;
    assert_eq!(version(&nodes.url).await, VERSION);
}

#[tokio::test]
async fn an_sqlite_file_is_backed_up_before_it_is_migrated() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_string();
    for (backup, heartbeat) in [("rose-version-9.db", 1485), ("rose-version-9-2.db", 1486)] {
        let url = format!("sqlite:{}", file("rose.db"));
        create_version(&format!("{url}?mode=rwc"), 9).await;
        sql(&url, &format!("INSERT INTO alive (id, at) VALUES (1, {heartbeat})")).await;
        let store = Store::open(&url).await.expect("a database");
        assert_eq!(store.last_alive().await.expect("an answer"), Some(heartbeat));
        store.close().await;
        assert_eq!(version(&url).await, VERSION);
        assert_eq!(version(&format!("sqlite:{}", file(backup))).await, 9);
        let backup = Store::open_to_read(&file(backup)).await.expect("a backup");
        assert_eq!(backup.last_alive().await.expect("an answer"), Some(heartbeat));
        backup.close().await;
        std::fs::remove_file(file("rose.db")).expect("a file");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("files").count(), 2, "the two backups");
}

#[tokio::test]
async fn a_database_of_another_program_is_not_read() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("other.db").display().to_string();
    sql(&format!("sqlite:{file}?mode=rwc"), "CREATE TABLE apples (weight BIGINT)").await;
    let refused = Store::open_to_read(&file).await.expect_err("no games");
    assert!(matches!(refused, StoreError::Foreign), "{refused:?}");
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
