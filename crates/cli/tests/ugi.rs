//! `bosworth engine` as a match runner meets it: the real program behind two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use bosworth_engine::Level;
use bosworth_rules::{
    Action, BySide, Card, Game, GameResult, PendingDraw, Ply, Position, Ruleset, Side,
};
use fastrand::Rng;

const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
/// White 8 + 2 + 1, Red 5 + 2 + 2 + 1, and nobody can act.
const OVER: &str = "8r/9/rr7/9/rrrrr1rr1/9/ww1w5/9/wwwwwwww1 i9 r N1,N2,N3,NE1,E1 \
                    NE2,NE3,E2,E3,NW1 4 4 - classic";
/// Red can play none of three cards, and draws.
const FORCED: &str = "8r/9/9/9/9/9/9/9/9 i9 r N1,NE1,E1 S1,S2 4 4 - classic";
/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program and what it says, line by line.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[line, b"\n"].concat()).expect("the program listens");
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program says something")
    }

    /// All lines up to one that begins like this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends a line and returns what is said before the answer to `isready` behind it.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.said()
    }

    fn said(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The action after `bestmove`, which comes behind at least one line of information.
    fn best(&self) -> String {
        let lines = self.until("bestmove");
        let (last, before) = lines.split_last().expect("never empty");
        assert!(before.iter().any(|line| line.starts_with("info depth ")), "{lines:?}");
        last.strip_prefix("bestmove ").expect("an action").to_string()
    }

    /// Closes the input and returns what is left to be said.
    fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {lines:?}"),
            }
        }
        assert!(self.child.wait().expect("it ends").success());
        lines
    }
}

/// Whatever becomes of a test, no program stays behind.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The one line of an answer, which must be an error.
fn error(lines: &[String]) -> &str {
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].strip_prefix("info error ").unwrap_or_else(|| panic!("no error: {lines:?}"))
}

#[test]
fn the_handshake_names_program_and_options() {
    let mut engine = Engine::start();
    engine.send("ugi");
    let net = bosworth_engine::Network::shipped().name();
    assert_eq!(
        engine.until("ugiok"),
        [
            &format!("id name Bosworth {} net {net}", env!("CARGO_PKG_VERSION")),
            "id author The Bosworth developers",
            "option name Threads type spin default 1 min 1 max 64",
            "option name Hash type spin default 64 min 1 max 65536",
            "option name Level type spin default 8 min 1 max 8",
            "option name MultiPV type spin default 1 min 1 max 5",
            "option name Seed type spin default 0 min 0 max 18446744073709551615",
            "option name Search type combo default tree var tree var star",
            "option name Evaluation type combo default network var network var handmade",
            "ugiok",
        ]
    );
    assert_eq!(engine.ask("uginewgame"), [""; 0]);
    assert_eq!(engine.ask("stop"), [""; 0], "nothing to stop, nothing to say");
    assert_eq!(engine.ask("query legal"), ["response NE2 E3 S2 W3 NW3"]);
    engine.send("quit");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn queries_tell_the_state_of_the_game() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("query gameover"), ["response false"]);
    assert_eq!(engine.ask("query result"), ["response none"]);
    engine.send(&format!("position pos {START} moves NE2 SW3"));
    assert_eq!(engine.ask("query legal"), ["response E3 S2 W3 NW3 +"]);
    engine.send(&format!("position pos {OVER}"));
    assert_eq!(engine.ask("query gameover"), ["response true"]);
    assert_eq!(engine.ask("query result"), ["response p2win"]);
    assert_eq!(engine.ask("query legal"), ["response"]);
    assert_eq!(engine.ask("go nodes 100"), ["info error the game is over"]);
}

#[test]
fn the_same_nodes_and_seed_give_the_same_answer() {
    let answer = |search: &str, seed| {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Search value {search}"));
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send(&format!("position pos {START} moves NE2 SW3"));
        engine.send("go nodes 4000");
        let lines = engine.until("bestmove");
        // How long it took is not part of the answer.
        let timeless = |line: &String| {
            let words: Vec<_> = line.split(' ').collect();
            let timed = |place: usize| {
                let name = place.checked_sub(1).map(|before| words[before]);
                matches!(name, Some("nps" | "time"))
            };
            let kept = words.iter().enumerate().filter(|(place, _)| !timed(*place));
            kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
        };
        lines.iter().map(timeless).collect::<Vec<_>>()
    };
    for (search, seed) in [("tree", 0), ("tree", 7), ("star", 0)] {
        assert_eq!(answer(search, seed), answer(search, seed), "{search} {seed}");
    }
    assert_ne!(answer("tree", 0), answer("tree", 7), "a seed changes something");
}

#[test]
fn stop_brings_the_answer_at_once() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go", "go movetime 100000", "go rtime 90000000 wtime 5"] {
        engine.send(go);
        engine.until("info depth");
        let asked = Instant::now();
        engine.send("stop");
        engine.until("bestmove");
        let waited = asked.elapsed();
        assert!(waited < Duration::from_millis(500), "{go}: {waited:?}");
    }
}

#[test]
fn nothing_changes_while_thinking() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info depth");
    for line in [
        "go nodes 1",
        "setoption name Threads value 2",
        "uginewgame",
        "position pos 9/9/9/9/4r4/9/9/9/9 e5 w N1 S1 4 4 - classic",
    ] {
        let lines = engine.ask(line);
        let errors: Vec<_> =
            lines.into_iter().filter(|line| !line.starts_with("info depth")).collect();
        assert!(error(&errors).starts_with("thinking"), "{line}: {errors:?}");
    }
    engine.send("query legal");
    engine.until("response NE2 E3 S2 W3 NW3");
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.ask("stop"), [""; 0], "exactly one answer");
    // Whoever has read the answer may go on at once.
    for _ in 0..200 {
        engine.send("go nodes 2");
        assert_eq!(engine.until("bestmove").len(), 2);
        engine.send("setoption name Seed value 1");
    }
    assert_eq!(engine.said(), [""; 0]);
}

#[test]
fn an_unlimited_search_answers_only_when_stopped() {
    let mut engine = Engine::start();
    // Two roses to go: all is known long before anybody says stop.
    let position = "rrrrrrrrr/wwwwwwwww/rrrrrrrrr/wwwwwwwww/rrrrrrrrr/wwwww4/9/9/9 e4 r \
                    S1,S2 S3,SE1 0 0 - classic";
    engine.send(&format!("position pos {position}"));
    for go in ["go", "go infinite"] {
        engine.send(go);
        engine.until("info depth");
        let lines = engine.said();
        assert!(lines.iter().all(|line| line.starts_with("info depth")), "{lines:?}");
        engine.send("stop");
        engine.until("bestmove");
    }
}

#[test]
fn the_only_action_is_answered_without_a_search() {
    let mut engine = Engine::start();
    engine.send(&format!("position pos {FORCED}"));
    engine.send("go movetime 100000");
    assert_eq!(engine.best(), "+");
    engine.send("go infinite");
    engine.until("info depth");
    engine.send("stop");
    assert_eq!(engine.until("bestmove").pop().as_deref(), Some("bestmove +"));
}

#[test]
fn the_end_of_input_waits_for_an_answer_that_is_on_its_way() {
    for go in ["go movetime 100", "go nodes 20000", "go depth 3", "go infinite", "go"] {
        let mut engine = Engine::start();
        engine.send(go);
        let lines = engine.end();
        let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{go}: {lines:?}");
    }
    let mut engine = Engine::start();
    engine.send("go movetime 100000\nquit");
    engine.end();
}

#[test]
fn information_is_as_the_contract_says() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 5");
    engine.send(&format!("position pos {START} moves NE2 SW3"));
    engine.send("go nodes 3000");
    let lines = engine.until("bestmove");
    let (best, infos) = lines.split_last().expect("never empty");
    let position: Position = START.parse().expect("a position");
    let after = ["NE2", "SW3"].iter().fold(position, |position, ply| {
        position.follow(ply.parse().expect("a ply")).expect("legal")
    });
    assert_eq!(infos.len() % 5, 0, "five actions, five lines: {lines:?}");
    let last = &infos[infos.len() - 5..];
    for (number, line) in (1..).zip(last) {
        let words: Vec<_> = line.split(' ').collect();
        let names: Vec<_> = words[1..16].iter().step_by(2).copied().collect();
        let expected = ["depth", "multipv", "nodes", "nps", "time", "wp", "margin", "pv"];
        assert_eq!(names, expected, "{line}");
        let value = |name| {
            let place = words.iter().position(|word| *word == name).expect("named");
            words[place + 1]
        };
        assert_eq!(value("multipv"), number.to_string());
        let wp = value("wp");
        assert_eq!(wp.len(), 6, "{line}");
        assert!((0.0..=1.0).contains(&wp.parse::<f64>().expect("a number")), "{line}");
        assert!(value("margin").starts_with(['+', '-']), "{line}");
        assert!(value("nodes").parse::<u64>().is_ok_and(|nodes| nodes >= 3000), "{line}");
        assert!(value("nps").parse::<u64>().is_ok() && value("time").parse::<u64>().is_ok());
        let action: Action = value("pv").parse().expect("an action");
        assert!(after.actions().contains(action), "{line}");
    }
    assert!(last[0].contains(&format!(" pv {}", best.replace("bestmove ", ""))), "{lines:?}");
}

/// Everything that cannot be obeyed, and a word of the reason.
const MALFORMED: [(&str, &str); 45] = [
    ("hello", "no command"),
    ("UGI", "no command"),
    ("uci", "no command"),
    ("ugi now", "follows"),
    ("isready?", "no command"),
    ("stop it", "follows"),
    ("quit now", "follows"),
    ("uginewgame 2", "follows"),
    ("setoption", "setoption name"),
    ("setoption Threads 2", "setoption name"),
    ("setoption name Threads", "setoption name"),
    ("setoption name Threads value", "setoption name"),
    ("setoption name Threads value 0", "1 to 64"),
    ("setoption name Threads value 65", "1 to 64"),
    ("setoption name Threads value two", "1 to 64"),
    ("setoption name Threads value 2 3", "follows"),
    ("setoption name Hash value 65537", "1 to 65536"),
    ("setoption name Level value 9", "1 to 8"),
    ("setoption name MultiPV value -1", "1 to 5"),
    ("setoption name Seed value 18446744073709551616", "Seed"),
    ("setoption name Search value random", "tree or star"),
    ("setoption name Colour value red", "no option"),
    ("position", "position pos"),
    ("position startpos", "position pos"),
    ("position pos", "board"),
    ("position pos 9/9/9 e5 r - - 4 4 -", "board"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 N1 4 4 -", "N1"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4", "discard"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - chess", "chess"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - classic N1", "ruleset"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves S1", "action 1, S1"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves N1 S2", "action 2, S2"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves +", "drawn card is missing"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves +N1", "not in the pile"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves pass", "cannot pass"),
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves e2e4", "no action"),
    ("go fast", "fast"),
    ("go nodes", "needs a number"),
    ("go nodes 0", "from 1 on"),
    ("go depth -3", "from 1 on"),
    ("go movetime 1.5", "whole number"),
    ("go nodes 5 nodes 6", "twice"),
    ("go wtime 1000", "rtime is missing"),
    ("query", "gameover, result or legal"),
    ("query score", "gameover, result or legal"),
];

#[test]
fn what_cannot_be_obeyed_gets_one_error_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.send(&format!("position pos {START} moves NE2 SW3"));
    for (line, reason) in MALFORMED {
        let lines = engine.ask(line);
        assert!(error(&lines).contains(reason), "{line}: {lines:?}");
        assert_eq!(engine.ask("query legal"), ["response E3 S2 W3 NW3 +"], "{line}");
    }
    let long = [b"position pos ".to_vec(), vec![b'9'; 2 << 20]].concat();
    let nul_inside = b"go\0 nodes 5".to_vec();
    let word = vec![b'x'; 100_000];
    for line in [b"go \xff\xfe".to_vec(), b"\xc3\x28".to_vec(), long, nul_inside, word] {
        engine.send_bytes(&line);
        let lines = engine.said();
        assert!(error(&lines).len() <= 400, "{lines:?}");
        assert_eq!(engine.ask("query legal"), ["response E3 S2 W3 NW3 +"]);
    }
    for line in ["", "   ", "\t", "\r"] {
        assert_eq!(engine.ask(line), [""; 0], "nothing was asked");
    }
    assert_eq!(engine.ask("  query   gameover \r"), ["response false"]);
}

#[test]
fn several_threads_work() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 2");
    let start: Position = START.parse().expect("a position");
    for go in ["go nodes 5000", "go movetime 50", "go depth 4", "go nodes 1"] {
        engine.send(go);
        let action = engine.best().parse().expect("an action");
        assert!(start.actions().contains(action), "{go}");
    }
    engine.send("go infinite");
    engine.until("info depth");
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn clocks_are_kept() {
    let mut engine = Engine::start();
    for go in ["go rtime 0 wtime 0", "go rtime 300 wtime 1 rinc 100 winc 0", "go movetime 0"] {
        let asked = Instant::now();
        engine.send(go);
        engine.best();
        assert!(asked.elapsed() < Duration::from_secs(1), "{go}");
    }
}

#[test]
fn every_level_answers_with_a_legal_action() {
    let start: Position = START.parse().expect("a position");
    let mut engine = Engine::start();
    for level in Level::all() {
        engine.send(&format!("setoption name Level value {}", level.number()));
        for seed in 0..20 {
            engine.send(&format!("setoption name Seed value {seed}"));
            engine.send("go nodes 500");
            let action: Action = engine.best().parse().expect("an action");
            assert!(start.actions().contains(action), "{level:?}");
            if level != Level::FULL {
                assert_eq!(action, level.choose(&start, seed), "{level:?}");
            }
        }
    }
}

/// Hands from a shuffled pile.
fn deal(rng: &mut Rng, ruleset: Ruleset) -> Position {
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hands = BySide {
        red: cards[..5].iter().copied().collect(),
        white: cards[5..10].iter().copied().collect(),
    };
    Position::deal(hands, Side::Red, ruleset).expect("five different cards each")
}

/// What was chosen, with a card from the pile if it is a draw.
fn resolved(position: &Position, action: Action, rng: &mut Rng) -> Ply {
    let draw = |pending: &PendingDraw| {
        let cards: Vec<_> = pending.outcomes().iter().collect();
        cards[rng.usize(..cards.len())]
    };
    position.act_with(action, draw).expect("a legal action").0
}

#[test]
fn whole_games_are_legal_in_every_edition() {
    for (name, ruleset) in Ruleset::PRESETS {
        let mut rng = Rng::with_seed(1485);
        let start = deal(&mut rng, ruleset);
        let mut game = Game::new(start);
        let mut players = BySide::from_fn(|_| Engine::start());
        while !game.position().is_over() {
            let plies: String = game.plies().iter().map(|ply| format!(" {ply}")).collect();
            let player = &mut players[game.position().side()];
            player.send(&format!("position pos {start} moves{plies}"));
            player.send("go nodes 50");
            let answer = player.best();
            let action = answer.parse().expect("an action");
            let ply = resolved(game.position(), action, &mut rng);
            game.push(ply).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
        let result = match GameResult::of(game.position()) {
            GameResult::Won(Side::Red) => "response p1win",
            GameResult::Won(Side::White) => "response p2win",
            _ => "response draw",
        };
        let red = &mut players[Side::Red];
        red.send(&format!("position pos {}", game.position()));
        assert_eq!(red.ask("query gameover"), ["response true"], "{name}");
        assert_eq!(red.ask("query result"), [result], "{name}");
    }
}

/// Runs `bosworth best` to its end: what it prints and its exit code.
fn best(args: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .arg("best")
        .args(args)
        .args(["--lang", "en"])
        .output()
        .expect("the program runs");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}

#[test]
fn best_shows_every_action_and_a_sentence() {
    for search in ["tree", "star"] {
        for limit in [["--nodes", "2000"], ["--depth", "3"], ["--ms", "20"]] {
            let (shown, code) = best(&[&[START, "--search", search], &limit[..]].concat());
            assert_eq!(code, Some(0), "{shown}");
            let lines: Vec<_> = shown.lines().collect();
            assert_eq!(lines[0], "action  to win  margin  share  expected line");
            let mut actions: Vec<_> = lines[1..6].iter().map(|line| &line[..4]).collect();
            let said = format!("Best for Red: {}, with ", actions[0].trim());
            assert!(lines[7].starts_with(&said), "{shown}");
            actions.sort_unstable();
            assert_eq!(actions, ["E3  ", "NE2 ", "NW3 ", "S2  ", "W3  "]);
        }
    }
    let (over, code) = best(&[OVER]);
    assert!(over.contains("White wins") && code == Some(0), "{over}");
}

#[test]
fn best_writes_json_for_programs() {
    let json = |args: &[&str]| -> serde_json::Value {
        let (text, code) = best(&[args, &["--json"]].concat());
        assert_eq!(code, Some(0), "{text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let (one, other) = (json(&[START, "--nodes", "999"]), json(&[START, "--nodes", "999"]));
    assert_eq!(one["lines"], other["lines"], "the same every time");
    assert_eq!(one["best"], one["lines"][0]["action"]);
    assert_eq!(one["lines"].as_array().map(Vec::len), Some(5));
    let shares = one["lines"].as_array().into_iter().flatten();
    let sum: f64 = shares.filter_map(|line| line["share"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    assert!(json(&[START, "--nodes", "999", "--threads", "2"])["best"].is_string());
    let over = json(&[OVER]);
    assert!(over["best"].is_null() && over["exact"] == true, "{over}");
}

#[test]
fn best_refuses_what_makes_no_sense() {
    for args in [
        &["nonsense"][..],
        &[],
        &[START, "--nodes", "0"],
        &[START, "--depth", "0"],
        &[START, "--ms", "10", "--nodes", "10"],
        &[START, "--depth", "1", "--nodes", "10"],
        &[START, "--threads", "65"],
        &[START, "--search", "random"],
    ] {
        assert_eq!(best(args), (String::new(), Some(2)), "{args:?}");
    }
}
