//! `bosworth db`: backing up, restoring and copying as hosts do it.

use std::path::Path;
use std::process::Command;

use bosworth_server::store::Store;
use bosworth_table::GameId;
use tempfile::TempDir;

/// What a run shows and its exit code. The database of the server is the usual one in `folder`.
fn db(folder: &Path, args: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .arg("db")
        .args(args)
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("BOSWORTH_DATABASE")
        .env("LANG", "C")
        .env("XDG_DATA_HOME", folder)
        .output()
        .expect("the program runs");
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).expect("UTF-8"), output.status.code().expect("an exit code"))
}

/// A database with one entry in it.
async fn written(path: &Path) {
    let store = Store::open(path.to_str().expect("a plain name")).await.expect("a database");
    store.append(GameId::from_random(1), 0, "begin".into(), None).await.expect("an entry");
    store.alive(1485).await.expect("a time");
    store.close().await;
}

async fn entries(path: &Path) -> Vec<(u32, String)> {
    let store = Store::open(path.to_str().expect("a plain name")).await.expect("a database");
    let entries = store.entries(GameId::from_random(1), 0).await.expect("entries");
    store.close().await;
    entries
}

#[tokio::test]
async fn a_backup_is_restored() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    written(&folder.join("bosworth/bosworth.db")).await;
    let done = ("Done: 2 rows.\n".to_string(), 0);
    assert_eq!(db(folder, &["backup", "backup.db"]), done);
    assert!(!folder.join("backup.db-wal").exists(), "a backup is one file");
    let expected = [(0, "begin".to_string())];
    assert_eq!(entries(&folder.join("backup.db")).await, expected);
    assert_eq!(db(folder, &["restore", "--database", "new.db", "backup.db"]), done);
    assert_eq!(entries(&folder.join("new.db")).await, expected);
    assert_eq!(db(folder, &["copy", "new.db", "sqlite:copy.db"]), done);
    assert_eq!(entries(&folder.join("copy.db")).await, expected);
}

#[tokio::test]
async fn nothing_is_overwritten() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    written(&folder.join("one.db")).await;
    written(&folder.join("two.db")).await;
    let (said, code) = db(folder, &["backup", "--database", "one.db", "two.db"]);
    assert_eq!(said, "bosworth: two.db exists already; choose another name\n");
    assert_eq!(code, 2);
    let (said, code) = db(folder, &["restore", "--database", "two.db", "one.db"]);
    let not_empty = "the database that is to be filled is not empty; choose a new one";
    assert_eq!((said.as_str(), code), (format!("bosworth: {not_empty}\n").as_str(), 2));
}

#[test]
fn what_is_not_there_is_said_and_not_made() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let missing = folder.join("bosworth/bosworth.db");
    let (said, code) = db(folder, &["backup", "backup.db"]);
    assert_eq!(said, format!("bosworth: there is no database {}\n", missing.display()));
    assert_eq!(code, 2);
    let (said, _) = db(folder, &["--lang", "de", "restore", "none.db"]);
    let none = folder.join("none.db");
    assert_eq!(said, format!("bosworth: es gibt keine Datenbank {}\n", none.display()));
    let (said, _) = db(folder, &["copy", "mysql://me:secret@host/x", "new.db"]);
    assert!(said.starts_with("bosworth: mysql://…@host/x is no database"), "{said}");
    assert_eq!(folder.read_dir().expect("a folder").count(), 0, "nothing was made");
}
