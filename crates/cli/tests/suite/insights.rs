//! `bosworth insights` end to end, with few nodes to keep it fast.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

const GAMES: &str = r#"[Red "Anne"]
[White "Jo"]
[Date "2026.03.01"]
[Deal "SE2,S2,SW1,W3,NW2 / NE1,E1,SE1,S1,W2"]

1. S2 W2 2. SE2 E1 3. W3 +N2 4. +NW3 +S3 5. +E2 NE1 1-0

[Red "Computer, level 3"]
[White "Anne"]
[Deal "SE2,S2,SW1,W3,NW2 / NE1,E1,SE1,S1,W2"]

1. S2 W2 2. SE2 E1 3. W3 +N2 1-0

[Red "Jo"]
[White "Kim"]
[Deal "SE2,S2,SW1,W3,NW2 / NE1,E1,SE1,S1,W2"]

1. S2 W2 *
"#;

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.rose"), GAMES).expect("written");
    folder
}

fn printed(folder: &TempDir, more: &[&str]) -> String {
    let args = [&["insights", "games.rose", "--nodes", "50"], more].concat();
    let output = run(folder.path(), &args, "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn decisions_are_grouped_and_every_figure_has_its_sample_size() {
    let folder = folder();
    let found: Value = serde_json::from_str(&printed(&folder, &["--json"])).expect("JSON");
    assert_eq!((&found["player"], &found["results"]["games"]), (&"Anne".into(), &2.into()));
    assert_eq!(found["results"]["score"], 1.0);
    let games = found["games"].as_array().expect("games");
    for game in games {
        let number = |name: &str| game[name].as_f64().expect(name);
        assert!((number("score") - number("luck") - number("without_luck")).abs() < 1e-9, "{game}");
    }
    assert_eq!((&games[0]["date"], &games[1]["date"]), (&"2026.03.01".into(), &Value::Null));
    let all = found["all"]["decisions"].as_u64().expect("a number");
    assert!(all >= 6, "{found}");
    for grouping in ["phase", "kind", "side", "edition", "opponent"] {
        let groups = found["groups"][grouping].as_object().expect(grouping);
        let sum: u64 = groups.values().filter_map(|group| group["decisions"].as_u64()).sum();
        assert_eq!(sum, all, "{grouping}");
    }
    assert!(found["groups"]["opponent"]["level 3"]["loss"].is_f64(), "{found}");
}

#[test]
fn the_figures_are_a_table_and_a_drawing_in_every_language() {
    let folder = folder();
    for (language, title) in
        [("en", "without luck"), ("de", "ohne Glück"), ("fr", "sans la chance")]
    {
        let args = ["--player", "Jo", "--lang", language, "--svg", "out.svg"];
        let table = printed(&folder, &args);
        assert!(table.starts_with("Jo") && table.contains(title), "{table}");
        let drawing = fs::read_to_string(folder.path().join("out.svg")).expect("a drawing");
        assert!(drawing.starts_with("<svg") && drawing.contains(title), "{drawing}");
        assert!(drawing.contains("n = "), "every group has its sample size");
    }
}

#[test]
fn a_player_without_games_is_an_error() {
    let folder = folder();
    let output = run(folder.path(), &["insights", "games.rose", "--player", "Nobody"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_illegal_game_is_named_and_skipped() {
    let folder = folder();
    let illegal = GAMES.replace("1. S2 W2 *", "1. S2 S2 *");
    fs::write(folder.path().join("games.rose"), illegal).expect("written");
    let args = ["insights", "games.rose", "--nodes", "50", "--player", "Jo", "--json"];
    let output = run(folder.path(), &args, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("game 3"), "{output:?}");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["games"].as_array().map(Vec::len), Some(1));
}
