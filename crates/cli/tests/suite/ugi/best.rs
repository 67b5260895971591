//! `bosworth best`.

use std::process::Command;

use crate::ugi::program::{OVER, START};

/// Runs `bosworth best`: its output and exit code.
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
            assert_eq!(lines[0], "action  win chance  margin  share  expected line");
            let mut actions: Vec<_> = lines[1..6].iter().map(|line| &line[..4]).collect();
            let said = format!("Best for Red: {}. Win chance ", actions[0].trim());
            assert!(lines[7].starts_with(&said), "{shown}");
            actions.sort_unstable();
            assert_eq!(actions, ["E3  ", "NE2 ", "NW3 ", "S2  ", "W3  "]);
        }
    }
    let (over, code) = best(&[OVER]);
    assert!(over.contains("White wins") && code == Some(0), "{over}");
}

#[test]
fn rollouts_have_intervals_and_are_reproducible() {
    let args = ["--rollout", "--games", "16", "--json"];
    let json = |more: &[&str]| -> serde_json::Value {
        let (text, code) = best(&[&[START], &args[..], more].concat());
        assert_eq!(code, Some(0), "{text}");
        let mut found: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        found["seconds"] = 0.into();
        found
    };
    let once = json(&[]);
    assert_eq!(once, json(&["--threads", "2"]));
    assert_ne!(once, json(&["--seed", "2"]));
    let actions = once["actions"].as_array().expect("a list");
    assert_eq!((actions.len(), &once["best"]), (5, &actions[0]["action"]));
    let owners = once["owners"].as_object().expect("squares");
    let chances = |square: &str| [0, 1].map(|n| owners[square][n].as_f64().expect("a chance"));
    assert_eq!(owners.len(), 81);
    assert!(owners.keys().all(|square| chances(square).iter().sum::<f64>() <= 1.0));
    assert!(chances("e5").iter().sum::<f64>() > 0.0, "{owners:?}");
    for action in actions {
        let number = |name: &str| action[name].as_f64().expect(name);
        assert!(number("low") < number("win") && number("win") < number("high"), "{action}");
        assert_eq!((&action["games"], &action["exact"]), (&16.into(), &false.into()));
    }
    let (shown, _) = best(&[START, "--rollout", "--games", "16"]);
    assert!(shown.starts_with("action  win chance    95% interval  games"), "{shown}");
    assert!(shown.contains("80 games in "), "{shown}");
    let (shown, code) = best(&[OVER, "--rollout"]);
    assert!(shown.contains("White wins") && code == Some(0), "{shown}");
    assert_eq!(best(&[START, "--games", "16"]).1, Some(2), "--games needs --rollout");
}

#[test]
fn rollouts_of_every_kind_of_position_have_the_same_fields() {
    let corner = "9/9/9/9/9/9/9/9/r8 a1 r S1,S2,S3,W1";
    let solved = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 h7 w \
                  SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";
    let cases = [
        (START.replace("classic", "brettspielnetz"), 5),
        (START.replace("classic", "kingofroses"), 5),
        (format!("{corner},N2 N1,N3 4 4 - classic"), 1),
        (format!("{corner},W2 N1,N3 4 4 - classic"), 1),
        (solved.to_owned(), 2),
        (OVER.to_owned(), 0),
    ];
    for (position, count) in cases {
        let (text, code) = best(&[&position, "--rollout", "--games", "16", "--json"]);
        assert_eq!(code, Some(0), "{position}: {text}");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let actions = report["actions"].as_array().expect("a list");
        assert_eq!((actions.len(), report["best"].is_null()), (count, count == 0), "{text}");
        for action in actions {
            let bounds = ["low", "win", "high"].map(|name| action[name].as_f64().expect(name));
            assert!(bounds.is_sorted() && bounds[0] >= 0.0 && bounds[2] <= 1.0, "{action}");
            let is_right = action["games"] == 16 || action["exact"] == true;
            assert!(is_right && action["action"].is_string(), "{action}");
        }
    }
    assert_ne!(best(&["9/9 e5", "--rollout"]).1, Some(0), "that is not a position");
}

#[test]
fn best_says_why_each_action_is_better_or_worse() {
    let position = "9/9/4r4/4r4/9/4rw3/9/9/9 e6 r S1,E1 N3,W2 4 4 - classic";
    let (shown, code) = best(&[position, "--why", "--json", "--nodes", "300"]);
    assert_eq!(code, Some(0));
    let report: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let why = report["why"].as_array().expect("a list");
    assert_eq!(why.len(), 3, "S1, E1 and a draw");
    for explained in why {
        let parts = explained["parts"].as_object().expect("parts").values();
        let sum: f64 = parts.filter_map(serde_json::Value::as_f64).sum();
        let [idle, after] = ["idle", "after"].map(|key| explained[key].as_f64().expect("a chance"));
        assert!((idle + sum - after).abs() < 1e-5, "{explained}");
    }
    let (shown, _) = best(&[position, "--why", "--nodes", "300"]);
    assert!(shown.contains("oins territories of 1 and 2 roses (+11 points)"), "{shown}");
}

#[test]
fn best_answers_in_the_chosen_language() {
    let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["best", START, "--nodes", "500", "--lang", "de"])
        .output()
        .expect("the program runs");
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(shown.starts_with("Aktion  Gewinnchance"), "{shown}");
    assert!(shown.contains("Am besten für Rot: "), "{shown}");
    let actions: Vec<_> = shown.lines().skip(1).take(5).map(|line| &line[..3]).collect();
    assert!(actions.contains(&"NO2") && actions.contains(&"O3 "), "{shown}");
}

/// Blue draws, and one card decides.
const LAST_CARD: &str = "1wrrww3/rrwwrww2/1rr1rrw1r/1wwrwrww1/wwrr1rw2/r2r1w3/wrwrwr1w1/r1wrwwr2/w2w2r2 \
                         b9 w E2,S1,S2,SW1,NW2 N2,NE2,SE3,S3 0 0 W1 kingofroses";

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
    assert!(one.get("forecast").is_none(), "{one}");
    let known = json(&[LAST_CARD, "--nodes", "999"]);
    let text = "Blue wins unless SE2 comes: 13 of 14 cards.";
    assert_eq!(known["forecast"]["winner"], "w");
    assert_eq!(known["forecast"]["others"], serde_json::json!(["SE2"]));
    assert_eq!(known["forecast"]["text"], text);
    let (shown, _) = best(&[LAST_CARD, "--nodes", "999"]);
    assert!(shown.contains("92.9% exact") && shown.contains(text), "{shown}");
    let over = json(&[OVER]);
    assert!(over["best"].is_null() && over["exact"] == true, "{over}");
}

#[test]
fn best_refuses_invalid_arguments() {
    for args in [
        &["nonsense"][..],
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
