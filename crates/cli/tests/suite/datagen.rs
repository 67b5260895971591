//! `bosworth datagen` and `bosworth inputs`: training data.

use std::fs;
use std::path::Path;

use bosworth_testing::Watchdog;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

fn good(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args, "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn play(folder: &Path, file: &str, games: &str) -> String {
    good(folder, &["datagen", file, "--games", games, "--nodes", "20", "--threads", "1"])
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "one.games", "3");
    play(folder.path(), "two.games", "3");
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(read("one.games"), read("two.games"));
    assert!(read("one.games").starts_with(b"BOSWGAM\x02"));
}

#[test]
fn an_interrupted_run_is_resumed() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "whole.games", "4");
    play(folder.path(), "part.games", "2");
    let path = folder.path().join("part.games");
    let mut bytes = fs::read(&path).expect("a file");
    // Truncate the last game.
    bytes.truncate(bytes.len() - 1000);
    fs::write(&path, bytes).expect("a file");
    let said = play(folder.path(), "part.games", "4");
    assert!(
        said.starts_with("part.games: 3 new games with ") && said.ends_with("(1 before)\n"),
        "{said}"
    );
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(read("part.games"), read("whole.games"));
    assert!(
        play(folder.path(), "part.games", "4")
            .ends_with("0 new games with 0 positions (4 before)\n")
    );
}

#[test]
fn games_of_other_settings_are_not_mixed() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "a.games", "1");
    let output = run(folder.path(), &["datagen", "a.games", "--games", "2", "--nodes", "21"], "");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("different settings"));
}

#[test]
fn every_sample_becomes_a_row() {
    let folder = TempDir::new().expect("a folder");
    let said = play(folder.path(), "a.games", "3");
    let samples: usize = said
        .split_whitespace()
        .rev()
        .nth(3)
        .and_then(|count| count.parse().ok())
        .unwrap_or_else(|| panic!("how many? {said}"));
    good(folder.path(), &["inputs", "a.games", "--out", "a.rows", "--threads", "1"]);
    let rows = fs::read(folder.path().join("a.rows")).expect("rows");
    let shape: Value = serde_json::from_str(&good(folder.path(), &["inputs"])).expect("one object");
    let number = |name: &str| shape[name].as_u64().expect(name) as usize;
    assert_eq!(rows.len(), samples * number("row"));
    for row in rows.chunks(number("row")) {
        let facts: Vec<_> =
            row[..2 * number("most")].chunks(2).map(|n| u16::from_le_bytes([n[0], n[1]])).collect();
        assert!(facts.iter().all(|&fact| usize::from(fact) <= number("inputs")));
        assert!(usize::from(facts[20]) < number("inputs"), "at least twenty facts");
    }
    assert_eq!(shape["facts"].as_array().map(Vec::len), Some(8));
}

#[test]
fn rows_go_to_standard_output_unless_a_file_is_named() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "a.games", "1");
    good(folder.path(), &["inputs", "a.games", "--out", "a.rows"]);
    let rows = fs::read(folder.path().join("a.rows")).expect("rows");
    for args in [&["inputs", "a.games"][..], &["inputs", "a.games", "--out", "-"]] {
        let output = run(folder.path(), args, "");
        assert!(output.status.success(), "{args:?}");
        assert_eq!(output.stdout, rows, "{args:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no file is called -");
}

#[test]
fn rows_have_one_order_on_any_number_of_threads() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "a.games", "12");
    let rows = |threads: &str| {
        good(folder.path(), &["inputs", "a.games", "--out", "a.rows", "--threads", threads]);
        fs::read(folder.path().join("a.rows")).expect("rows")
    };
    let one = rows("1");
    for _ in 0..3 {
        assert!(rows("8") == one, "the order differs");
    }
}

#[test]
fn foreign_files_are_not_overwritten() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "a.games", "1");
    let notes = folder.path().join("notes");
    for length in [1, 6, 10, 50, 95, 96, 500] {
        let text = "My own notes. ".repeat(40)[..length].to_string();
        fs::write(&notes, &text).expect("written");
        for args in [
            &["datagen", "notes", "--games", "1", "--nodes", "20"][..],
            &["datagen", "notes", "--games", "1", "--format", "jsonl"],
            &["datagen", "notes", "--games", "1", "--format", "csv"],
            &["datagen", "notes", "--games", "1", "--format", "parquet"],
            &["inputs", "a.games", "--out", "notes"],
            &["arena", "random", "greedy", "--pairs", "1", "--save", "notes"],
            &["bench", "regret", "--set", "notes", "--make", "1", "--deep", "20"],
        ] {
            let output = run(folder.path(), args, "");
            assert_eq!(output.status.code(), Some(2), "{args:?} over {length} bytes");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("notes"), "{said}");
            assert_eq!(fs::read_to_string(&notes).expect("a file"), text, "{args:?}");
        }
    }
}

#[test]
fn games_go_only_to_files_that_can_be_continued() {
    let _watchdog = Watchdog::start();
    let folder = TempDir::new().expect("a folder");
    for format in ["games", "jsonl", "csv"] {
        // Reading /dev/zero for the games that it has would never end.
        for file in ["/dev/zero", "/dev/stdout", "-"] {
            let args = ["datagen", file, "--format", format, "--games", "1", "--nodes", "20"];
            let output = run(folder.path(), &args, "");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{file}: {said}");
            assert!(said.contains(&format!("{file} ")), "{said}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn own_files_can_be_overwritten() {
    let folder = TempDir::new().expect("a folder");
    play(folder.path(), "a.games", "1");
    // A file such as a power failure may leave behind.
    let path = folder.path().join("begun.games");
    fs::write(&path, b"BOSWGAM\x02").expect("written");
    play(folder.path(), "begun.games", "1");
    fs::write(folder.path().join("empty"), "").expect("written");
    for args in [
        &["inputs", "a.games", "--out", "rows"][..],
        &["inputs", "a.games", "--out", "empty"],
        &["arena", "random", "greedy", "--pairs", "1", "--quiet", "--save", "games.rose"],
        &["bench", "regret", "--set", "set", "--make", "1", "--deep", "20"],
    ] {
        for _ in 0..2 {
            good(folder.path(), args);
        }
    }
}

#[test]
fn the_name_of_a_file_says_its_format() {
    let folder = TempDir::new().expect("a folder");
    let begins = |file: &str, format: &[&str]| {
        let args = ["datagen", file, "--games", "1", "--nodes", "4"];
        good(folder.path(), &[&args[..], format].concat());
        fs::read(folder.path().join(file)).expect("a file")
    };
    assert!(begins("a.csv", &[]).starts_with(b"game,rows,ply,"));
    assert!(begins("a.jsonl", &[]).starts_with(b"{"));
    assert!(begins("a.rows", &[]).starts_with(b"BOSWGAM"));
    assert!(begins("b.csv", &["--format", "jsonl"]).starts_with(b"{"));
}

#[test]
fn rows_are_written_in_formats_of_data_tools() {
    let folder = TempDir::new().expect("a folder");
    let rows = |format| {
        let args = ["datagen", "rows", "--games", "2", "--nodes", "4", "--format", format];
        good(folder.path(), &args);
        let text = fs::read_to_string(folder.path().join("rows")).expect("text");
        fs::remove_file(folder.path().join("rows")).expect("removed");
        text
    };
    let lines = rows("jsonl");
    let first: Value = serde_json::from_str(lines.lines().next().expect("a row")).expect("JSON");
    assert_eq!((&first["edition"], &first["nodes"]), (&"classic".into(), &4.into()));
    assert!(first["program"].as_str().is_some_and(|name| name.starts_with("bosworth ")), "{first}");
    let table = rows("csv");
    assert_eq!(table.lines().count(), lines.lines().count() + 1);
    assert!(table.starts_with("game,rows,ply,position,"), "{table}");
    let args = ["datagen", "rows", "--format", "csv", "--keep", "1"];
    let output = run(folder.path(), &args, "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--keep"));
}
