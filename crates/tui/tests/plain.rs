//! Whole games in plain mode, in every language.

use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Ruleset};
use bosworth_texts::Language;
use bosworth_tui::Plain;
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

impl Read for Typist {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.script.read(bytes)
    }
}

impl BufRead for Typist {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.script.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.script.consume(amount);
    }

    fn read_line(&mut self, line: &mut String) -> io::Result<usize> {
        let read = self.script.read_line(line)?;
        write!(self.transcript, "> {line}")?;
        Ok(read)
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
    let texts = bosworth_tui::texts(language, &[]);
    let transcript = Transcript::default();
    let input = Typist { script: io::Cursor::new(script), transcript: transcript.clone() };
    let mut table = table(seats);
    let mut saved = 0;
    Plain { texts: &texts, input, output: transcript.clone(), prompt: false }
        .play(&mut table, &mut |_| {
            saved += 1;
            Ok(())
        })
        .expect("it is played");
    let text = String::from_utf8(transcript.0.take()).expect("UTF-8");
    (text, table, saved)
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
fn stopping_leaves_the_game_as_it_is() {
    let seats = BySide { red: Seat::Person, white: Seat::Person };
    let (_, table, _) = play(Language::English, seats, "quit\nhand\n".into());
    assert!(table.game().plies().is_empty());
}
