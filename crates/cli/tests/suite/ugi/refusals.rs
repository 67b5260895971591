//! Malformed and impossible commands.

use crate::ugi::program::{Engine, START, error};

/// Refused lines, each with a word of the error message.
const MALFORMED: [(&str, &str); 45] = [
    ("hello", "unknown command"),
    ("UGI", "unknown command"),
    ("uci", "unknown command"),
    ("ugi now", "unexpected"),
    ("isready?", "unknown command"),
    ("stop it", "unexpected"),
    ("quit now", "unexpected"),
    ("uginewgame 2", "unexpected"),
    ("setoption", "setoption name"),
    ("setoption Threads 2", "setoption name"),
    ("setoption name Threads", "setoption name"),
    ("setoption name Threads value", "setoption name"),
    ("setoption name Threads value 0", "1 to 64"),
    ("setoption name Threads value 65", "1 to 64"),
    ("setoption name Threads value two", "1 to 64"),
    ("setoption name Threads value 2 3", "unexpected"),
    ("setoption name Hash value 65537", "1 to 65536"),
    ("setoption name Level value 9", "1 to 8"),
    ("setoption name MultiPV value -1", "1 to 5"),
    ("setoption name Seed value 18446744073709551616", "Seed"),
    ("setoption name Search value random", "tree or star"),
    ("setoption name Colour value red", "unknown option"),
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
    ("position pos 9/9/9/9/9/9/9/9/9 e5 r N1 S1 4 4 - moves e2e4", "not an action"),
    ("go fast", "fast"),
    ("go nodes", "needs a number"),
    ("go nodes 0", "at least 1"),
    ("go depth -3", "at least 1"),
    ("go movetime 1.5", "whole number"),
    ("go nodes 5 nodes 6", "twice"),
    ("go wtime 1000", "rtime is missing"),
    ("query", "gameover, result or legal"),
    ("query score", "gameover, result or legal"),
];

#[test]
fn invalid_commands_get_one_error_and_change_nothing() {
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

/// On a machine with less memory, an allocation of 64 GiB used to end the program.
#[test]
fn memory_that_the_machine_lacks_is_refused_and_the_engine_still_answers() {
    let mut engine = Engine::start();
    engine.send("setoption name Search value star");
    let lines = engine.ask("setoption name Hash value 65536");
    assert!(lines.is_empty() || error(&lines).contains("65536 MiB of memory"), "{lines:?}");
    engine.send(&format!("position pos {START}"));
    engine.send("go nodes 50");
    engine.until("bestmove");
}
