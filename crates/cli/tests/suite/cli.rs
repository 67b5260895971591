//! The program end to end: output and exit codes.

use std::fs;
use std::io::Write;
use std::path::Path;

use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{Action, BySide};
use insta::assert_snapshot;
use tempfile::TempDir;

use crate::support::program;

const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
/// White 8 + 2 + 1, Red 5 + 2 + 2 + 1, and neither side can act.
const EXAMPLE: &str = "8r/9/rr7/9/rrrrr1rr1/9/ww1w5/9/wwwwwwww1 i9 r N1,N2,N3,NE1,E1 \
                       NE2,NE3,E2,E3,NW1 4 4 - classic";

/// The output and the exit code of a run.
fn shown(folder: &Path, args: &[&str], input: &str) -> String {
    let output = program::run(folder, args, input);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    format!("{out}{err}exit code {:?}", output.status.code().expect("an exit code"))
}

fn run(args: &[&str]) -> String {
    shown(Path::new("."), args, "")
}

#[test]
fn help_of_every_command_is_a_snapshot() {
    assert_snapshot!("help", run(&["--help"]));
    for command in [
        "play", "games", "serve", "admin", "db", "deal", "score", "replay", "verify", "inspect",
        "perft",
    ] {
        assert_snapshot!(format!("help_{command}"), run(&[command, "--help"]));
    }
}

#[test]
fn perft_prints_the_count() {
    assert_eq!(run(&["perft", "4", START]), "5218\nexit code 0");
    assert_eq!(run(&["perft", "0", START]), "1\nexit code 0");
    assert_eq!(run(&["perft", "1", EXAMPLE]), "0\nexit code 0");
    assert_snapshot!(run(&["perft", "3", START, "--divide"]), @r"
    NE2    87
    E3     69
    S2     68
    W3     52
    NW3    51
    327
    exit code 0
    ");
}

#[test]
fn inspect_answers_every_line_that_is_not_empty() {
    let lines = format!("{START}\n{EXAMPLE}\nnonsense\n\n9/9/9/9/4w4/9/9/9/9 e5 w - - 0 0 -\n");
    assert_snapshot!(shown(Path::new("."), &["inspect"], &lines));
}

#[test]
fn best_answers_in_the_chosen_language() {
    let args = ["best", "--nodes", "100", START, "--lang"];
    let [english, german, french] =
        ["en", "de", "fr"].map(|language| run(&[&args[..], &[language]].concat()));
    assert!(
        english.contains("NE2") && german.contains("NO2") && french.contains("NE2"),
        "{german}"
    );
    let heads = [&english, &german, &french].map(|text| text.lines().next().expect("a head"));
    assert!(heads[0] != heads[1] && heads[1] != heads[2] && heads[0] != heads[2], "{heads:?}");
}

#[test]
fn score_counts_as_the_rule_books_do() {
    assert_snapshot!("score", run(&["score", EXAMPLE]));
    assert_snapshot!("score_json", run(&["score", "--json", EXAMPLE]));
    assert_snapshot!("score_de", run(&["score", EXAMPLE, "--lang", "de"]));
    assert_snapshot!("score_fr", run(&["score", EXAMPLE, "--lang", "fr"]));
    assert_snapshot!("score_start", run(&["score", START]));
}

#[test]
fn deal_is_the_same_for_the_same_seed() {
    assert_snapshot!("deal", run(&["deal", "--seed", "1485"]));
    assert_snapshot!("deal_json", run(&["deal", "--seed", "1485", "--json"]));
    assert_snapshot!("deal_blue", run(&["deal", "--seed", "1485", "--rules", "kingofroses"]));
    assert_ne!(run(&["deal"]), run(&["deal"]), "without a seed the system's randomness decides");
}

#[test]
fn bad_input_is_explained_and_writes_nothing() {
    let bad: [&[&str]; 13] = [
        &["perft", "x", START],
        &["perft", "2", "9/9 e5 r"],
        &["perft", "2", "9/9/9/9/9/9/9/9/8 e5 r - - 4 4 -"],
        &["score", "9/9/9/9/4r4/9/9/9/9 e6 r - - 4 4 -"],
        &["score", "9/9/9/9/4r4/9/9/9/9 e5 r N1,N1 - 4 4 -"],
        &["score", "9/9/9/9/4r4/9/9/9/9 e5 r N1 N1 4 4 -"],
        &["score", "9/9/9/9/4r4/9/9/9/9 e5 r - - 4 5 -"],
        &["score", "9/9/9/9/4r4/9/9/9/9 e5 r - - 4 4 - chess"],
        &["deal", "--seed", "rose"],
        &["deal", "--rules", "classic:ending=never"],
        &["replay", "no-such-file.rose"],
        &["bench", "playouts", "--seconds", "-1"],
        &["dance"],
    ];
    let mut all = String::new();
    for args in bad {
        let output = program::run(Path::new("."), args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        all += &format!("$ bosworth {}\n{}\n", args.join(" "), error.trim_end());
    }
    assert_snapshot!(all);
}

#[test]
fn a_full_disk_is_not_blamed_on_what_was_given() {
    for args in [
        &["deal"][..],
        &["puzzles", "list", "--json"],
        &["inspect", START],
        &["inputs"],
        &["perft", "1", START],
        &["completions", "bash"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a full disk");
        let output = program::bosworth(Path::new("."), args).stdout(full).output();
        let output = output.expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = "bosworth: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!((output.status.code(), &*said), (Some(1), expected), "{args:?}");
    }
}

#[test]
fn bench_prints_one_line_of_json() {
    let line = run(&["bench", "playouts", "--seconds", "0.01"]);
    for name in ["games", "seconds", "games_per_s", "plies_per_game"] {
        assert!(line.contains(&format!("\"{name}\":")), "{line}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(run(&["completions", shell]).contains("bosworth"), "{shell}");
    }
}

/// A scripted game: words, mistakes, an undo.
const SCRIPT: &str = "help\nnonsense\nN1*\npass\nundo\nSE1\nSW1\n+\nscore\nundo\nboard\nquit\n";

/// Line by line, for two people, kept in the folder.
const PLAIN: [&str; 6] = ["play", "--plain", "--seed", "7", "--save", "game.rose"];

#[test]
fn play_goes_line_by_line_in_every_language() {
    for language in ["en", "de", "fr"] {
        let folder = TempDir::new().expect("a folder");
        let args = [&PLAIN[..], &["--lang", language]].concat();
        assert_snapshot!(format!("play_{language}"), shown(folder.path(), &args, SCRIPT));
        // The saved record has a valid shuffle.
        let check = |command| shown(folder.path(), &[command, "game.rose", "--json"], "");
        assert!(check("replay").contains("\"ok\":true"));
        assert!(check("verify").contains("\"ok\":true"));
    }
}

#[test]
fn play_never_overwrites_another_game() {
    let folder = TempDir::new().expect("a folder");
    for number in 1..4 {
        let out = shown(folder.path(), &["play", "--plain"], "quit\n");
        let games = fs::read_dir(folder.path().join("bosworth/games")).expect("a folder");
        assert_eq!(games.count(), number, "{out}");
    }
    fs::write(folder.path().join("game-2.rose"), "mine").expect("written");
    let out = shown(folder.path(), &["play", "--plain", "--save", "game-2.rose"], "quit\n");
    assert_eq!(out, "bosworth: game-2.rose already exists; choose another name\nexit code 2");
}

/// Plays to the end by always taking the first legal action.
#[test]
fn play_reaches_the_end() {
    for rules in ["classic", "brettspielnetz", "kingofroses"] {
        let folder = TempDir::new().expect("a folder");
        // The legal actions are found by dealing the same game here.
        let seats = BySide { red: Seat::Person, white: Seat::Person };
        let (seed, ruleset) = ("7".parse().expect("a seed"), rules.parse().expect("an edition"));
        let mut table = LocalTable::deal(String::new(), seed, ruleset, seats);
        let mut script = String::new();
        while let Some(action) = table.position().actions().iter().next() {
            table.act(action).expect("a legal action");
            if action != Action::Pass {
                script += &format!("targets\n{action}\n");
            }
        }
        let args = [&PLAIN[..], &["--rules", rules]].concat();
        let out = shown(folder.path(), &args, &script);
        assert!(out.contains("The game is over"), "{out}");
        assert!(out.contains("Saved in game.rose"), "{out}");
        let check = |command| shown(folder.path(), &[command, "game.rose"], "");
        assert!(check("verify").contains("exit code 0"));
        assert!(check("replay").contains("all legal"));
    }
}

#[test]
fn replay_and_verify_find_what_was_tampered_with() {
    let folder = TempDir::new().expect("a folder");
    let script = "SE1\nSW1\n+\nNE3\nquit\n";
    shown(folder.path(), &PLAIN, script);
    let file = folder.path().join("game.rose");
    let record = fs::read_to_string(&file).expect("a record");
    // The date differs from run to run.
    let (before, rest) = record.split_once("[Date \"").expect("a date");
    let (_, after) = rest.split_once('"').expect("its end");
    let record = format!("{before}[Date \"2026.11.15\"{after}");
    fs::write(&file, &record).expect("written");
    assert_snapshot!("record", record);
    assert_snapshot!("replay", shown(folder.path(), &["replay", "game.rose"], ""));
    assert_snapshot!("verify", shown(folder.path(), &["verify", "game.rose"], ""));

    let drawn = record.split('+').nth(1).and_then(|rest| rest.split(' ').next()).expect("a draw");
    for (name, from, to) in [
        ("draw", format!("+{drawn}"), "+NW3".to_string()),
        ("secret", "0007\"".into(), "0008\"".into()),
        ("action", "1. SE1".into(), "1. N3".into()),
        ("score", "Score \"".into(), "Score \"1".into()),
        ("syntax", "1. SE1".into(), "1. W9".into()),
        ("commitment", "[Commitment".into(), "[Promise".into()),
    ] {
        assert!(record.contains(&from), "{name}: {from}");
        fs::write(&file, record.replacen(&from, &to, 1)).expect("a file");
        let both = ["replay", "verify"].map(|command| {
            let args: &[&str] = match command {
                "replay" => &["replay", "--quiet", "game.rose"],
                _ => &["verify", "game.rose"],
            };
            shown(folder.path(), args, "")
        });
        assert_snapshot!(format!("tampered_{name}"), both.join("\n---\n"));
    }
}

#[test]
fn takebacks_are_verified_and_reused_shuffle_numbers_refused() {
    let folder = TempDir::new().expect("a folder");
    let games = include_str!("../../../../suites/fair/takebacks.rose");
    fs::write(folder.path().join("game.rose"), games).expect("written");
    let good = program::run(folder.path(), &["verify", "--json", "game.rose"], "");
    let lines = String::from_utf8(good.stdout).expect("UTF-8");
    assert_eq!(lines.matches("\"ok\":true").count(), 6, "{lines}");
    assert!(good.status.success());
    // One reshuffle for two takebacks, a reused one, and none at all.
    let tag = games.lines().find(|line| line.starts_with("[Reshuffles")).expect("a tag");
    assert!(tag.contains(" 15:2 "), "{tag}");
    for (changed, why) in [
        (tag.replace(" 15:2 ", " 15:1 "), "the tag Reshuffles"),
        (tag.replace(" 55:4 ", " 55:3 "), "shuffle number 3 cannot start after 55 actions"),
        ("[Comment \"none\"]".to_string(), "but the next card of this shuffle was"),
    ] {
        let tampered = games.replacen(tag, &changed, 1);
        fs::write(folder.path().join("game.rose"), tampered).expect("written");
        let bad = program::run(folder.path(), &["verify", "game.rose"], "");
        let said = String::from_utf8(bad.stdout).expect("UTF-8");
        assert!(said.contains(why), "{changed}: {said}");
        assert_eq!(bad.status.code(), Some(1));
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = program::bosworth(Path::new("."), &["inspect"]).spawn().expect("a start");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("standard input");
    for _ in 0..10_000 {
        if writeln!(input, "{START}").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn games_that_share_a_deal_need_its_name_to_be_verified() {
    let folder = TempDir::new().expect("a folder");
    let games = include_str!("../../../../suites/fair/shared.rose");
    // Two games of one edition; those of the others have the same hands under other rules.
    let two = games.split("\n[Event ").take(2).collect::<Vec<_>>().join("\n[Event ");
    fs::write(folder.path().join("game.rose"), &two).expect("written");
    let good = program::run(folder.path(), &["verify", "game.rose"], "");
    let said = String::from_utf8(good.stdout).expect("UTF-8");
    assert_eq!(said.matches("shuffle of deal event/1.1,").count(), 2, "{said}");
    assert!(good.status.success());
    let alone = two.replacen("[SharedDeal \"event/1.1\"]\n", "", 1);
    fs::write(folder.path().join("game.rose"), alone).expect("written");
    assert_eq!(program::run(folder.path(), &["verify", "game.rose"], "").status.code(), Some(1));
}
