//! `bosworth event`, end to end.

use std::path::Path;
use std::process::Output;

use insta::assert_snapshot;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

fn event(folder: &Path, args: &[&str]) -> Output {
    run(folder, &[&["event"], args].concat(), "")
}

fn said(args: &[&str]) -> String {
    let output = event(Path::new("."), args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    assert_eq!(error, "", "no progress where there is no terminal");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The rows of the standings of the only table.
fn rows(args: &[&str]) -> Vec<Value> {
    let args: Vec<_> = args.iter().copied().chain(["--json"]).collect();
    let tables: Value = serde_json::from_str(&said(&args)).expect("standings");
    tables[0]["rows"].as_array().expect("rows").clone()
}

const FOUR: [&str; 4] = ["greedy", "tree:30n", "random", "random"];

#[test]
fn standings_say_who_won() {
    let args = ["play", "round-robin", "greedy", "random", "random", "--series", "2"];
    assert_snapshot!("event_round_robin", said(&args));
    assert_snapshot!("event_round_robin_de", said(&[&args[..], &["--lang", "de"]].concat()));
}

#[test]
fn every_format_is_played_out_on_any_number_of_threads() {
    for kind in ["round-robin", "swiss", "knock-out", "league"] {
        let args = [&["play", kind], &FOUR[..], &["--rounds", "3", "--series", "2"]].concat();
        let one = rows(&[&args[..], &["--threads", "1"]].concat());
        let three = rows(&[&args[..], &["--threads", "3"]].concat());
        assert_eq!(one, three, "{kind}");
        let count = |name: &str| one.iter().map(|row| row[name].as_u64().expect("a count")).sum();
        let [won, drawn, lost]: [u64; 3] = ["won", "drawn", "lost"].map(count);
        assert_eq!(won, lost, "{kind}");
        if ["round-robin", "swiss"].contains(&kind) {
            assert_eq!(won + drawn + lost, 3 * 2 * 2, "{kind}: rounds, boards, players");
        }
    }
}

#[test]
fn a_saved_tournament_is_resumed() {
    let folder = TempDir::new().expect("a folder");
    let args = [&["play", "swiss"], &FOUR[..], &["--rounds", "3", "--save", "all.rose"]].concat();
    let play = |more: &[&str]| {
        let output = event(folder.path(), &[&args[..], &["--json"], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let whole = play(&[]);
    let path = folder.path().join("all.rose");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(text.matches("[Event \"Bosworth event\"]").count(), 12);
    std::fs::write(&path, &text[..text.len() * 2 / 3]).expect("written");
    assert_eq!(play(&["--resume"]), whole);
    let verified = run(folder.path(), &["verify", "all.rose", "--json"], "");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    assert_eq!(String::from_utf8_lossy(&verified.stdout).lines().count(), 12);
    let other = event(folder.path(), &[&args[..], &["--resume", "--seed", "2"]].concat());
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(!other.status.success() && error.contains("is not of this tournament"), "{error}");
}

#[test]
fn players_have_names_ratings_and_scores_against_each_other() {
    let args = ["play", "round-robin", "greedy", "random", "level:2", "--series", "2"];
    let rows = rows(&args);
    let elo: f64 = rows.iter().filter_map(|row| row["elo"]["value"].as_f64()).sum();
    assert!(elo.abs() < 1e-6, "{rows:?}");
    for row in &rows {
        assert!(["greedy", "random", "level:2"].contains(&row["name"].as_str().expect("a name")));
        let scores = row["scores"].as_array().expect("a list");
        assert_eq!(scores.iter().filter(|score| score.is_null()).count(), 1, "{row}");
    }
}

#[test]
fn trf_reports_are_written_for_formats_that_have_one() {
    let folder = TempDir::new().expect("a folder");
    let trf = |kind| {
        let args = [&["play", kind], &FOUR[..], &["--trf", "report.trf"]].concat();
        event(folder.path(), &args)
    };
    assert!(trf("swiss").status.success());
    let report = std::fs::read_to_string(folder.path().join("report.trf")).expect("a report");
    assert_eq!(report.lines().filter(|line| line.starts_with("001")).count(), 4, "{report}");
    let again = trf("swiss");
    let error = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && error.contains("already exists"), "{error}");
    let refused = trf("knockout");
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && error.contains("TRF reports"), "{error}");
}

#[test]
fn duplicate_deals_are_measured_in_every_form() {
    let args = ["duplicate", "greedy", "random", "--third", "random", "--pairs", "30"];
    let measured: Value =
        serde_json::from_str(&said(&[&args[..], &["--json"]].concat())).expect("a list");
    let forms: Vec<_> = measured.as_array().expect("forms").iter().collect();
    let names: Vec<_> = forms.iter().map(|form| form["form"].as_str().expect("a name")).collect();
    assert_eq!(names, ["fresh", "hands", "mirrored", "apart", "field"]);
    for form in forms {
        assert_eq!(form["pairs"], 30, "{form}");
        assert_eq!(form["games"].is_null(), form["lead"].as_f64() <= Some(0.0), "{form}");
    }
    // A player is not better than itself with the same deals.
    let same = ["duplicate", "greedy", "greedy", "--third", "random", "--pairs", "5"];
    assert!(said(&same).contains('–'), "{}", said(&same));
}

#[test]
fn invalid_tournaments_are_refused() {
    for args in [
        &["play", "swiss", "random"][..],
        &["play", "swiss", "random", "nobody"],
        &["play", "swiss", "random", "random", "--series", "bo4"],
        &["duplicate", "random", "greedy"],
    ] {
        let output = event(Path::new("."), args);
        assert!(!output.status.success() && !output.stderr.is_empty(), "{args:?}");
    }
}
