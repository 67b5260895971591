//! How the program handles the terminal: background colour and suspension.

use std::time::Instant;

use crate::support::console::{Console, WAIT_TIMEOUT};
use tempfile::TempDir;
use vt100::Color;

/// The background query, and the answers of a white and of a black terminal.
const QUESTION: &str = "\x1b]11;?";
const WHITE: &str = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\";
const BLACK: &str = "\x1b]11;rgb:0000/0000/0000\x07";

/// Whether the corner of the screen is painted in a light colour.
fn is_light(console: &Console) -> bool {
    match console.background(0, 79) {
        Color::Rgb(red, ..) => red > 200,
        Color::Idx(index) => index == 15 || index == 231 || index > 250,
        Color::Default => panic!("the background is not painted"),
    }
}

fn wait_for_light(console: &Console) {
    let end = Instant::now() + WAIT_TIMEOUT;
    while !is_light(console) {
        assert!(Instant::now() < end, "it stays dark");
        console.wait("frame", |text| text.contains("to act"));
    }
}

#[test]
fn a_light_terminal_gets_a_light_board_at_every_colour_depth() {
    let data = TempDir::new().expect("a folder");
    for variable in [("TERM", "xterm"), ("TERM", "xterm-256color"), ("COLORTERM", "truecolor")] {
        for (answer, light) in [(WHITE, true), (BLACK, false)] {
            let mut console = Console::start_with(data.path(), &["play", "--two"], variable);
            console.wait_raw(QUESTION, 1);
            console.press(answer);
            console.wait("first frame", |text| text.contains("Red to act"));
            if light {
                wait_for_light(&console);
            }
            assert_eq!(is_light(&console), light, "{variable:?}");
            console.press("q");
            assert_eq!(console.end().0, 0);
        }
    }
}

#[test]
fn a_late_background_answer_repaints_and_plays_no_card() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--two", "--save", "late.rose"]);
    console.wait("first frame", |text| text.contains("Red to act"));
    assert!(!is_light(&console), "nobody has answered");
    console.press(WHITE);
    wait_for_light(&console);
    console.press("q");
    assert_eq!(console.end().0, 0);
    let table = bosworth_tui::load(&data.path().join("late.rose")).expect("a game");
    assert!(table.game().plies().is_empty(), "11 are digits of an answer, no cards");
}

#[test]
fn keys_typed_before_the_answer_are_not_lost() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--two"]);
    console.wait_raw(QUESTION, 1);
    console.press(&format!("?{WHITE}"));
    console.wait("help", |text| text.contains("choose a card"));
    console.press("?q");
    assert_eq!(console.end().0, 0);
}

#[test]
fn an_explicit_theme_is_not_queried() {
    let data = TempDir::new().expect("a folder");
    for (args, light) in
        [(["play", "--two", "--theme=light"], true), (["play", "--two", "--theme=dark"], false)]
    {
        let mut console = Console::start(data.path(), &args);
        console.wait("first frame", |text| text.contains("Red to act"));
        assert_eq!(is_light(&console), light);
        assert!(!console.raw().contains(QUESTION));
        console.press("q");
        assert_eq!(console.end().0, 0);
    }
    let mut console =
        Console::start_with(data.path(), &["play", "--two"], ("BOSWORTH_THEME", "light"));
    console.wait("first frame", |text| text.contains("Red to act"));
    assert!(is_light(&console));
    console.press("q");
    assert_eq!(console.end().0, 0);
    let mut console = Console::start(data.path(), &["play", "--two", "--theme", "mono"]);
    console.wait("first frame", |text| text.contains("q quit"));
    assert_eq!(console.background(0, 79), Color::Default);
    console.press("q");
    assert_eq!(console.end().0, 0);
}

#[test]
fn ctrl_z_suspends_and_fg_restores_the_screen() {
    let data = TempDir::new().expect("a folder");
    let program = env!("CARGO_BIN_EXE_bosworth");
    // A shell with job control, which continues as soon as its job is stopped.
    let script =
        format!("set -m; {program} play --two; echo in the shell; read line; fg; echo over");
    let mut console =
        Console::run(data.path(), "bash", &["--norc", "-c", &script], ("BOSWORTH", "1485"));
    for _ in 0..1 {
        console.wait("first frame", |text| text.contains("Red to act"));
        console.press("1");
        console.wait("a choice", |text| text.contains("Enter confirms"));
        console.press("\x1a");
        console.wait("the shell", |text| {
            text.contains("in the shell") && !text.contains("Enter confirms")
        });
        console.press("\r");
        console.wait("the game again", |text| text.contains("Enter confirms"));
    }
    console.press("\x1bq");
    let (code, left, alternate) = console.end();
    assert!(code == 0 && !alternate && left.contains("over"), "{left}");
}

#[test]
fn ctrl_z_without_a_shell_changes_nothing() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--two"]);
    console.wait("first frame", |text| text.contains("Red to act"));
    // Here the program is the session leader, so no shell could continue it.
    console.press("\x1a?");
    console.wait("help", |text| text.contains("choose a card"));
    console.press("?q");
    assert_eq!(console.end().0, 0);
}

#[test]
fn a_dumb_terminal_gets_plain_mode() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start_with(data.path(), &["play", "--two"], ("TERM", "dumb"));
    console.wait("words", |text| text.contains("Type an action or a question"));
    console.press("quit\r");
    assert_eq!(console.end().0, 0);
    assert!(!console.raw().contains('\x1b'), "no escape sequences: {:?}", console.raw());
}
