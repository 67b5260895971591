use std::io::{self, BufRead, Write};

use bosworth_engine::{Engine, Limits};
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{Action, Side};
use bosworth_texts::{Speech, Texts, Word};

use crate::worker::choose;

/// The node limit of hints: fixed, so that they are deterministic.
const HINT_NODES: u64 = 20_000;

/// Plays line by line, in words: one line in, a few lines out. For screen readers, pipes and tests.
pub struct Plain<'a, I, O> {
    /// The messages.
    pub texts: &'a Texts,
    /// The input.
    pub input: I,
    /// The output.
    pub output: O,
    /// Whether to print a prompt.
    pub prompt: bool,
}

impl<I: BufRead, O: Write> Plain<'_, I, O> {
    /// Plays until the game is over, the person quits, or end of input. `save` is called after
    /// every action.
    pub fn play(
        &mut self,
        table: &mut LocalTable,
        save: &mut dyn FnMut(&LocalTable) -> io::Result<()>,
    ) -> io::Result<()> {
        self.say(&self.texts.get("plain-welcome"))?;
        let words = Speech::new(self.texts, table.game(), Side::Red).words();
        self.say(&words)?;
        self.say_turn(table)?;
        while !table.is_over() {
            let position = *table.position();
            let action = match table.turn() {
                _ if position.actions().pass => Some(Action::Pass),
                Some(Seat::Level(level)) => Some(choose(level, &position, table.number())),
                _ => None,
            };
            if let Some(action) = action {
                self.act(table, action)?;
                save(table)?;
                continue;
            }
            if self.prompt {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 || line.trim().eq_ignore_ascii_case("quit") {
                return Ok(());
            }
            if self.word(table, line.trim())? {
                save(table)?;
            }
        }
        let speech = Speech::new(self.texts, table.game(), Side::Red);
        let lines = speech.answer(Word::Score).unwrap_or_default();
        self.say_all(&lines)
    }

    /// Handles a line; returns whether the game has changed.
    fn word(&mut self, table: &mut LocalTable, line: &str) -> io::Result<bool> {
        let game = table.game().clone();
        let texts = self.texts;
        let speech = Speech::new(texts, &game, listener(table));
        if line.is_empty() {
            self.say(&speech.turn())?;
            return Ok(false);
        }
        let said = match texts.word(line) {
            Err(_) => vec![speech.unknown(line)],
            Ok(Word::Act(action)) => return self.act(table, action),
            Ok(Word::Undo) => {
                let before = table.shuffles_anew();
                if table.undo() {
                    if table.shuffles_anew() && !before {
                        self.say(&texts.get("tui-shuffled-anew"))?;
                    }
                    self.say_turn(table)?;
                    return Ok(true);
                }
                vec![texts.get("tui-undo-none")]
            }
            Ok(Word::Hint) => {
                let found = Engine::default().analyse(game.position(), Limits::nodes(HINT_NODES));
                let best = found.best().map(|best| speech.action(best)).unwrap_or_default();
                let chance = texts.number(100.0 * found.value.win_chance(), 0);
                let values = [("action", best.into()), ("chance", chance.into())];
                vec![texts.format("plain-hint", &values)]
            }
            Ok(Word::Clock) => vec![texts.get("plain-no-clock")],
            Ok(word) => speech.answer(word).unwrap_or_default(),
        };
        self.say_all(&said)?;
        Ok(false)
    }

    /// Performs an action and reports it, or why it is illegal.
    fn act(&mut self, table: &mut LocalTable, action: Action) -> io::Result<bool> {
        let before = *table.position();
        match table.act(action) {
            Err(why) => {
                self.say(&self.texts.refusal(why, &before))?;
                Ok(false)
            }
            Ok(ply) => {
                self.say(&self.texts.ply(&before, ply))?;
                Ok(true)
            }
        }
    }

    fn say_turn(&mut self, table: &LocalTable) -> io::Result<()> {
        let turn = Speech::new(self.texts, table.game(), Side::Red).turn();
        self.say(&turn)
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }
}

/// The point of view: the person's, or that of the side to act.
fn listener(table: &LocalTable) -> Side {
    match (table.seats.red, table.seats.white) {
        (Seat::Person, Seat::Level(_)) => Side::Red,
        (Seat::Level(_), Seat::Person) => Side::White,
        _ => table.position().side(),
    }
}
