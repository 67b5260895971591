//! Input of commands, valid or not: records, positions, and completion requests of shells.

use std::fs;
use std::io::Read;
use std::path::Path;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{bosworth, run};

const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
const GAME: &str =
    "[Red \"Anne\"]\n[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 W1 *\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A good game, one without a result, an illegal one and a good one.
fn damaged() -> String {
    let broken = GAME.replace(" *", "");
    let illegal = GAME.replace("NE2 W1", "N1 W1");
    format!("{GAME}\n{broken}\n{illegal}\n{GAME}")
}

#[test]
fn unreadable_games_are_reported_and_skipped() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.rose"), damaged()).expect("written");
    let skipped = "bosworth: games.rose: game 2 skipped, line 11: the actions end without a result";
    for (command, games) in [
        (&["replay", "games.rose", "--json"][..], &[1, 3, 4][..]),
        (&["verify", "games.rose", "--json"], &[1, 3, 4]),
        (&["review", "games.rose", "--nodes", "16", "--json"], &[1, 4]),
    ] {
        let output = run(folder.path(), command, "");
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let said = text(&output.stderr);
        assert!(said.starts_with(skipped), "{command:?}: {said}");
        let lines = text(&output.stdout);
        let numbers = lines.lines().map(|line| {
            let report: Value = serde_json::from_str(line).expect("JSON");
            report["game"].as_u64().expect("a number")
        });
        assert_eq!(numbers.collect::<Vec<_>>(), games, "{command:?}");
    }
    let review = run(folder.path(), &["review", "games.rose", "--nodes", "16", "--lang", "de"], "");
    let said = text(&review.stderr);
    // The reasons are in the language of the surrounding sentences.
    assert!(said.contains("Partie 2 übersprungen, Zeile 11: Nach den Aktionen fehlt"), "{said}");
    assert!(said.contains("Partie 3 übersprungen: Aktion 1 der Partie, N1, ist gegen"), "{said}");
}

#[test]
fn replay_verify_and_review_take_many_files() {
    let folder = TempDir::new().expect("a folder");
    for name in ["a.rose", "b.rose"] {
        fs::write(folder.path().join(name), GAME).expect("written");
    }
    for more in [&["replay", "--quiet"][..], &["review", "--nodes", "16", "--text"], &["verify"]] {
        let args = [more, &["a.rose", "b.rose", "-"]].concat();
        let output = run(folder.path(), &args, GAME);
        let said = text(&output.stdout);
        for name in ["a.rose, Game 1: ", "b.rose, Game 1: ", "-, Game 1: "] {
            assert!(said.contains(name), "{args:?}: {said}");
        }
        // These games have no shuffle to verify.
        let code = i32::from(more[0] == "verify");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let json = run(folder.path(), &[&args[..], &["--json"]].concat(), GAME);
        assert!(text(&json.stdout).starts_with("{\"file\":\"a.rose\",\"game\":1,"), "{args:?}");
    }
    let one = run(folder.path(), &["review", "a.rose", "b.rose", "--game", "1"], "");
    assert_eq!(text(&one.stderr), "bosworth: --game 1 works with one file only\n");
}

#[test]
fn replay_prints_positions_for_other_commands() {
    let folder = TempDir::new().expect("a folder");
    let won = GAME.replace(" *", " 0-1");
    fs::write(folder.path().join("games.rose"), format!("{won}\n{}", damaged())).expect("written");
    let output = run(folder.path(), &["replay", "games.rose", "--positions"], "");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "one game is illegal");
    assert!(said.contains("Game 4: ") && said.contains("N1"), "{said}");
    let positions = text(&output.stdout);
    // Three games of two plies, and the start of the illegal one.
    assert_eq!(positions.lines().count(), 3 * 3 + 1, "{positions}");
    assert_eq!(positions.lines().next(), Some(START));
    let inspected = text(&run(folder.path(), &["inspect"], &positions).stdout);
    assert!(!inspected.contains("error"), "{inspected}");
    let output = run(folder.path(), &["replay", "games.rose", "--positions", "--json"], "");
    let rows = text(&output.stdout);
    let rows = rows.lines().map(|line| serde_json::from_str(line).expect("a row"));
    let rows: Vec<Value> = rows.collect();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("ply")[..4], [1, 2, 3, 1].map(Value::from));
    let null = Value::Null;
    assert_eq!(column("action")[..3], ["NE2".into(), "W1".into(), null.clone()]);
    // White, who acts second, won the first game.
    assert_eq!(column("result")[..4], [0.0.into(), 1.0.into(), 0.0.into(), null]);
    assert_eq!(rows[9]["game"], 5);
}

#[test]
fn best_solve_and_score_read_positions_from_standard_input() {
    let here = Path::new(".");
    let input = format!("\u{feff}{START}\n\nnonsense\n{START}\n");
    for command in [
        &["score", "-"][..],
        &["score"],
        &["best", "-", "--nodes", "50"],
        &["solve", "-", "--nodes", "50"],
    ] {
        let output = run(here, command, &input);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let said = text(&output.stdout);
        assert_eq!(said.matches(&format!("Position: {START}")).count(), 2, "{said}");
        let faults = text(&output.stderr);
        assert!(faults.starts_with("bosworth: line 3 skipped: "), "{faults}");
        let json = run(here, &[command, &["--json"]].concat(), &input);
        assert_eq!(text(&json.stdout).lines().count(), 2, "{command:?}");
    }
    assert!(run(here, &["score", "-"], &format!("{START}\n")).status.success());
}

#[test]
fn a_bad_position_is_explained_in_the_same_words_everywhere() {
    let here = Path::new(".");
    let why = "side: is missing; a position is: board crown side red-hand";
    for (args, input) in [
        (&["best", "bad line"][..], ""),
        (&["score"], "bad line\n"),
        (&["solve"], "bad line\n"),
        (&["perft", "1", "bad line"], ""),
        (&["inspect"], "bad line\n"),
        (&["inspect", "bad line"], ""),
    ] {
        let output = run(here, args, input);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(said.contains(why), "{args:?}: {said}");
    }
    let output = run(here, &["inspect", START], "");
    assert!(text(&output.stdout).starts_with("{\"position\":"), "{output:?}");
}

#[test]
fn searches_without_timing_print_the_same_text() {
    for command in [&["best", "--nodes", "50"][..], &["solve", "--nodes", "50"]] {
        for more in [&["--no-timing"][..], &["--no-timing", "--json"]] {
            let args = [command, more, &[START]].concat();
            let said = || text(&run(Path::new("."), &args, "").stdout);
            assert_eq!(said(), said(), "{args:?}");
            let timed = ["seconds", " s,", " s.", " in "].iter().any(|it| said().contains(it));
            assert!(!timed, "{}", said());
        }
    }
}

#[test]
fn inspect_takes_a_byte_order_mark() {
    let output = run(Path::new("."), &["inspect"], &format!("\u{feff}{START}\r\n"));
    assert!(text(&output.stdout).starts_with("{\"position\":"), "{output:?}");
}

#[test]
fn perft_writes_json() {
    let json = |args: &[&str]| -> Value {
        let output = run(Path::new("."), args, "");
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let found = json(&["perft", "3", START, "--json", "--divide"]);
    assert_eq!((&found["depth"], &found["nodes"]), (&3.into(), &327.into()));
    assert_eq!((&found["position"], &found["divide"]["NE2"]), (&START.into(), &87.into()));
    let found = json(&["perft", "0", START, "--json", "--divide"]);
    assert_eq!(found["nodes"], 1);
    assert!(json(&["perft", "1", START, "--json"])["divide"].is_null());
}

#[test]
fn completions_end_quietly_when_the_pipe_is_closed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let mut child = bosworth(Path::new("."), &["completions", shell]).spawn().expect("a start");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(text(&output.stderr), "", "{shell}");
        assert!(output.status.success(), "{shell}");
    }
}

#[test]
fn completion_knows_levels_editions_and_saved_games() {
    let folder = TempDir::new().expect("a folder");
    let games = folder.path().join("bosworth/games");
    fs::create_dir_all(&games).expect("a folder");
    fs::write(games.join("2026-11-16-1.rose"), GAME).expect("written");
    let complete = |words: &[&str]| {
        let args = [&["--", "bosworth"], words].concat();
        let output = bosworth(folder.path(), &args).env("COMPLETE", "fish").output().expect("ends");
        let lines = text(&output.stdout);
        let names = lines.lines().filter_map(|line| line.split('\t').next());
        names.map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(complete(&["play", "--level", ""]), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(complete(&["deal", "--rules", "k"]), ["kingofroses"]);
    assert_eq!(complete(&["games", "2026"]), ["2026-11-16-1"]);
    for command in ["review", "replay", "verify"] {
        assert_eq!(complete(&[command, "2026"]), ["2026-11-16-1"], "{command}");
        let file = folder.path().join("bosworth");
        let begun = file.to_str().expect("UTF-8").trim_end_matches("orth");
        assert_eq!(complete(&[command, begun]), [format!("{}/", file.display())], "{command}");
    }
    assert_eq!(complete(&["games", "--delete", "2026"]), ["2026-11-16-1"]);
    assert_eq!(complete(&["score", "--lang", ""]), ["en", "de", "fr"]);
}

#[test]
fn help_notes_in_other_languages_that_it_is_english_only() {
    let help = |args: &[&str]| text(&run(Path::new("."), args, "").stdout);
    assert!(!help(&["--help"]).contains("are in English"));
    for (args, note) in [
        (&["--help", "--lang", "de"][..], "Hilfe und Fehler zu Argumenten sind"),
        (&["score", "--help", "--lang=fr"], "L’aide et les erreurs d’arguments sont en anglais"),
        (&["bench", "search", "-h", "--lang", "de"], "Hilfe und Fehler zu Argumenten sind"),
    ] {
        assert!(help(args).contains(note), "{args:?}");
    }
    let german =
        bosworth(Path::new("."), &["-h"]).env("LANG", "de_CH.UTF-8").output().expect("ends");
    assert!(text(&german.stdout).contains("Hilfe und Fehler zu Argumenten sind"));
}

/// On a terminal, a note explains what the program is waiting for.
#[test]
fn commands_say_when_they_wait_for_input() {
    for (args, said) in [
        (&["inspect"][..], "Reading positions from standard input"),
        (&["best"], "Reading positions from standard input"),
        (&["score"], "Reading positions from standard input"),
        (&["solve"], "Reading positions from standard input"),
        (&["engine"], "Waiting for UGI commands"),
    ] {
        let pty = native_pty_system().openpty(PtySize::default()).expect("a terminal");
        let mut builder = CommandBuilder::new(env!("CARGO_BIN_EXE_bosworth"));
        builder.args(args);
        builder.env("LC_ALL", "C");
        let mut reader = pty.master.try_clone_reader().expect("a reader");
        let mut child = pty.slave.spawn_command(builder).expect("the program starts");
        drop(pty.slave);
        let mut shown = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&shown).contains(said) {
            let count = reader.read(&mut byte).unwrap_or(0);
            assert!(count > 0, "{args:?}: {}", String::from_utf8_lossy(&shown));
            shown.extend(byte);
        }
        child.kill().expect("it can be ended");
        child.wait().expect("it ends");
    }
}

#[test]
fn records_cannot_inject_terminal_escapes() {
    let folder = TempDir::new().expect("a folder");
    let record = GAME.replace("Anne", "\u{1b}]52;c;AAAA\u{7}Anne");
    let shown = run(folder.path(), &["replay", "-", "--text"], &record);
    let shown = text(&shown.stdout);
    assert!(shown.contains("Anne") && !shown.contains(['\u{1b}', '\u{7}']), "{shown:?}");
}
