//! `bosworth db` end to end: backup, restore, copy, check and repair.

use std::path::{Path, PathBuf};
use std::process::Command;

use bosworth_fair::Secret;
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_server::store::{NewGameRow, Store, StoredEnd};
use bosworth_table::{
    AccountId, AuthoritativeTable, Command as Wish, Decision, EndReason, GameId, IdempotencyKey,
    LogEntry, Seated, TableSetup, TimeControl,
};
use insta::assert_snapshot;
use tempfile::TempDir;

/// Output and exit code of a run, on the default database in `folder`.
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
/// An entry, in words that no schema contains.
const ENTRY: &str = "lancaster and york";

async fn written(path: &Path) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let store = Store::open(path.to_str().expect("a plain name")).await.expect("a database");
    store.append(GameId::from_random(1), 0, ENTRY.into(), None).await.expect("an entry");
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
    let expected = [(0, ENTRY.to_string())];
    assert_eq!(entries(&folder.join("backup.db")).await, expected);
    assert_eq!(db(folder, &["restore", "--database", "new.db", "backup.db"]), done);
    assert_eq!(entries(&folder.join("new.db")).await, expected);
    assert_eq!(db(folder, &["copy", "new.db", "sqlite:copy.db"]), done);
    assert_eq!(entries(&folder.join("copy.db")).await, expected);
}

/// The files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = folder.read_dir().expect("a folder").map(|file| file.expect("a file").path());
    let mut files: Vec<_> =
        files.map(|file| (file.clone(), std::fs::read(file).expect("a file"))).collect();
    files.sort();
    files
}

#[tokio::test]
async fn reading_a_backup_writes_nothing_to_it_or_beside_it() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let backups = folder.join("backups");
    written(&backups.join("backup.db")).await;
    let written = || std::fs::metadata(&backups).and_then(|folder| folder.modified());
    let before = (contents(&backups), written().expect("a time"));
    assert_eq!(before.0.len(), 1);
    for args in [
        &["restore", "--database", "new.db", "backups/backup.db"][..],
        &["check", "--database", "backups/backup.db"],
        &["copy", "backups/backup.db", "copy.db"],
        &["backup", "--database", "backups/backup.db", "again.db"],
    ] {
        let (said, _) = db(folder, args);
        // Files that were created and deleted again count, too.
        let after = (contents(&backups), written().expect("a time"));
        assert!(after == before, "{args:?} changed the folder: {said}");
    }
    let expected = [(0, ENTRY.to_string())];
    for copy in ["new.db", "copy.db", "again.db"] {
        assert_eq!(entries(&folder.join(copy)).await, expected);
    }
}

#[tokio::test]
async fn a_backup_that_fails_leaves_no_file() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let source = folder.join("source.db");
    written(&source).await;
    let mut bytes = std::fs::read(&source).expect("a file");
    let is_entry = |window: &[u8]| window == ENTRY.as_bytes();
    let entry = bytes.windows(ENTRY.len()).rposition(is_entry).expect("an entry");
    bytes[entry - 64..entry].fill(0xff);
    std::fs::write(&source, bytes).expect("a file");
    let (said, code) = db(folder, &["backup", "--database", "source.db", "backup.db"]);
    assert_eq!(code, 2, "{said}");
    let left: Vec<_> = contents(folder).into_iter().map(|(file, _)| file).collect();
    assert_eq!(left, [source], "{said}");
}

#[test]
fn the_cause_of_an_error_is_printed_once() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("text.db"), "no database ".repeat(1000)).expect("a file");
    let (said, code) = db(folder, &["check", "--database", "text.db"]);
    assert_eq!((said.matches("file is not a database").count(), code), (1, 2), "{said}");
}

#[tokio::test]
async fn nothing_is_overwritten() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    written(&folder.join("one.db")).await;
    written(&folder.join("two.db")).await;
    let (said, code) = db(folder, &["backup", "--database", "one.db", "two.db"]);
    assert_eq!(said, "bosworth: two.db already exists; choose another name\n");
    assert_eq!(code, 2);
    let (said, code) = db(folder, &["restore", "--database", "two.db", "one.db"]);
    let not_empty = "the target database is not empty; choose a new one";
    assert_eq!((said.as_str(), code), (format!("bosworth: {not_empty}\n").as_str(), 2));
}

#[test]
fn missing_databases_are_reported_and_not_created() {
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
    assert!(said.starts_with("bosworth: mysql://…@host/x is not a database"), "{said}");
    assert_eq!(folder.read_dir().expect("a folder").count(), 0, "nothing was made");
}

const SECRET: Secret = Secret::new([7; 32]);

fn named(number: u128) -> GameId {
    format!("{number:012}").parse().expect("a name")
}

/// The log of a game: opened, dealt, then `actions` actions.
fn log(number: u128, actions: usize) -> (Vec<LogEntry>, AuthoritativeTable) {
    let id = named(number);
    let seat = |number| bosworth_table::Seated::Account(AccountId(number));
    let opening = TableSetup {
        game: id,
        red: seat(1),
        white: seat(2),
        ruleset: Ruleset::CLASSIC,
        clock: TimeControl::Untimed,
        rated: false,
        commitment: SECRET.commit(id.as_str()),
        after: None,
        tournament_slot: None,
        hands: None,
        seek: None,
        sealed: None,
        handicap: None,
    };
    let mut log = vec![AuthoritativeTable::first_entry(opening, 1_000)];
    let mut host = AuthoritativeTable::replay(&log, SECRET).expect("a table");
    for step in 0..actions + 2 {
        let (side, wish) = match host.turn() {
            None => {
                let side = if step == 0 { Side::Red } else { Side::White };
                (side, Wish::Ready { nonce: "york".into() })
            }
            Some(side) => {
                let position = host.position().expect("a position");
                let action = position.actions().iter().next().expect("an action");
                let act = format!(r#"{{"act":{{"action":"{action}","ply":{}}}}}"#, host.plies());
                (side, serde_json::from_str(&act).expect("a command"))
            }
        };
        let decided = host.decide(side, IdempotencyKey(step as u64), &wish, 2_000, 0, id);
        let Ok(Decision::Append(entry)) = decided else { panic!("{decided:?}") };
        host.fold(&entry).expect("it follows");
        log.push(entry);
    }
    (log, host)
}

async fn store_log(store: &Store, number: u128, log: &[(u32, String)], secret: &str) {
    let new = NewGameRow {
        id: named(number),
        seats: BySide { red: AccountId(1), white: AccountId(2) }.map(Seated::Account),
        ruleset: "classic".into(),
        clock: "-".into(),
        speed: 4,
        rated: false,
        created: 1_000,
        secret: secret.into(),
        rematch_of: None,
        sealed: None,
        handicap: None,
    };
    store.create_game(&new, log[0].1.clone()).await.expect("a game");
    for (seq, body) in &log[1..] {
        store.append(new.id, *seq, body.clone(), None).await.expect("an entry");
    }
}

fn texts(log: &[LogEntry]) -> Vec<(u32, String)> {
    let text = |entry: &LogEntry| (entry.seq, serde_json::to_string(entry).expect("an entry"));
    log.iter().map(text).collect()
}

/// Games with one fault of every kind, and a sound one.
async fn damaged(path: &Path) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let store = Store::open(path.to_str().expect("a plain name")).await.expect("a database");
    let secret = SECRET.to_string();
    store_log(&store, 1, &texts(&log(1, 4).0), &secret).await;
    // A gap.
    let mut holed = texts(&log(2, 4).0);
    holed.remove(4);
    store_log(&store, 2, &holed, &secret).await;
    // An entry that cannot be parsed.
    let mut garbled = texts(&log(3, 4).0);
    garbled[5].1 = "{\"seq\":5,".into();
    store_log(&store, 3, &garbled, &secret).await;
    // An illegal action: the first one repeated.
    let mut illegal = log(4, 4).0;
    let again = illegal[3].events.clone();
    illegal[5].events = again;
    store_log(&store, 4, &texts(&illegal), &secret).await;
    // A secret that does not match the commitment.
    store_log(&store, 5, &texts(&log(5, 2).0), "1485").await;
    // An opening that cannot be parsed.
    store_log(&store, 6, &[(0, "rubbish".into())], &secret).await;
    // The row is ahead of the log.
    let (entries, _) = log(7, 2);
    store_log(&store, 7, &texts(&entries[..4]), &secret).await;
    let ending = StoredEnd {
        winner: Some(Side::Red),
        reason: "resigned".into(),
        points: BySide { red: 3, white: 1 },
        plies: 2,
        ended: 5_000,
        aborted: false,
    };
    let (seq, body) = texts(&entries)[4].clone();
    store.append(named(7), seq, body, Some(ending)).await.expect("an entry");
    // The log is ahead of the row.
    let (mut entries, host) = log(8, 2);
    entries.push(host.end_by_repair(Some(Side::White), EndReason::Resigned, 6_000));
    store_log(&store, 8, &texts(&entries), &secret).await;
    // A log without a game.
    store.append(named(9), 0, "lost".into(), None).await.expect("an entry");
    store.close().await;
}

#[tokio::test]
async fn damaged_logs_are_found_and_repaired_without_losing_anything() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let path = folder.join("bosworth/bosworth.db");
    damaged(&path).await;
    let shown = |(said, code): (String, i32)| format!("{said}exit code {code}");
    let found = shown(db(folder, &["check"]));
    assert_snapshot!("db_check_en", found);
    assert_snapshot!("db_check_de", shown(db(folder, &["--lang", "de", "check"])));
    assert_snapshot!("db_check_fr", shown(db(folder, &["--lang", "fr", "check"])));
    assert_eq!(shown(db(folder, &["check"])), found, "looking changes nothing");

    let before = all(&path).await;
    assert_snapshot!("db_repair_one", shown(db(folder, &["repair", "000000000002"])));
    assert_snapshot!("db_repair_none", shown(db(folder, &["repair", "000000000002"])));
    assert_snapshot!("db_repair_all", shown(db(folder, &["repair", "--all"])));
    assert_snapshot!("db_check_repaired", shown(db(folder, &["check"])));
    assert_snapshot!("db_repair_bad", shown(db(folder, &["repair", "nonsense"])));

    let store = Store::open(path.to_str().expect("a plain name")).await.expect("a database");
    for (game, seq, body) in before {
        let kept = store.quarantined(game).await.expect("entries");
        let stays = store.entries(game, 0).await.expect("entries");
        let there =
            stays.contains(&(seq, body.clone())) || kept.contains(&(i64::from(seq), body.clone()));
        assert!(there, "{game}: entry {seq} is lost");
    }
    let ending = async |number| {
        let row = store.game(named(number)).await.expect("an answer").expect("a row");
        row.ending.map(|ending| (ending.reason, ending.winner, ending.aborted))
    };
    assert_eq!(ending(1).await, None, "a sound game goes on");
    for number in 2..=6 {
        assert_eq!(ending(number).await, Some(("aborted".into(), None, true)), "{number}");
    }
    assert_eq!(ending(7).await, Some(("resigned".into(), Some(Side::Red), false)));
    assert_eq!(ending(8).await, Some(("resigned".into(), Some(Side::White), false)));
    store.close().await;
}

async fn all(path: &Path) -> Vec<(GameId, u32, String)> {
    let store = Store::open(path.to_str().expect("a plain name")).await.expect("a database");
    let mut all = Vec::new();
    for number in 1..=9 {
        for (seq, body) in store.entries(named(number), 0).await.expect("entries") {
            all.push((named(number), seq, body));
        }
    }
    store.close().await;
    all
}

#[tokio::test]
async fn a_folder_keeps_the_latest_backups() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    written(&folder.join("bosworth/bosworth.db")).await;
    std::fs::create_dir(folder.join("backups")).expect("a folder");
    let old = folder.join("backups/bosworth-2001-01-01T030000Z.db");
    std::fs::write(&old, "").expect("a file");
    let (said, code) = db(folder, &["backup", "--folder", "backups", "--keep", "1"]);
    assert_eq!(code, 0, "{said}");
    assert!(!old.exists(), "one too many");
    let file = said.lines().nth(1).expect("the name of the backup");
    assert_eq!(entries(&folder.join(file)).await, [(0, ENTRY.to_string())]);
    let (said, code) = db(folder, &["backup"]);
    assert_eq!(code, 2, "neither a file nor a folder: {said}");
}

#[tokio::test]
async fn the_database_url_can_be_read_from_a_file() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    written(&folder.join("elsewhere.db")).await;
    std::fs::write(folder.join("address"), "sqlite:elsewhere.db\n").expect("a file");
    let (said, code) = db(folder, &["backup", "--database-file", "address", "backup.db"]);
    assert_eq!((said.as_str(), code), ("Done: 2 rows.\n", 0));
    let (said, code) = db(folder, &["backup", "--database-file", "none", "other.db"]);
    assert_eq!(code, 2);
    assert!(said.starts_with("bosworth: cannot read none"), "{said}");
}
