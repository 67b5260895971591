//! Players whose evaluation is another program: `ask:` in a match, `datagen --ask`.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

/// The command line of an evaluation program, well-behaved or not.
fn oracle(manner: &str) -> String {
    let shape = run(Path::new("."), &["inputs"], "").stdout;
    let shape: Value = serde_json::from_slice(&shape).expect("one object");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/support/oracle.py");
    format!("python3 {script} {} {manner}", shape["most"])
}

fn arena(manner: &str, threads: &str) -> Output {
    let player = format!("ask:{}@30n", oracle(manner));
    let match_ = ["arena", &player, "tree:30n", "--pairs", "3", "--threads", threads, "--json"];
    run(Path::new("."), &match_, "")
}

#[test]
fn batched_evaluations_do_not_change_the_match() {
    let found = |threads| {
        let output = arena("well", threads);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
        ["games", "wins", "draws", "losses"].map(|name| report[name].as_u64().expect("a number"))
    };
    let alone = found("1");
    assert_eq!(alone[0], 6);
    assert!(alone[3] > 3, "a rule of thumb loses to the engine: {alone:?}");
    assert_eq!(alone, found("3"));
}

#[test]
fn games_with_external_values_do_not_depend_on_the_number_of_threads() {
    let folder = TempDir::new().expect("a folder");
    let games = |file: &str, threads: &str| {
        let ask = oracle("well");
        let args = ["datagen", file, "--games", "3", "--nodes", "24", "--ask", &ask];
        let args: Vec<_> = args.into_iter().chain(["--threads", threads, "--keep", "5"]).collect();
        let output = run(folder.path(), &args, "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let rows = ["inputs", file, "--out", "rows", "--threads", "1"];
        assert!(run(folder.path(), &rows, "").status.success());
        let rows = fs::read(folder.path().join("rows")).expect("rows");
        // Games are written in completion order.
        let mut rows: Vec<_> = rows.chunks(446).map(<[u8]>::to_vec).collect();
        rows.sort_unstable();
        rows
    };
    let alone = games("one.games", "1");
    assert!(alone.len() > 100);
    assert_eq!(alone, games("three.games", "3"));
}

#[test]
fn an_evaluation_program_that_fails_to_start_is_named() {
    let refused = |player: &str, why: &str| {
        let output = run(Path::new("."), &["arena", player, "random", "--pairs", "1"], "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(why), "{error}");
    };
    refused("ask:./no-such-program@30n", "cannot start ./no-such-program");
    refused(&format!("ask:{}@30n", oracle("mute")), "does not answer");
    refused("ask:@30n", "ask: needs a program, @ and a budget");
    refused("ask:./values", "ask: needs a program, @ and a budget");
}

#[test]
fn games_stop_when_their_evaluation_program_fails() {
    for (manner, why) in [("gone", "failed"), ("wrong", "positions were asked")] {
        let output = arena(manner, "2");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{manner}: {error}");
        assert!(error.contains("the program that is asked for values failed"), "{error}");
        assert!(error.contains(why), "{manner}: {error}");
        assert!(output.stdout.is_empty(), "{manner}");
    }
}
