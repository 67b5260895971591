//! `bosworth play --server` against real servers on this machine.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::support::server::Server;

/// The timeout of every wait.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

fn bosworth(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bosworth"));
    command.env("XDG_DATA_HOME", data).env("LC_ALL", "C.UTF-8").env_remove("BOSWORTH_TOKEN");
    command
}

fn run(data: &Path, args: &[&str]) -> Output {
    bosworth(data).args(args).stdin(Stdio::null()).output().expect("the program runs")
}

/// A player in plain mode.
struct Talk {
    child: Child,
    keys: ChildStdin,
    lines: Receiver<String>,
    said: String,
}

impl Talk {
    fn start(data: &Path, args: &[&str]) -> Self {
        let mut child = bosworth(data)
            .args(["play", "--plain"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let keys = child.stdin.take().expect("its input");
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, keys, lines, said: String::new() }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.keys, "{line}").and_then(|()| self.keys.flush()).expect("it is typed");
    }

    /// Waits for a matching line.
    fn wait(&mut self, what: &str, is: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.lines.recv_timeout(WAIT_TIMEOUT);
            let line = line.unwrap_or_else(|_| panic!("no {what} after\n{}", self.said));
            self.said += &format!("{line}\n");
            if is(&line) {
                return line;
            }
        }
    }

    /// Plays the first legal action; returns whether the game is still in progress.
    fn act(&mut self) -> bool {
        let turn = |line: &str| line.starts_with("Your turn") || line.contains("The game is over");
        if !self.wait("turn", turn).starts_with("Your turn") {
            return false;
        }
        self.type_line("targets");
        let action = self.wait("an action", |line| line.contains(": "));
        let action = action.split(':').next().unwrap_or_default().to_string();
        self.type_line(&action);
        true
    }

    fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.keys);
        let output = self.child.wait_with_output().expect("it ends");
        self.said.extend(self.lines.iter().map(|line| line + "\n"));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), self.said, error)
    }
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_whole_game_with_the_server_killed_in_the_middle() {
    let (data, home) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut server = Server::start(home.path());
    let url = server.url.clone();
    let mut talk = Talk::start(data.path(), &["--server", &url, "--level", "1"]);
    for _ in 0..6 {
        assert!(talk.act(), "six actions do not end a game");
    }
    talk.wait("the seventh turn", |line| line.starts_with("Your turn"));
    server.kill();
    talk.wait("the loss", |line| line.starts_with("Connection lost"));
    talk.type_line("targets");
    let action = talk.wait("an action", |line| line.contains(": "));
    // Sent while the server is down: it is delivered once the server is back.
    talk.type_line(action.split(':').next().unwrap_or_default());
    server.start_again();
    talk.wait("the way back", |line| line == "The connection is back.");
    while talk.act() {}
    let kept = talk.wait("the record", |line| line.starts_with("Saved among your games as"));
    assert!(talk.said.contains("The shuffle was verified"), "{}", talk.said);
    let (code, said, errors) = talk.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{said}");
    let name = kept.trim_end_matches('.').rsplit(' ').next().expect("a name");
    let file = data.path().join(format!("bosworth/games/{name}.rose"));
    assert!(run(data.path(), &["verify", &file.display().to_string()]).status.success());
    let list = String::from_utf8(run(data.path(), &["games"]).stdout).expect("UTF-8");
    assert!(list.contains(name) && list.contains("level 1"), "{list}");
}

#[test]
fn two_guests_play_after_one_accepts_an_offer_by_link() {
    let folders: Vec<_> = (0..3).map(|_| TempDir::new().expect("a folder")).collect();
    let server = Server::start(folders[2].path());
    let mut anne = Talk::start(folders[0].path(), &["--server", &server.url, "--seek", "5+3"]);
    let offer = anne.wait("a link", |line| line.contains("/#/seek/"));
    let link = offer.rsplit(' ').next().expect("a link").to_string();
    // The link names the server, too.
    let mut richard = Talk::start(folders[1].path(), &[&link]);
    for talk in [&mut anne, &mut richard] {
        talk.wait("the cards", |line| {
            line.starts_with("Your turn") || line.contains("is to act") || line.contains("to act")
        });
    }
    let (mut first, mut second) =
        if anne.said.contains("Your turn") { (anne, richard) } else { (richard, anne) };
    first.type_line("chat good luck");
    second.type_line("resign");
    // A script has to wait for its turn, so the first one acts.
    first.type_line("targets");
    let action = first.wait("an action", |line| line.contains(": ") && line.contains(" to "));
    first.type_line(action.split(':').next().unwrap_or_default());
    second.wait("the chat", |line| line.contains(": good luck"));
    second.wait("the question", |line| line.contains("Type yes"));
    second.type_line("yes");
    first.wait("the end", |line| line.contains("aborted"));
    for talk in [first, second] {
        let (code, said, errors) = talk.end();
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{said}");
    }
}

#[test]
fn a_returning_guest_finds_the_game() {
    let (data, home) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let server = Server::start(home.path());
    let mut talk = Talk::start(data.path(), &["--server", &server.url, "--level", "1"]);
    assert!(talk.act());
    talk.wait("the next turn", |line| line.starts_with("Your turn"));
    let (code, said, _) = talk.end();
    assert_eq!(code, Some(0), "{said}");
    let hint = said.lines().last().unwrap_or_default();
    assert!(hint.starts_with("The game continues. `bosworth play --server "), "{said}");
    let game = hint.split('`').nth(1).and_then(|command| command.rsplit(' ').next());
    let game = game.expect("a name").to_string();

    let mut again = Talk::start(data.path(), &["--server", &server.url]);
    again.wait("the list", |line| line.starts_with("1. your turn against "));
    again.type_line("1");
    again.wait("the game", |line| line.starts_with("Your turn"));
    let (code, said, errors) = again.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{said}");

    let stranger = TempDir::new().expect("a folder");
    let mut watching = Talk::start(stranger.path(), &["--server", &server.url, &game]);
    watching.wait("the game of others", |line| line == "You are watching.");
    let (code, said, errors) = watching.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{said}");
}

#[test]
fn errors_are_reported() {
    let (data, home) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut server = Server::start(home.path());
    let url = server.url.clone();
    let play = |more: &[&str]| {
        let args: Vec<_> = ["play", "--plain"].iter().chain(more).copied().collect();
        error(&run(data.path(), &args))
    };
    let unknown = play(&["--server", &url, "AAAAAAAAAAAA"]);
    assert!(unknown.contains("has no game AAAAAAAAAAAA"), "{unknown}");
    let taken = play(&[&format!("{url}/#/seek/AAAAAAAAAAAA")]);
    assert!(taken.contains("Someone was faster") || taken.contains("nothing under"), "{taken}");
    let revoked = play(&["--server", &url, "--token", "nonsense"]);
    assert!(revoked.contains("does not know this token"), "{revoked}");
    let name = play(&["--server", &url, "no name"]);
    assert!(name.contains("neither the name of a game"), "{name}");
    let address = play(&["--server", "nowhere"]);
    assert!(address.contains("is not a server address"), "{address}");
    let nowhere = play(&["AAAAAAAAAAAA"]);
    assert!(nowhere.contains("Which server?"), "{nowhere}");
    server.kill();
    let gone = play(&["--server", &url]);
    assert!(gone.contains("cannot be reached"), "{gone}");
    for (language, words) in [("de", "ist nicht zu erreichen"), ("fr", "n’est pas joignable")] {
        let gone =
            error(&run(data.path(), &["--lang", language, "play", "--plain", "--server", &url]));
        assert!(gone.contains(words), "{gone}");
    }
}
