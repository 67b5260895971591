//! `bosworth solve`: what it prints, its limits, and certificates.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Output;

use bosworth_testing::Watchdog;
use insta::assert_snapshot;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
/// Two roses and no hero left.
const ENDING: &str = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
                      h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";
const OVER: &str = "8r/9/rr7/9/rrrrr1rr1/9/ww1w5/9/wwwwwwww1 i9 r N1,N2,N3,NE1,E1 \
                    NE2,NE3,E2,E3,NW1 4 4 - classic";

fn solve(folder: &Path, args: &[&str], input: &str) -> Output {
    run(folder, &[&["solve"], args].concat(), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The output and the exit code, without the time.
fn shown(args: &[&str]) -> String {
    let output = solve(Path::new("."), args, "");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let timeless = out.lines().map(|line| match line.rsplit_once(' ') {
        Some((rest, "s.")) => rest.rsplit_once(' ').map_or(rest, |(rest, _)| rest),
        _ => line,
    });
    let out: String = timeless.map(|line| format!("{line}\n")).collect();
    format!("{out}{err}exit code {:?}", output.status.code().expect("an exit code"))
}

fn json(args: &[&str]) -> Value {
    let output = solve(Path::new("."), &[args, &["--json"]].concat(), "");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn help_is_a_snapshot() {
    assert_snapshot!("help_solve", shown(&["--help"]));
}

#[test]
fn a_solved_position_is_described_in_three_languages() {
    for language in ["en", "de", "fr"] {
        assert_snapshot!(format!("solve_{language}"), shown(&[ENDING, "--lang", language]));
        let limited = [ENDING, "--nodes", "1", "--lang", language];
        assert_snapshot!(format!("solve_limited_{language}"), shown(&limited));
    }
    assert_snapshot!("solve_over", shown(&[OVER]));
}

#[test]
fn json_has_the_value_of_every_action_with_nine_decimals() {
    let mut report = json(&[ENDING]);
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    report["seconds"] = 0.into();
    assert_snapshot!(report["actions"].to_string(), @r#"[{"action":"S2","win":0.933712121},{"action":"+","win":0.548579545}]"#);
    assert_eq!((&report["position"], &report["exact"]), (&ENDING.into(), &true.into()));
    let more_threads = json(&[ENDING, "--threads", "3", "--hash", "3"]);
    assert_eq!(more_threads["actions"], report["actions"]);
}

#[test]
fn json_says_what_a_limit_left_unsolved() {
    for limit in [["--nodes", "2000"], ["--ms", "20"]] {
        let report = json(&[&[START][..], &limit].concat());
        assert_eq!((&report["exact"], &report["actions"]), (&false.into(), &Value::Array(vec![])));
    }
    let part = json(&[ENDING, "--nodes", "1500"]);
    assert_eq!(
        (part["exact"].as_bool(), part["actions"][0]["action"].as_str()),
        (Some(false), Some("S2"))
    );
    let over = json(&[OVER]);
    assert_eq!((&over["exact"], &over["actions"]), (&true.into(), &Value::Array(vec![])));
}

#[test]
fn an_answer_does_not_depend_on_the_positions_before_it() {
    let output = solve(
        Path::new("."),
        &["--json", "--nodes", "2500"],
        &format!("{ENDING}\n{OVER}\n{ENDING}\n"),
    );
    let reports: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(reports.len(), 3);
    for field in ["position", "exact", "actions", "nodes"] {
        assert_eq!(reports[0][field], reports[2][field]);
    }
}

#[test]
fn a_certificate_is_written_to_a_new_file() {
    let folder = TempDir::new().expect("a folder");
    let certify = |more: &[&str]| {
        let output =
            solve(folder.path(), &[&[ENDING, "--certificate", "proof"], more].concat(), "");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for (more, fault) in [
        (
            &["--max-states", "50"][..],
            "no certificate: the strategies reach more than 50 states; raise --max-states",
        ),
        (&["--nodes", "100"], "no certificate: the position was not solved within the limits"),
        (
            &["--max-states", "50", "--lang", "de"],
            "kein Zertifikat: die Strategien erreichen mehr als 50 Stellungen; --max-states erhöhen",
        ),
    ] {
        let (code, _, said) = certify(more);
        assert_eq!((code, said), (Some(2), format!("bosworth: {fault}\n")));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left behind");
    let (code, out, _) = certify(&[]);
    assert_eq!(code, Some(0));
    assert!(out.ends_with("\nCertificate with 10361 states saved in proof.\n"), "{out}");
    let proof = fs::read_to_string(folder.path().join("proof")).expect("a certificate");
    let head = format!(
        "bosworth-certificate 1\nposition {ENDING}\nwin_chance 493/528\nkeep 4103\nS2 {ENDING}\n"
    );
    assert!(proof.starts_with(&head) && proof.ends_with("\nend\n"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let (code, _, said) = certify(&[]);
    assert_eq!(
        (code, said.as_str()),
        (Some(2), "bosworth: proof already exists; choose another name\n")
    );
    let output = solve(folder.path(), &["--certificate", "other"], ENDING);
    assert_eq!(text(&output.stderr), "bosworth: --certificate needs the position as an argument\n");
}

/// On a terminal, long work shows its progress, and Ctrl-C ends it with what is solved by then.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_search_cleanly() {
    let _watchdog = Watchdog::start();
    let pty = native_pty_system().openpty(PtySize::default()).expect("a terminal");
    let mut builder = CommandBuilder::new(env!("CARGO_BIN_EXE_bosworth"));
    builder.args(["solve", START, "--json", "--ms", "3600000", "--hash", "1024"]);
    builder.env("LC_ALL", "C");
    let mut reader = pty.master.try_clone_reader().expect("a reader");
    let mut keyboard = pty.master.take_writer().expect("a writer");
    let mut child = pty.slave.spawn_command(builder).expect("the program starts");
    drop(pty.slave);
    let mut shown = Vec::new();
    let mut byte = [0];
    let mut pressed = false;
    while reader.read(&mut byte).is_ok_and(|count| count > 0) {
        shown.extend(byte);
        if !pressed && String::from_utf8_lossy(&shown).contains("Solving") {
            keyboard.write_all(b"\x03").expect("Ctrl-C");
            pressed = true;
        }
    }
    let shown = String::from_utf8_lossy(&shown);
    assert!(
        shown.contains("\"exact\":false") && shown.contains("bosworth: interrupted"),
        "{shown}"
    );
    assert_eq!(child.wait().expect("it ends").exit_code(), 2);
}

/// An allocation of a tebibyte used to end the program with a backtrace.
#[test]
fn memory_that_the_machine_lacks_is_refused() {
    let output = solve(Path::new("."), &[ENDING, "--hash", "1048576"], "");
    let error = text(&output.stderr);
    assert!(!error.contains("panicked") && !error.contains("memory allocation"), "{error}");
    assert!(output.status.success() || error.contains("1048576 MiB of memory"), "{error}");
}
