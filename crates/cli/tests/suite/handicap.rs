//! Games with a handicap, and their odds.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::support::program;

fn said(folder: &Path, args: &[&str], input: &str) -> String {
    let output = program::run(folder, args, input);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    String::from_utf8(output.stdout).expect("UTF-8") + &error
}

#[test]
fn odds_are_said_in_every_language() {
    let here = Path::new(".");
    assert_snapshot!("odds_help", said(here, &["odds", "--help"], ""));
    for language in ["en", "de", "fr"] {
        let ask = |args: &[&str]| said(here, &[&["--lang", language, "odds"], args].concat(), "");
        let all = [
            ask(&["6", "3"]),
            ask(&["6", "3", "--handicap", "none"]),
            ask(&["5", "3", "--handicap", "heroes=0,cards=4,roses=1,second"]),
            ask(&["5", "3", "--rules", "kingofroses"]),
            ask(&["2", "1", "--handicap", "roses=1", "--games", "8", "--threads", "1"]),
        ];
        assert_snapshot!(format!("odds_{language}"), all.join("\n"));
    }
    let json = said(here, &["odds", "2", "1", "--json"], "");
    assert!(json.starts_with("{\"giver\":2,\"receiver\":1,\"handicap\":"), "{json}");
    let wrong = said(here, &["odds", "6", "3", "--handicap", "heroes=5"], "");
    assert!(wrong.contains("heroes is 0 to 3, not \"5\""), "{wrong}");
}

#[test]
fn a_deal_with_a_handicap_verifies() {
    let folder = TempDir::new().expect("a folder");
    let deal = ["deal", "--seed", "1485", "--handicap", "white:heroes=2,cards=4,roses=2"];
    assert_snapshot!("deal_handicap", said(folder.path(), &deal, ""));
    let record = said(folder.path(), &[&deal[..], &["--record"]].concat(), "");
    fs::write(folder.path().join("game.rose"), &record).expect("written");
    let good = program::run(folder.path(), &["verify", "game.rose"], "");
    assert!(good.status.success(), "{record}");
    let more = record.replace("cards=4,", "");
    fs::write(folder.path().join("game.rose"), more).expect("written");
    assert_eq!(program::run(folder.path(), &["verify", "game.rose"], "").status.code(), Some(1));
}

#[test]
fn a_game_with_a_handicap_says_so_and_is_saved_with_it() {
    let folder = TempDir::new().expect("a folder");
    let args = ["play", "--plain", "--watch", "1", "1", "--seed", "7", "--save", "game.rose"];
    let game = [&args[..], &["--handicap", "red:roses=3,second"]].concat();
    let text = said(folder.path(), &game, "");
    assert!(text.contains("White has 3 roses on the board · White begins"), "{text}");
    let record = fs::read_to_string(folder.path().join("game.rose")).expect("saved");
    assert!(record.contains("[Handicap \"red:roses=3,second\"]"), "{record}");
    assert!(program::run(folder.path(), &["verify", "game.rose"], "").status.success());
}
