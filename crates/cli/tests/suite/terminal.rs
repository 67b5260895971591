//! The program on a pseudo-terminal: keys in, a screen out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::console::{Console, WAIT_TIMEOUT};
use crate::support::server::Server;
use bosworth_local::{LocalTable, Seat};
use tempfile::TempDir;

fn bosworth(data: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(args)
        .env("XDG_DATA_HOME", data)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

#[test]
fn ctrl_c_ends_the_program_while_it_connects_from_the_menu() {
    let data = TempDir::new().expect("a folder");
    // The system accepts connections, but nobody answers.
    let silent = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = format!("http://{}", silent.local_addr().expect("an address"));
    let mut console = Console::start(data.path(), &["play"]);
    console.wait("menu", |text| text.contains("Begin"));
    console.press("\x1b[B");
    console.press(&"\x7f".repeat(30));
    console.press(&format!("{address}\r"));
    console.wait("line", |text| text.contains("Connecting to"));
    console.press("\x03");
    assert_eq!(console.end().0, 130);
}

#[test]
fn one_key_reviews_the_game_that_has_just_ended() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--two", "--seed", "7"]);
    console.wait("board", |text| text.contains("to act"));
    console.press("1\r");
    console.wait("action", |text| text.contains("White to act"));
    console.press("Ry");
    console.wait("result", |text| text.contains("Red wins") && text.contains("v review"));
    console.press("v");
    console.wait("review", |text| text.contains("Accuracy"));
    console.press("q");
    console.wait("result", |text| text.contains("Red wins"));
    console.press("q");
    assert_eq!(console.end().0, 0);
}

/// The only saved game.
fn saved(data: &Path) -> PathBuf {
    let folder = fs::read_dir(data.join("bosworth/games")).expect("a folder of games");
    let files: Vec<_> = folder.map(|entry| entry.expect("a file").path()).collect();
    let games: Vec<_> = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rose"))
        .collect();
    assert_eq!(games.len(), 1, "{games:?}");
    games[0].clone()
}

/// Waits until the file shows that it is the person's turn or the game is over. The file is written
/// before the screen, and then only the person's keys change it.
fn wait_for_turn(console: &Console, path: &Path) -> LocalTable {
    let end = Instant::now() + WAIT_TIMEOUT;
    loop {
        let table = bosworth_tui::load(path).expect("what is saved is whole at any time");
        let pass = table.position().actions().pass;
        if table.is_over() || (table.turn() == Some(Seat::Person) && !pass) {
            return table;
        }
        assert!(Instant::now() < end, "nobody acts");
        let state = console.screen.0.lock().expect("a screen");
        let _ = console.screen.1.wait_timeout(state, Duration::from_millis(20));
    }
}

/// Plays one action with keys; returns whether the game is still in progress.
fn act(console: &mut Console, path: &Path) -> bool {
    let table = wait_for_turn(console, path);
    if table.is_over() {
        return false;
    }
    let done = table.game().plies().len();
    let position = table.position();
    let (plays, heroes) = position.playable(position.side());
    let mut hand = position.hand(position.side()).iter();
    match hand.position(|card| (plays | heroes).contains(card)) {
        Some(place) => console.press(&format!("{}\r", place + 1)),
        None => console.press("d\r"),
    }
    let end = Instant::now() + WAIT_TIMEOUT;
    while bosworth_tui::load(path).expect("a whole game").game().plies().len() <= done {
        assert!(Instant::now() < end, "the keys did nothing");
        let state = console.screen.0.lock().expect("a screen");
        let _ = console.screen.1.wait_timeout(state, Duration::from_millis(20));
    }
    true
}

#[test]
fn a_whole_game_by_keys_with_another_size_and_a_kill_in_the_middle() {
    let data = TempDir::new().expect("a folder");
    let args = ["play", "--level", "1", "--seed", "7", "--speed", "0"];
    let mut console = Console::start(data.path(), &args);
    console.wait("first frame", |text| text.contains("Your turn"));
    let path = saved(data.path());
    for _ in 0..6 {
        assert!(act(&mut console, &path), "six actions do not end a game");
    }
    console.resize(120, 40);
    let wide = |text: &str| text.lines().any(|line| line.chars().count() > 100);
    console.wait("wide frame", |text| text.contains("Discard") && wide(text));
    for _ in 0..3 {
        assert!(act(&mut console, &path));
    }
    console.resize(50, 12);
    console.wait("message", |text| text.contains("too small"));
    console.resize(80, 24);
    console.wait("frame as before", |text| text.contains("Discard"));
    assert!(act(&mut console, &path));
    let before = wait_for_turn(&console, &path);
    console.signal("-KILL");
    assert_ne!(console.end().0, 0);

    let list = String::from_utf8(bosworth(data.path(), &["games"]).stdout).expect("UTF-8");
    assert!(list.contains("level 1") && list.contains("open"), "{list}");
    let mut console = Console::start(data.path(), &["games", "1", "--speed", "0"]);
    console.wait("the game again", |text| text.contains("Your turn"));
    let after = bosworth_tui::load(&path).expect("a whole game");
    assert_eq!(after.game(), before.game(), "nothing is lost");
    while act(&mut console, &path) {}
    console.wait("the end", |text| text.contains("The game is over"));
    console.press("q");
    let (code, left, alternate) = console.end();
    assert_eq!(code, 0, "{left}");
    assert!(!alternate && left.contains("The game is saved as"), "{left}");
    let file = path.display().to_string();
    assert!(bosworth(data.path(), &["verify", &file]).status.success());
}

#[test]
fn a_signal_restores_the_terminal() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let data = TempDir::new().expect("a folder");
        let mut console = Console::start(data.path(), &["play", "--two"]);
        console.wait("first frame", |text| text.contains("Red to act"));
        console.signal(signal);
        let (_, left, alternate) = console.end();
        assert!(!alternate && left.contains("The game is saved as"), "{signal}: {left}");
    }
}

#[test]
fn the_menu_begins_a_game_and_the_mouse_plays_it() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--speed", "0", "--seed", "7"]);
    console.wait("menu", |text| text.contains("New game"));
    console.press("1\r");
    console.wait("first frame", |text| text.contains("Your turn"));
    let path = saved(data.path());
    // The first card of the hand below: a left click, in the SGR mouse encoding.
    console.press("\x1b[<0;44;21M\x1b[<0;44;21m");
    console.wait("a choice", |text| text.contains("Enter confirms"));
    console.press("\x1b[<0;44;21M\x1b[<0;44;21m");
    let end = Instant::now() + WAIT_TIMEOUT;
    while wait_for_turn(&console, &path).game().plies().is_empty() {
        assert!(Instant::now() < end, "the click did nothing");
    }
    console.press("?");
    console.wait("help", |text| text.contains("choose a card"));
    console.press("\x1bq");
    let _ = console.end();
}

#[test]
fn keys_are_handled_while_the_engine_thinks() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--two", "--seed", "7"]);
    console.wait("first frame", |text| text.contains("Red to act"));
    console.press("h?");
    let text = console.wait("help", |text| text.contains("choose a card"));
    assert!(!text.contains("Best: "), "the help comes before the hint:\n{text}");
    console.press("?");
    console.wait("a hint", |text| text.contains("Best: "));
    console.press("e");
    console.wait("chances", |text| text.contains("expected lead"));
    console.press("q");
    assert_eq!(console.end().0, 0);
}

#[test]
fn without_colours_none_are_sent() {
    let data = TempDir::new().expect("a folder");
    let coloured = |console: &Console| {
        let state = console.screen.0.lock().expect("a screen");
        let screen = state.0.screen();
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        cells.filter_map(|(row, column)| screen.cell(row, column)).any(|cell| {
            cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default
        })
    };
    for (name, colours) in [("NO_COLOR", false), ("COLORTERM", true)] {
        let mut console = Console::start_with(data.path(), &["play", "--two"], (name, "truecolor"));
        console.wait("first frame", |text| text.contains("q quit"));
        assert_eq!(coloured(&console), colours, "{name}");
        console.press("q");
        assert_eq!(console.end().0, 0);
    }
}

#[test]
fn records_open_full_screen_or_are_printed() {
    let data = TempDir::new().expect("a folder");
    let args = ["play", "--plain", "--watch", "1", "1", "--seed", "7", "--save", "game.rose"];
    let mut console = Console::start(data.path(), &args);
    assert_eq!(console.end().0, 0);
    for command in ["replay", "review"] {
        let mut console = Console::start(data.path(), &[command, "game.rose"]);
        console.wait("the start", |text| text.contains("Action 0 of"));
        console.press("jjj");
        console.wait("a step", |text| text.contains("Action 3 of"));
        if command == "review" {
            console
                .wait("judgement", |text| text.contains("Reviewing") || text.contains("Accuracy"));
        }
        console.press("q");
        assert_eq!(console.end().0, 0);
    }
    let mut console = Console::start(data.path(), &["replay", "--text", "game.rose"]);
    let (code, text, alternate) = console.end();
    assert!(code == 0 && !alternate && text.contains("all legal"), "{text}");
}

#[test]
fn without_a_terminal_plain_mode_is_suggested_and_no_game_starts() {
    let data = TempDir::new().expect("a folder");
    let output = bosworth(data.path(), &["play", "--level", "1"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.contains("--plain"), "{error}");
    assert!(!data.path().join("bosworth").exists());
}

#[test]
fn broken_files_are_reported_and_not_changed() {
    let data = TempDir::new().expect("a folder");
    let folder = data.path().join("bosworth/games");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("mine.rose");
    fs::write(&path, "[Event \"half a ga").expect("written");
    let list = String::from_utf8(bosworth(data.path(), &["games"]).stdout).expect("UTF-8");
    assert!(list.contains("mine") && list.contains("cannot be read"), "{list}");
    for args in [&["games", "mine"][..], &["games", "1", "--plain"]] {
        let mut console = Console::start(data.path(), args);
        let (code, text, alternate) = console.end();
        assert!(code == 2 && !alternate && text.contains("left as it is"), "{text}");
    }
    let output = bosworth(data.path(), &["games", "yours"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "[Event \"half a ga");
}

#[test]
fn an_online_game_survives_restarts_of_server_and_client() {
    let (data, home) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut server = Server::start(home.path());
    let url = server.url.clone();
    let mut console = Console::start(data.path(), &["play", "--server", &url, "--level", "1"]);
    console.wait("first frame", |text| text.contains("Your turn (Red)"));
    // From the middle of an empty board every card has a target.
    console.press("1\r");
    console.wait("an answer", |text| text.contains("  1. ") && text.contains("Your turn"));
    server.kill();
    console.wait("the loss", |text| text.contains("connection lost"));
    console.press("?");
    console.wait("help", |text| text.contains("write a message"));
    console.press("?");
    server.start_again();
    console.wait("the way back", |text| text.contains("The connection is back."));
    console.press("q");
    let (code, left, alternate) = console.end();
    assert_eq!(code, 0, "{left}");
    assert!(!alternate && left.contains("The game continues."), "{left}");

    let mut console = Console::start(data.path(), &["play", "--server", &url]);
    console.wait("the list", |text| text.contains("your turn against"));
    console.press("\r");
    console.wait("the game again", |text| text.contains("  1. ") && text.contains("Your turn"));
    server.kill();
    console.wait("the loss", |text| text.contains("connection lost"));
    console.press("q");
    let (code, left, alternate) = console.end();
    assert_eq!(code, 0, "{left}");
    assert!(!alternate && left.contains("could no longer be reached"), "{left}");
}

#[test]
fn lines_can_be_edited_while_server_messages_arrive() {
    let (data, home) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut server = Server::start(home.path());
    let url = server.url.clone();
    let args = ["play", "--plain", "--server", &url, "--level", "1"];
    let mut console = Console::start(data.path(), &args);
    console.wait("the turn", |text| text.contains("Your turn (Red)") && text.contains("> "));
    // Arrow keys move within the line and recall earlier lines.
    console.press("pyers\x1b[D\x1b[D\x1b[D\x1b[Dla\r");
    console.wait("an answer", |text| text.contains("No spectators"));
    console.press("\x1b[A");
    let typed = |text: &str| {
        text.lines().rfind(|line| !line.trim().is_empty()).map(str::trim_end) == Some("> players")
    };
    console.wait("the line again", typed);
    // Messages of the server do not change the line.
    server.kill();
    console.wait("the loss", |text| text.contains("Connection lost") && typed(text));
    server.start_again();
    console.press("\x15quit\r");
    let (code, left, _) = console.end();
    assert_eq!(code, 0, "{left}");
    assert!(left.contains("returns to it"), "{left}");
}

#[test]
fn an_unknown_game_restores_the_terminal() {
    let (data, home) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let server = Server::start(home.path());
    let args = ["play", "--server", &server.url, "AAAAAAAAAAAA"];
    let (code, left, alternate) = Console::start(data.path(), &args).end();
    assert_eq!(code, 2, "{left}");
    assert!(!alternate && left.contains("has no game AAAAAAAAAAAA"), "{left}");
}

#[test]
fn a_game_can_be_resigned() {
    let data = TempDir::new().expect("a folder");
    let mut console = Console::start(data.path(), &["play", "--level", "1", "--speed", "0"]);
    console.wait("first frame", |text| text.contains("Your turn"));
    console.press("R");
    console.wait("a question", |text| text.contains("Resign this game?"));
    console.press("n");
    console.wait("the game", |text| !text.contains("Resign this") && text.contains("Your turn"));
    console.press("Ry");
    console.wait("the end", |text| text.contains("Red resigned."));
    console.press("q");
    assert_eq!(console.end().0, 0);
    let table = bosworth_tui::load(&saved(data.path())).expect("a whole game");
    assert!(table.is_over());
}
