//! `bosworth review` end to end, with few nodes to keep it fast; still deterministic.

use std::fs;
use std::path::Path;

use bosworth_engine::ReviewDepth;
use bosworth_rules::{Record, comment_command};
use insta::assert_snapshot;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

/// A short game with a comment, a draw, a blunder and a resignation.
const SHORT: &str = r#"[Red "Anne"]
[White "Jo"]
[Deal "SE2,S2,SW1,W3,NW2 / NE1,E1,SE1,S1,W2"]

1. S2 {quick [%clk 0:04:31]} W2 2. SE2 E1 3. W3 +N2 4. +NW3 +S3 5. +E2 NE1 1-0
"#;

/// The end of a game: Red plays the last rose.
const END: &str = r#"[Red "Jo"]
[White "Anne"]
[Position "rrrrrrrrr/wwwwwwwww/rrrrrrrrr/wwwwwwwww/rrrrrrrrr/9/wwwww4/9/r8 a1 r N1 S1 0 0 - classic"]

1. N1 1-0
"#;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The output of a successful run.
fn printed(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args, "");
    assert_eq!(text(&output.stderr), "", "{args:?}: no progress without a terminal");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    text(&output.stdout)
}

/// A folder with both games in a file.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.rose"), format!("{SHORT}\n{END}")).expect("written");
    folder
}

#[test]
fn the_table_in_every_language() {
    let folder = folder();
    for language in ["en", "de", "fr"] {
        let args = ["review", "games.rose", "--nodes", "200", "--lang", language];
        assert_snapshot!(format!("review_{language}"), printed(folder.path(), &args));
    }
}

#[test]
fn each_choice_is_explained_if_asked_for() {
    let folder = folder();
    let args = ["review", "games.rose", "--game", "1", "--nodes", "100", "--why", "--json"];
    let report: Value = serde_json::from_str(&printed(folder.path(), &args)).expect("JSON");
    for ply in report["plies"].as_array().expect("plies") {
        let why = ply["why"].as_array().expect("a list");
        let actions: Vec<_> = why.iter().map(|explained| &explained["action"]).collect();
        let played = ply["action"].as_str().expect("an action");
        match (&ply["best"], if played.starts_with('+') { "+" } else { played }) {
            (Value::Null, _) => assert!(why.is_empty(), "{ply}"),
            (best, played) if best == played => assert_eq!(actions, [best]),
            (best, _) => assert_eq!((actions.len(), actions[0]), (2, best)),
        }
    }
}

#[test]
fn rollouts_judge_costly_decisions_again() {
    let folder = folder();
    let args =
        ["review", "games.rose", "--game", "1", "--nodes", "200", "--rollout", "--games", "16"];
    let text = printed(folder.path(), &args);
    assert!(text.contains("95% interval"), "{text}");
    let json = printed(folder.path(), &[&args[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let judged: Vec<_> = report["plies"]
        .as_array()
        .expect("plies")
        .iter()
        .filter(|ply| !ply["rollout"].is_null())
        .collect();
    assert!(!judged.is_empty(), "{report}");
    for ply in judged {
        let actions = ply["rollout"].as_array().expect("a list");
        let number = |n: usize, name: &str| actions[n][name].as_f64().expect(name);
        assert_eq!((&ply["best"], actions.len() >= 2), (&actions[0]["action"], true));
        assert!(number(0, "low") <= number(0, "win") && number(0, "win") <= number(0, "high"));
        let played = ply["action"].as_str().expect("an action");
        let played = if played.starts_with('+') { "+" } else { played };
        let own = actions.iter().position(|it| it["action"] == played).expect("it was played");
        let loss = number(0, "win") - number(own, "win");
        assert!((ply["loss"].as_f64().expect("a loss") - loss).abs() < 1e-6, "{ply}");
    }
}

#[test]
fn help_explains_the_columns() {
    assert_snapshot!("help_review", printed(Path::new("."), &["review", "--help"]));
}

#[test]
fn json_has_everything_and_adds_up() {
    let folder = folder();
    let lines = printed(folder.path(), &["review", "games.rose", "--nodes", "100", "--json"]);
    let games: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games.len(), 2);
    for game in &games {
        let part = |name: &str| game["balance"][name].as_f64().expect("a number");
        let parts = ["deal_luck", "luck", "skill", "revision"].map(part);
        let error = part("result") - part("start") - parts.iter().sum::<f64>();
        assert!(error.abs() < 1e-9, "{game}");
    }
    let [short, end] = &games[..] else { unreachable!() };
    assert_eq!(short["plies"].as_array().map(Vec::len), Some(10));
    assert_eq!(short["plies"][5]["action"], "+N2");
    assert_eq!(short["plies"][5]["cards"].as_object().map(|cards| cards.len()), Some(14));
    assert_eq!(short["plies"][0]["actions"].as_object().map(|actions| actions.len()), Some(5));
    assert!(short["plies"][0]["luck"].is_null());
    assert_eq!(short["red"]["name"], "Anne");
    assert_eq!((&short["finished"], &end["finished"]), (&false.into(), &true.into()));
    assert_eq!(end["balance"]["deal_luck"], 0.0, "no deal, no luck of the deal");
    let result = |game: &Value| game["balance"]["result"].as_f64();
    assert_eq!(result(end), Some(1.0), "{end}");
}

#[test]
fn annotated_records_replay_and_keep_existing_comments() {
    let folder = folder();
    let nodes = ["--nodes", "100"];
    let review = |file, out| {
        printed(folder.path(), &[&["review", file, "--save", out], &nodes[..]].concat())
    };
    let out = review("games.rose", "out.rose");
    assert!(out.ends_with("Saved in out.rose.\n"), "{out}");
    let saved = fs::read_to_string(folder.path().join("out.rose")).expect("saved");
    let plain: Vec<_> = Record::read_all(SHORT).chain(Record::read_all(END)).collect();
    let records: Vec<_> = Record::read_all(&saved).collect();
    assert_eq!(plain.len(), records.len());
    for (plain, record) in plain.into_iter().zip(records) {
        let (plain, record) = (plain.expect("a record"), record.expect("a record"));
        assert_eq!(record.replay(), plain.replay());
        assert_eq!(record.result, plain.result);
        for (step, old) in record.steps.iter().zip(&plain.steps) {
            let (new, kept) = step.comments.split_last().expect("a comment");
            assert_eq!(kept, old.comments);
            let number = |name| comment_command(new, name).map(str::parse::<f64>);
            assert!(number("eval").is_some_and(|eval| (0.0..=1.0).contains(&eval.expect("eval"))));
            assert_eq!(number("luck").is_some(), step.ply.to_string().starts_with('+'));
        }
    }
    let net = bosworth_engine::Network::shipped().name();
    let annotator = format!("[Annotator \"Bosworth {} net {net}", env!("CARGO_PKG_VERSION"));
    assert!(saved.contains(&annotator), "{saved}");

    // Reviewing a reviewed game does not duplicate its comments.
    review("out.rose", "again.rose");
    let again = fs::read_to_string(folder.path().join("again.rose")).expect("saved");
    assert_eq!(again, saved);
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 3, "no other file stays");
}

#[test]
fn one_game_of_many() {
    let folder = folder();
    let args = ["review", "games.rose", "--nodes", "50", "--game", "2", "--save", "out.rose"];
    assert!(printed(folder.path(), &args).starts_with("Game 2: Jo – Anne, classic\n"));
    let saved = fs::read_to_string(folder.path().join("out.rose")).expect("saved");
    assert_eq!(Record::read_all(&saved).count(), 1);
}

/// The same depths as in the terminal and the web app.
#[test]
fn depths_have_names_and_the_default_is_standard() {
    let folder = folder();
    let review = |args: &[&str]| {
        let start = ["review", "games.rose", "--game", "2", "--json"];
        printed(folder.path(), &[&start, args].concat())
    };
    for depth in ReviewDepth::ALL {
        let nodes = depth.nodes().to_string();
        let named = review(&["--depth", depth.name()]);
        assert_eq!(named, review(&["--nodes", &nodes]));
        assert!(named.contains(&format!("\"nodes\":{nodes},")), "{named}");
    }
    assert_eq!(review(&[]), review(&["--depth", "standard"]));
}

#[test]
fn reviews_can_be_limited_by_time() {
    let folder = folder();
    let args = ["review", "games.rose", "--game", "2", "--ms", "1", "--json"];
    let line = printed(folder.path(), &args);
    assert!(line.contains("\"nodes\":null,\"ms\":1,"), "{line}");
}

#[test]
fn bad_input_is_explained_and_writes_nothing() {
    let folder = folder();
    let illegal = SHORT.replace("1. S2", "1. N1");
    fs::write(folder.path().join("illegal.rose"), illegal).expect("written");
    fs::write(folder.path().join("empty.rose"), "").expect("written");
    let bad: [&[&str]; 8] = [
        &["no-such-file.rose"],
        &["illegal.rose", "--save", "out.rose"],
        &["empty.rose"],
        &["games.rose", "--game", "3"],
        &["games.rose", "--game", "0"],
        &["games.rose", "--nodes", "3"],
        &["games.rose", "--ms", "0"],
        &["games.rose", "--save", "games.rose"],
    ];
    let mut all = String::new();
    for args in bad {
        let output = run(folder.path(), &[&["review"], args].concat(), "");
        // The illegal game is skipped, so none is left.
        let code = if args[0] == "illegal.rose" { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert_eq!(text(&output.stdout), "", "{args:?}");
        let error = text(&output.stderr);
        all += &format!("$ bosworth review {}\n{}\n", args.join(" "), error.trim_end());
    }
    assert!(!folder.path().join("out.rose").exists());
    let games = fs::read_to_string(folder.path().join("games.rose")).expect("still there");
    assert_eq!(games, format!("{SHORT}\n{END}"));
    assert_snapshot!("review_bad_input", all);
}
