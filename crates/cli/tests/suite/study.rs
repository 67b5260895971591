//! `bosworth study`: games and what can be counted in them.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::run;

#[test]
fn games_become_figures_and_drawings() {
    let folder = TempDir::new().expect("a folder");
    let good = |args: &[&str]| {
        let output = run(folder.path(), args, "");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let play = ["study", "play", "--out", "games", "--nodes", "8", "--level", "3", "--games"];
    assert!(good(&[&play[..], &["1"]].concat()).starts_with("games: 1 new game with "));
    assert!(good(&[&play[..], &["2", "--threads", "2"]].concat()).ends_with("(1 before)\n"));
    let report = good(&["study", "report", "games", "--out", "report"]);
    assert!(report.ends_with("figures from 2 games\n"), "{report}");
    let text = fs::read_to_string(folder.path().join("report/figures.json")).expect("a file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        file["runs"][0]["command"],
        "bosworth study play --rules classic --nodes 8 --level 3 --seed 1485 --games 2"
    );
    assert_eq!(file["groups"]["classic-level-3"]["games"], 2);
    assert!(folder.path().join("report/mistakes.svg").exists());
    let output = run(folder.path(), &["study", "report", "report", "--out", "other"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no games"));
}

#[test]
fn drawings_of_the_book_are_those_of_its_figures_in_every_language() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/study");
    let folder = TempDir::new().expect("a folder");
    for language in ["en", "de", "fr"] {
        let figures = format!("{book}/figures.json");
        let args = ["study", "draw", &figures, "--out", language, "--lang", language];
        assert!(run(folder.path(), &args, "").status.success(), "{language}");
        let drawn = fs::read_dir(folder.path().join(language)).expect("drawings");
        let mut count = 0;
        for entry in drawn {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let kept = fs::read_to_string(format!("{book}/{language}/{name}")).expect(&name);
            let current = fs::read_to_string(&path).expect("a drawing");
            assert!(kept == current, "{language}/{name} is old: see docs/dev/recipes.md");
            count += 1;
        }
        assert!(count > 10, "{language}: {count}");
    }
}
