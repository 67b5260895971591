//! Records: what parses, what is rejected, and with which message.

use bosworth_rules::{GameResult, Record, Ruleset, Side, Variation};
use proptest::prelude::*;

use crate::walk::{games, random_game};

const HEAD: &str = "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n";

fn read(actions: &str) -> Result<Record, String> {
    format!("{HEAD}{actions}").parse::<Record>().map_err(|error| error.to_string())
}

fn plies(record: &Record) -> String {
    let plies: Vec<_> = record.steps.iter().map(|step| step.ply.to_string()).collect();
    plies.join(" ")
}

#[test]
fn numbers_comments_and_line_breaks_are_optional() {
    for text in [
        "1. NE2 SW3 2. +N1 *",
        "1.NE2 SW3 2.+N1 *",
        "1. NE2\n1... SW3\n2. +N1\n*\n",
        "NE2 SW3 +N1 *",
        "{so} 1. NE2 {a (b) ; c} SW3 $2 ; the rest of the line\n2. +N1 *",
        "1. NE2{x}SW3 2. +N1{y}*",
    ] {
        assert_eq!(read(text).map(|record| plies(&record)), Ok("NE2 SW3 +N1".into()), "{text}");
    }
}

#[test]
fn comments_belong_to_the_action_before_them() {
    let record = read("{first} 1. NE2 {[%clk 0:04:31] fine} {more} *").expect("a record");
    assert_eq!(record.comments, ["first"]);
    assert_eq!(record.steps[0].comments, ["[%clk 0:04:31] fine", "more"]);
}

#[test]
fn parse_errors_name_the_line() {
    for (text, words) in [
        ("1. NE2 SW3", "line 3: the actions end without a result"),
        ("1. NE2\nSW4 *", "line 4: \"SW4\" is not an action"),
        ("1. + *", "line 3: the drawn card is missing"),
        ("1. NE2 {oh", "line 3: a comment is opened"),
        ("1. NE2 (1. E3) *", "line 3: variations"),
        ("1. NE2 *\n\n[Deal \"x\"]\n\n*", "a second game follows"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(words), "{text}: {error}");
    }
    for (tags, words) in [
        ("", "contains no game"),
        ("[Red \"Anne\"]\n\n*", "the tag Deal is missing"),
        ("[Deal \"N1\"]\n\n*", "with a slash between"),
        ("[Deal \"N1 / N2\"]\n\n*", "five cards each"),
        ("[Deal \"N1,N1 / N2\"]\n\n*", "N1 is there twice"),
        ("[Deal NE2]\n\n*", "is not a tag"),
        ("[Red \"a\"b\"]\n\n*", "is not a tag"),
        ("[Red \"a\"]\n[Red \"b\"]\n\n*", "line 2: the tag Red appears twice"),
        ("[Rules \"chess\"]\n[Deal \"- / -\"]\n\n*", "no edition is called \"chess\""),
    ] {
        let error = tags.parse::<Record>().expect_err(tags).to_string();
        assert!(error.contains(words), "{tags}: {error}");
    }
    let result = format!("[Result \"1-0\"]\n{HEAD}*").parse::<Record>().expect_err("two results");
    assert!(result.to_string().contains("is 1-0, but the actions end with *"));
    let score = format!("[Score \"many\"]\n{HEAD}*").parse::<Record>().expect_err("no score");
    assert!(score.to_string().contains("such as 34-69"));
}

#[test]
fn replay_errors_name_the_action_and_the_rule() {
    let error = |text: &str| read(text).expect("a record").replay().expect_err(text).to_string();
    assert_eq!(error("1. NE2 W2 *"), "action 2 (White's W2): White does not hold W2");
    assert_eq!(
        error("1. NE2 SW3 2. +NE2 *"),
        "action 3 (Red's +NE2): NE2 cannot be drawn: it is not in the pile"
    );
    assert_eq!(
        error("1. pass *"),
        "action 1 (Red's pass): Red cannot pass while another action is possible"
    );
}

#[test]
fn a_side_may_win_before_the_end() {
    let record = read("1. NE2 1-0").expect("a record");
    assert_eq!(record.result, GameResult::Won(Side::Red));
    assert!(record.replay().is_ok(), "White resigned");
}

#[test]
fn a_file_may_hold_several_games() {
    let mut rng = fastrand::Rng::with_seed(3);
    let games: Vec<_> = (0..5).map(|_| random_game(&mut rng, Ruleset::KINGOFROSES, 200)).collect();
    let file: String = games.iter().map(|game| format!("{}\n", Record::of(game))).collect();
    let read: Vec<_> = Record::read_all(&file).map(|record| record.expect("a record")).collect();
    assert_eq!(read.len(), 5);
    for (record, game) in read.iter().zip(&games) {
        assert_eq!(record.replay().as_ref(), Ok(game));
    }
}

/// A broken game is one fault with its line; the games around it are read, and keep their numbers.
#[test]
fn a_broken_game_does_not_affect_the_rest_of_its_file() {
    let mut rng = fastrand::Rng::with_seed(7);
    let game = random_game(&mut rng, Ruleset::CLASSIC, 200);
    let text = Record::of(&game).to_string();
    let record: Record = text.parse().expect("a record");
    let (tags, actions) = text.split_once("\n\n").expect("a blank line");
    let whole = format!("{tags}\n\n{actions}\n");
    let broken = [
        ("an action that is none", format!("{tags}\n\n1. NE2 W9\n2. E1 1-0\n")),
        ("a variation", format!("{tags}\n\n1. NE2 (1. E3)\n[%clk 1] 2. +N1 *\n")),
        ("no result", format!("{tags}\n\n1. NE2\n")),
        ("no actions", format!("{tags}\n")),
        ("no deal", format!("[Red \"Anne\"]\n\n{actions}")),
        ("a tag that is none", format!("[Red Anne]\n{tags}\n\n{actions}")),
        ("a tag twice", format!("[Red \"Anne\"]\n{tags}\n\n{actions}")),
        ("a bad deal", format!("[Deal \"N1 / N1\"]\n[Red \"Anne\"]\n\n{actions}")),
        ("another result", format!("{tags}\n\n1. NE2 {}\n", other_result(record.result))),
        ("a comment without an end", format!("{tags}\n\n1. NE2 {{oops *\n")),
        ("nothing like a game", "Dear diary,\nwe played.\n".to_string()),
    ];
    for (name, broken) in broken {
        let file = format!("{whole}\n{broken}\n{whole}");
        let read: Vec<_> = Record::read_all(&file).collect();
        let good: Vec<_> = read.iter().map(Result::is_ok).collect();
        assert_eq!(good, [true, false, true], "{name}: {read:?}");
        assert_eq!(read[2].as_ref(), Ok(&record), "{name}");
        let first = whole.lines().count() + 2;
        let last = first + broken.lines().count() + 1;
        let line = read[1].as_ref().expect_err(name).line;
        assert!((first..=last).contains(&line), "{name}: line {line} of {first} to {last}");
    }
}

fn other_result(result: GameResult) -> GameResult {
    if result == GameResult::Drawn { GameResult::Unfinished } else { GameResult::Drawn }
}

proptest! {
    #[test]
    fn parse_after_print_is_the_identity(
        game in games(),
        tag in "[a-zA-Z0-9 \"\\\\äß‘]{0,20}",
        comment in "[a-zA-Z0-9 \\[\\]%.(){;\"\\n]{0,30}",
    ) {
        let mut record = Record::of(&game);
        for name in ["Event", "Site", "Date", "Red", "White", "Annotator"] {
            record.set_tag(name, &tag);
        }
        record.comments.push(comment.trim().to_string());
        if let Some(step) = record.steps.last_mut() {
            step.comments.push(comment.trim().to_string());
        }
        let text = record.to_string();
        let again: Record = text.parse().expect(&text);
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again.replay(), Ok(game));
    }

    #[test]
    fn parsing_never_panics(text in "\\PC{0,200}") {
        let _ = Record::read_all(&text).count();
        let _ = Record::read_all(&format!("{HEAD}{text}")).count();
    }
}

#[test]
fn variations_in_comments_round_trip() {
    for comment in [
        "[%var 2. SW3 (2. E3 W1) 2... SE1]",
        "[%main 1... +N1 2. NE2* pass]",
        "[%var 3. N1 (3. N2 (3. N3) 3... W1) (3. S1) 3... W2 4. E1]",
    ] {
        let number = match comment.split_whitespace().nth(1) {
            Some("1...") => 1,
            Some("2.") => 2,
            _ => 4,
        };
        let line = Variation::of_comment(comment).expect("a variation");
        assert_eq!(line.to_comment(number), comment);
    }
}

#[test]
fn a_comment_that_only_looks_like_a_variation_stays_a_comment() {
    let deep = format!("[%var {}N1{}]", "N1 (".repeat(100_000), ")".repeat(100_000));
    for comment in [
        "",
        "[%var]",
        "[%var ]",
        "[%var XX]",
        "[%var (N1)]",
        "[%var N1 ()]",
        "[%var N1 (N2]",
        "[%var N1)]",
        "[%eval N1]",
        "N1 N2",
        &deep,
    ] {
        assert_eq!(Variation::of_comment(comment), None, "{}", &comment[..comment.len().min(20)]);
    }
}
