//! Whole games in plain mode, in every language.

use std::cell::RefCell;
use std::io::{self, BufRead, Write};
use std::rc::Rc;

use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Record, Ruleset, Side};
use bosworth_texts::Language;
use bosworth_tui::{LineSource, LocalClock, PlainExit, PlainGame};
use insta::assert_snapshot;

/// The transcript of input and output.
#[derive(Clone, Default)]
struct Transcript(Rc<RefCell<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Scripted input; each line is added to the transcript when it is read.
struct Typist {
    script: io::Cursor<String>,
    transcript: Transcript,
}

impl LineSource for Typist {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        if self.script.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        write!(self.transcript, "> {line}")?;
        Ok(Some(line))
    }
}

fn table(seats: BySide<Seat>) -> LocalTable {
    LocalTable::deal("test".into(), Secret::new([7; 32]), Ruleset::CLASSIC, seats)
}

/// Every question at the start, then a whole game with a word or two in between. The actions are
/// arbitrary but deterministic, independent of the engine.
fn script(seats: BySide<Seat>) -> String {
    let mut table = table(seats);
    let mut script = String::from(
        "help\nhand\nopp\ntargets\ncrown\npile\nscore\nlast\nclock\nboard\nundo\narea e5\n\
         nonsense\nne9\n\n",
    );
    let mut typed = 0;
    while let Some(seat) = table.turn() {
        let position = *table.position();
        let actions: Vec<_> = position.actions().iter().collect();
        let action = match seat {
            Seat::Level(level) => bosworth_tui::choose(level, &position, table.number()),
            Seat::Person => actions[(typed * 7 + 3) % actions.len()],
        };
        table.act(action).expect("a legal action");
        if seat == Seat::Person && !position.actions().pass {
            script += &format!("{action}\n");
            typed += 1;
            if typed == 5 {
                script += &format!("undo\n{action}\nlast\nscore\n");
                table.undo();
                table.act(action).expect("the same action");
            }
        }
    }
    script
}

fn play(language: Language, seats: BySide<Seat>, script: String) -> (String, LocalTable, usize) {
    let (text, table, saved, _) = play_timed(language, seats, script, None);
    (text, table, saved)
}

fn play_timed(
    language: Language,
    seats: BySide<Seat>,
    script: String,
    clock: Option<LocalClock>,
) -> (String, LocalTable, usize, PlainExit) {
    let texts = bosworth_tui::texts(language, &[]);
    let transcript = Transcript::default();
    let input = Typist { script: io::Cursor::new(script), transcript: transcript.clone() };
    let mut table = table(seats);
    let mut saved = 0;
    let ending = PlainGame { texts: &texts, input, output: transcript.clone(), clock }
        .play(&mut table, &mut |_, _| {
            saved += 1;
            Ok(())
        })
        .expect("it is played");
    let text = String::from_utf8(transcript.0.take()).expect("UTF-8");
    (text, table, saved, ending)
}

#[test]
fn a_whole_game_in_every_language() {
    let seats = BySide { red: Seat::Person, white: Seat::Person };
    for language in Language::ALL {
        let (text, table, saved) = play(language, seats, script(seats));
        assert!(table.position().is_over());
        assert!(saved >= table.game().plies().len(), "every action is saved");
        assert!(!text.contains("say-") && !text.contains("plain-"), "{text}");
        assert_snapshot!(format!("plain_{}", language.code()), text);
    }
}

#[test]
fn a_whole_game_against_the_computer_in_every_language() {
    let seats = BySide { red: Seat::Person, white: Seat::Level(1) };
    for language in Language::ALL {
        let script = format!("hint\n{}", script(seats));
        let (text, table, saved) = play(language, seats, script);
        assert!(table.position().is_over(), "{text}");
        assert!(saved >= table.game().plies().len());
        assert!(text.contains('%'), "a hint has a chance in it: {text}");
    }
}

#[test]
fn two_computers_play_the_same_game_again() {
    let seats = BySide { red: Seat::Level(2), white: Seat::Level(1) };
    let game = || play(Language::English, seats, String::new());
    let (once, again) = (game(), game());
    assert!(once.1.position().is_over());
    assert_eq!(once.0, again.0);
    assert_eq!(once.1.game(), again.1.game());
}

#[test]
fn quitting_leaves_the_game_unchanged() {
    let seats = BySide { red: Seat::Person, white: Seat::Person };
    let (_, table, _) = play(Language::English, seats, "quit\nhand\n".into());
    assert!(table.game().plies().is_empty());
}

const PEOPLE: BySide<Seat> = BySide { red: Seat::Person, white: Seat::Person };

#[test]
fn typed_escape_sequences_are_never_echoed() {
    let script = "\u{1b}[2J\u{1b}]0;title\u{7}non\u{202e}sense\n".to_string();
    let (text, ..) = play(Language::English, PEOPLE, script);
    let echoed: String = text.lines().filter(|line| !line.starts_with('>')).collect();
    assert!(echoed.contains("nonsense"), "{echoed:?}");
    assert!(!echoed.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{echoed:?}");
}

#[test]
fn undo_and_redo_report_what_changed() {
    let (first, second) = {
        let mut table = table(PEOPLE);
        let mut any = || {
            let action = table.position().actions().iter().next().expect("an action");
            table.act(action).expect("it is legal");
            action
        };
        (any(), any())
    };
    let script = format!("redo\n{first}\n{second}\nundo\nundo\nundo\nredo\n");
    let (text, table, _) = play(Language::English, PEOPLE, script);
    assert!(text.contains("There is nothing to redo."), "{text}");
    assert!(text.contains(&format!("Undone: White {second}.")), "{text}");
    assert!(text.contains(&format!("Undone: Red {first}.")), "{text}");
    assert!(text.contains("There is nothing to undo."), "{text}");
    assert!(text.contains(&format!("Redone: Red {first}.")), "{text}");
    assert_eq!(table.game().plies().len(), 1);
}

#[test]
fn resigning_needs_confirmation_in_every_language() {
    for (language, resign, no, yes, again) in [
        (Language::English, "resign", "no", "yes", "again"),
        (Language::German, "aufgeben", "nein", "ja", "nochmal"),
        (Language::French, "abandonner", "non", "oui", "encore"),
    ] {
        let script =
            format!("{again}\n{resign}\n{no}\n{resign}\n{yes}\nscore\nhint\n{again}\nhand\n");
        let (text, table, _, ending) = play_timed(language, PEOPLE, script, None);
        assert!(table.is_over() && ending == PlainExit::Again, "{text}");
        assert!(!text.contains("plain-") && !text.contains("word-"), "{text}");
        assert_snapshot!(format!("resign_{}", language.code()), text);
    }
}

#[test]
fn help_explains_every_word_in_every_language() {
    for language in Language::ALL {
        let (text, ..) = play(language, PEOPLE, "help\n".into());
        assert!(text.lines().count() > 18, "{text}");
        assert_snapshot!(format!("help_{}", language.code()), text);
    }
}

#[test]
fn the_clock_is_reported_and_ends_the_game() {
    let clock = || LocalClock::new("1+0".parse().expect("a clock"));
    let (text, table, ..) = play_timed(Language::English, PEOPLE, "clock\n".into(), clock());
    assert!(text.contains("Red: 1:00\nWhite: 1:00"), "{text}");
    assert!(!table.is_over());
    // A saved game in which White, who acts next, has no time left.
    let mut record = Record::of(table.game());
    for (tag, value) in [("Clock", "1+0"), ("RedLeft", "60000"), ("WhiteLeft", "0")] {
        record.set_tag(tag, value);
    }
    let action = table.position().actions().iter().next().expect("an action");
    let clock = LocalClock::of(&record);
    let (text, table, ..) =
        play_timed(Language::English, PEOPLE, format!("{action}\nhand\n"), clock);
    assert!(table.lost.is_some_and(|loss| loss.is_time() && loss.side() == Side::White), "{text}");
    assert!(text.contains("Red wins."), "{text}");
}

#[test]
fn a_handicap_is_said_at_the_start() {
    let seats = BySide { red: Seat::Person, white: Seat::Level(6) };
    let given = "white:heroes=0,cards=4".parse().expect("a handicap");
    let secret = Secret::new([7; 32]);
    let mut table =
        LocalTable::deal_with("test".into(), secret, Ruleset::CLASSIC, seats, Some(given));
    for (language, words) in Language::ALL.into_iter().zip([
        "White plays without heroes · White starts with 4 cards",
        "Weiß spielt ohne Helden · Weiß bekommt zu Beginn 4 Karten",
        "Blanc joue sans héros · Blanc reçoit 4 cartes au départ",
    ]) {
        let texts = bosworth_tui::texts(language, &[]);
        let transcript = Transcript::default();
        let script = io::Cursor::new(String::from("quit\n"));
        let input = Typist { script, transcript: transcript.clone() };
        let mut game = PlainGame { texts: &texts, input, output: transcript.clone(), clock: None };
        game.play(&mut table, &mut |_, _| Ok(())).expect("it is played");
        let text = String::from_utf8(transcript.0.take()).expect("UTF-8");
        assert!(text.contains(words), "{text}");
    }
}
