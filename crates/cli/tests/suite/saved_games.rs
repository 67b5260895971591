//! Saved games: listing, resuming, deleting, and deals from a seed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::console::Console;
use tempfile::TempDir;

/// Runs the program with some input.
fn bosworth(data: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(args)
        .current_dir(data)
        .env("XDG_DATA_HOME", data)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that exits early does not read the rest of its input.
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn play_deals_what_deal_deals() {
    let data = TempDir::new().expect("a folder");
    for seed in ["7", "c0ffee"] {
        let dealt = text(&bosworth(data.path(), &["deal", "--seed", seed, "--json"], ""));
        let file = format!("{seed}.rose");
        let args = ["play", "--plain", "--two", "--seed", seed, "--save", &file];
        assert!(bosworth(data.path(), &args, "quit\n").status.success());
        let table = bosworth_tui::load(&data.path().join(&file)).expect("a game");
        let position = format!("\"position\":\"{}\"", table.position());
        assert!(dealt.contains(&position), "{dealt} has not {position}");
        assert!(bosworth(data.path(), &["verify", &file], "").status.success());
    }
}

#[test]
fn the_list_shows_players_and_winners() {
    let data = TempDir::new().expect("a folder");
    let play = ["play", "--plain", "--level", "1", "--seed", "7"];
    assert!(bosworth(data.path(), &play, "resign\nyes\nquit\n").status.success());
    let two = ["play", "--plain", "--two", "--clock", "5+3"];
    assert!(bosworth(data.path(), &two, "quit\n").status.success());
    let list = text(&bosworth(data.path(), &["games"], ""));
    assert!(list.contains("you – level 1") && list.contains("White won"), "{list}");
    assert!(list.contains("Red – White") && list.contains("open"), "{list}");
    let json = text(&bosworth(data.path(), &["games", "--json"], ""));
    assert_eq!(json.lines().count(), 2);
    assert!(json.contains("\"white\":{\"name\":null,\"level\":1}"), "{json}");
    assert!(json.contains("\"winner\":\"white\"") && json.contains("\"clock\":\"5+3\""), "{json}");
}

#[test]
fn saved_games_are_named_by_number_or_name_everywhere() {
    let data = TempDir::new().expect("a folder");
    let play = ["play", "--plain", "--two", "--seed", "7"];
    assert!(bosworth(data.path(), &play, "NE2\nquit\n").status.success());
    let list = text(&bosworth(data.path(), &["games", "--json"], ""));
    let list: serde_json::Value = serde_json::from_str(&list).expect("a game");
    let (name, position) = (list["name"].as_str().expect("a name"), &list["position"]);
    for game in ["1", name] {
        for command in [
            &["replay", "--json"][..],
            &["verify", "--json"],
            &["review", "--json", "--nodes", "16"],
            &["best", "--json", "--nodes", "16"],
            &["score", "--json"],
            &["inspect"],
        ] {
            let output = bosworth(data.path(), &[command, &[game]].concat(), "");
            assert!(output.status.success(), "{command:?} {game}: {output:?}");
            let answer: serde_json::Value =
                serde_json::from_slice(&output.stdout).expect("one line of JSON");
            if ["best", "score", "inspect"].contains(&command[0]) {
                assert_eq!(&answer["position"], position, "{command:?} {game}");
            }
        }
    }
    let missing = bosworth(data.path(), &["review", "nothing", "--text"], "");
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(said.contains("cannot read nothing, and no saved game has this name"), "{said}");
}

#[test]
fn games_are_deleted_by_name_or_number_all_or_none() {
    let data = TempDir::new().expect("a folder");
    for _ in 0..3 {
        assert!(bosworth(data.path(), &["play", "--plain", "--two"], "quit\n").status.success());
    }
    let count = || text(&bosworth(data.path(), &["games", "--json"], "")).lines().count();
    let refused = bosworth(data.path(), &["games", "--delete", "1", "nothing"], "");
    assert_eq!((refused.status.code(), count()), (Some(2), 3));
    assert!(bosworth(data.path(), &["games", "--delete", "1", "2"], "").status.success());
    assert_eq!(count(), 1);
}

#[test]
fn again_plays_another_game_with_the_same_players() {
    let data = TempDir::new().expect("a folder");
    let script = "resign\nyes\nagain\nquit\n";
    let played = bosworth(data.path(), &["play", "--plain", "--two"], script);
    assert!(played.status.success(), "{}", text(&played));
    let list = text(&bosworth(data.path(), &["games", "--json"], ""));
    assert_eq!(list.lines().count(), 2, "{list}");
}

#[test]
fn the_menu_resumes_the_unfinished_game() {
    let data = TempDir::new().expect("a folder");
    let play = ["play", "--plain", "--level", "1", "--seed", "7"];
    assert!(bosworth(data.path(), &play, "NE2\nquit\n").status.success());
    let mut console = Console::start(data.path(), &["play"]);
    console.wait("the menu", |text| text.contains("Continue") && text.contains("you – level 1"));
    console.press("\r");
    console.wait("the game", |text| text.contains("Your turn"));
    console.press("q");
    assert_eq!(console.end().0, 0);
    let list = text(&bosworth(data.path(), &["games", "--json"], ""));
    assert_eq!(list.lines().count(), 1, "no other game was begun: {list}");
}

#[test]
fn lines_can_be_edited_and_recalled() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--plain", "--two"]);
    console.wait("a prompt", |text| text.contains("> "));
    // The first letter is missing: home, and it is typed.
    console.press("rown\x1b[Hc\r");
    console.wait("an answer", |text| text.contains("The crown is on"));
    console.press("\x1b[A\r");
    console.wait("the same again", |text| text.matches("The crown is on").count() == 2);
    console.press("quit\r");
    assert_eq!(console.end().0, 0);
}
