//! `bosworth puzzles`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

fn good(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, &[&["puzzles"], args].concat(), "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The contract for programs that know only the text formats.
#[test]
fn the_list_is_one_object_a_line_with_legal_actions() {
    let listed = good(Path::new("."), &["list", "--json"]);
    assert!(listed.lines().count() >= 2_000);
    for line in listed.lines() {
        let puzzle: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| puzzle[key].as_str().expect(key).to_string();
        let position: bosworth_rules::Position = text("position").parse().expect("a position");
        let actions: Vec<_> = position.actions().iter().map(|it| it.to_string()).collect();
        assert!(actions.contains(&text("best")) && actions.contains(&text("second")), "{line}");
        assert_eq!(text("edition"), position.ruleset().to_string());
        assert!(puzzle["gap"].as_f64().is_some_and(|gap| (5.0..=100.0).contains(&gap)), "{line}");
        assert!(puzzle["level"].as_u64().is_some_and(|level| (1..=9).contains(&level)), "{line}");
        assert!(puzzle["id"].is_u64() && puzzle["tags"].is_array(), "{line}");
        let answers = puzzle["answers"].as_array().expect("answers");
        assert_eq!(answers.len(), actions.len());
        assert_eq!(answers[0]["action"], puzzle["best"]);
        assert_eq!(answers[1]["loss"], puzzle["gap"]);
    }
}

#[test]
fn the_list_can_be_narrowed_down() {
    let args = ["list", "--json", "--tag", "hero", "--edition", "kingofroses", "--level", "5"];
    let listed = good(Path::new("."), &args);
    assert!(listed.lines().count() > 0);
    for line in listed.lines() {
        let puzzle: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&puzzle["edition"], &puzzle["level"]), (&"kingofroses".into(), &5.into()));
        assert!(puzzle["tags"].as_array().expect("tags").contains(&"hero".into()), "{line}");
        assert!(puzzle["best"].as_str().expect("an action").ends_with('*'), "{line}");
    }
    let plain = good(Path::new("."), &[&args[..1], &args[2..]].concat());
    assert_eq!(plain.lines().count(), listed.lines().count() + 1);
    assert!(plain.lines().next_back().is_some_and(|line| line.contains("puzzle")), "{plain}");
}

#[test]
fn puzzles_are_made_resumed_packed_and_checked() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let make = |games| {
        let nodes = ["--nodes", "300", "--seeds", "2", "--threads", "2", "--games", games];
        good(path, &[&["make", "candidates.jsonl"], &nodes[..]].concat())
    };
    assert!(make("2").starts_with("candidates.jsonl: 2 new games (0 before)"));
    let said = make("3");
    assert!(said.starts_with("candidates.jsonl: 1 new game (2 before)"), "{said}");
    let said = good(path, &["pack", "set.bin", "candidates.jsonl"]);
    assert!(said.starts_with("set.bin: "), "{said}");
    let provenance = fs::read_to_string(path.join("set.json")).expect("a file");
    let provenance: Value = serde_json::from_str(&provenance).expect("JSON");
    let puzzles = provenance["puzzles"].as_u64().expect("a number");
    assert!(puzzles > 0 && provenance["made_by"][0]["games"] == 3, "{provenance}");
    let listed = good(path, &["list", "--from", "set.bin", "--json"]);
    assert_eq!(listed.lines().count() as u64, puzzles);
    let said = good(path, &["check", "--from", "set.bin"]);
    assert!(said.ends_with("checked, no faults\n"), "{said}");
    let measured = good(path, &["measure", "--from", "set.bin", "--puzzles", "2", "--nodes", "99"]);
    let measured: Value = serde_json::from_str(&measured).expect("JSON");
    assert_eq!(measured["puzzles"], puzzles.min(2));
}

#[test]
fn a_file_that_is_no_set_is_refused() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("set.bin"), "BOSWPUZ?").expect("written");
    let output = run(folder.path(), &["puzzles", "list", "--from", "set.bin"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("set.bin: this is not a set of puzzles of this version"), "{said}");
}
