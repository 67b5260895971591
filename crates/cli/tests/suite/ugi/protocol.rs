//! Responses and their order.

use bosworth_rules::{Action, Position};

use crate::ugi::program::{Engine, FORCED, OVER, START, error};

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
            "option name Reasons type check default false",
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
fn queries_report_the_state_of_the_game() {
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
        // The elapsed time is not part of the answer.
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
fn stop_ends_a_search_that_would_go_on_for_a_day() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go", "go movetime 100000", "go rtime 90000000 wtime 5"] {
        engine.send(go);
        engine.until("info depth");
        engine.send("stop");
        engine.until("bestmove");
    }
}

#[test]
fn commands_are_refused_during_a_search() {
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
    // The next command may be sent as soon as the answer is read.
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
    // Two roses to go: the result is exact long before `stop`.
    let position = "rrrrrrrrr/wwwwwwwww/rrrrrrrrr/wwwwwwwww/rrrrrrrrr/wwwww4/9/9/9 e4 r \
                    S1,S2 S3,SE1 0 0 - classic";
    engine.send(&format!("position pos {position}"));
    for go in ["go", "go infinite"] {
        engine.send(go);
        engine.until("info depth");
        let lines = engine.said();
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
        engine.send("stop");
        engine.until("bestmove");
    }
}

#[test]
fn what_is_known_about_the_end_is_said_after_the_last_lines() {
    let mut engine = Engine::start();
    engine.send(&format!("position pos {ENDING}"));
    engine.send("setoption name MultiPV value 5");
    engine.send("go nodes 50000");
    let lines = engine.until("bestmove S2");
    let [.., best, worse, known, _] = &lines[..] else { panic!("{lines:?}") };
    assert!(best.contains(" multipv 1 ") && worse.contains(" multipv 2 "), "{lines:?}");
    assert_eq!(known, "info string exact Exact: 93.4% for White.");
}

/// White draws or plays S2, which is better.
const ENDING: &str = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
                      h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";

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
fn the_end_of_input_waits_for_a_pending_answer() {
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
fn info_lines_match_the_documented_format() {
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

#[test]
fn rollouts_report_every_action_and_end_with_bestmove() {
    let answer = || {
        let mut engine = Engine::start();
        engine.send("setoption name Seed value 3");
        engine.send(&format!("position pos {START}"));
        engine.send("go rollout games 16");
        engine.until("bestmove")
    };
    let lines = answer();
    assert_eq!(lines, answer());
    let last: Vec<Vec<&str>> =
        lines[lines.len() - 6..].iter().map(|line| line.split(' ').collect()).collect();
    for line in &last[..5] {
        let [_, _, action, _, wp, _, low, _, high, _, games] = line[..] else { panic!("{line:?}") };
        assert_eq!((line[..2].join(" "), line[3], line[5]), ("info rollout".into(), "wp", "low"));
        assert!(low <= wp && wp <= high && games == "16", "{line:?}");
        assert!(action.parse::<Action>().is_ok());
    }
    assert_eq!(last[5], ["bestmove", last[0][2]]);
    let mut engine = Engine::start();
    let refused = engine.ask("go rollout depth 3");
    assert_eq!(refused, ["info error rollout is limited by games and time, not by nodes or depth"]);
    engine.send("go rollout");
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.ask("query gameover"), ["response false"], "there is no second bestmove");
}
