mod line_source;
mod review;

pub use line_source::{EditedLines, LineSource, PipedLines};

use std::io::{self, Write};
use std::time::Instant;

use bosworth_engine::{Engine, SearchLimits};
use bosworth_local::{LocalTable, Loss, Seat};
use bosworth_rules::{Action, Game, Side};
use bosworth_texts::{Speech, TextCommand, Texts};

use crate::local_clock::LocalClock;
use crate::online::sanitise;
use crate::plain_command::{PlainCommand, explain, name};
use crate::reasons::reasons;
use crate::worker::choose;

/// The node limit of hints: fixed, so that they are deterministic.
const HINT_NODES: u64 = 20_000;

/// The commands of a local game, in the order in which help explains them.
const HELP_COMMANDS: [&str; 18] = [
    "hand", "opp", "targets", "crown", "pile", "area", "score", "last", "clock", "board", "hint",
    "undo", "redo", "resign", "again", "review", "help", "quit",
];

/// Plays line by line, in words: one line in, a few lines out. For screen readers, pipes and tests.
pub struct PlainGame<'a, I, O> {
    /// The messages.
    pub texts: &'a Texts,
    /// The input.
    pub input: I,
    /// The output.
    pub output: O,
    /// The clock, if there is one.
    pub clock: Option<LocalClock>,
}

/// Saves a game with its clock.
pub type SaveGame<'a> = dyn FnMut(&LocalTable, Option<&LocalClock>) -> io::Result<()> + 'a;

/// How a game in plain mode was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainExit {
    /// The person quit, or the input has ended.
    Quit,
    /// The same players want another game.
    Again,
}

impl<I: LineSource, O: Write> PlainGame<'_, I, O> {
    /// Plays until the person quits, or end of input; without people, until the game is over.
    /// `save` is called after every action.
    pub fn play(
        &mut self,
        table: &mut LocalTable,
        save: &mut SaveGame<'_>,
    ) -> io::Result<PlainExit> {
        self.say_text("plain-welcome")?;
        let words = Speech::new(self.texts, table.game(), Side::Red).words();
        self.say(&words)?;
        if let Some(given) = table.handicap() {
            let ruleset = table.position().ruleset();
            self.say(&self.texts.given_handicap(given, ruleset))?;
        }
        self.say_turn(table)?;
        let mut over = table.is_over();
        if let Some(clock) = &mut self.clock {
            clock.resume(table, Instant::now());
        }
        loop {
            self.check_clock(table, save)?;
            if table.is_over() && !over {
                self.tell_end(table)?;
            }
            over = table.is_over();
            let position = *table.position();
            let action = match table.turn() {
                None if !has_people(table) => return Ok(PlainExit::Quit),
                Some(_) if position.actions().pass => Some(Action::Pass),
                Some(Seat::Level(level)) => Some(choose(level, &position, table.number())),
                Some(Seat::Person) | None => None,
            };
            if let Some(action) = action {
                self.act(table, action)?;
                save(table, self.clock.as_ref())?;
                continue;
            }
            self.output.flush()?;
            let Some(line) = self.input.next_line()? else { return Ok(PlainExit::Quit) };
            // The clock runs while the person thinks: check it before using the line.
            self.check_clock(table, save)?;
            match PlainCommand::read(&line, self.texts) {
                Ok(PlainCommand::Quit) => return Ok(PlainExit::Quit),
                Ok(PlainCommand::Again | PlainCommand::Rematch) if table.is_over() => {
                    return Ok(PlainExit::Again);
                }
                command => {
                    if self.command(table, line.trim(), command.ok().as_ref())? {
                        save(table, self.clock.as_ref())?;
                    }
                }
            }
        }
    }

    /// Handles a line; returns whether the game has changed.
    fn command(
        &mut self,
        table: &mut LocalTable,
        line: &str,
        command: Option<&PlainCommand>,
    ) -> io::Result<bool> {
        let texts = self.texts;
        match command {
            Some(PlainCommand::Word(word)) => self.word(table, *word),
            Some(PlainCommand::Takeback) => self.change(table, LocalTable::undo, "undo"),
            Some(PlainCommand::Redo) => self.change(table, LocalTable::redo, "redo"),
            Some(PlainCommand::Resign) => self.resign(table),
            Some(PlainCommand::Review) if table.is_over() => {
                review::tell(table.game(), texts, &mut self.output)?;
                Ok(false)
            }
            Some(PlainCommand::Again | PlainCommand::Rematch | PlainCommand::Review) => {
                self.say_text("plain-not-over")?;
                Ok(false)
            }
            None if line.is_empty() => {
                self.say_turn(table)?;
                Ok(false)
            }
            _ => {
                // The input may contain escape sequences.
                let unknown = Speech::new(texts, table.game(), Side::Red).unknown(&sanitise(line));
                self.say(&unknown)?;
                Ok(false)
            }
        }
    }

    /// Answers a question or does an action; returns whether the game has changed.
    fn word(&mut self, table: &mut LocalTable, word: TextCommand) -> io::Result<bool> {
        let game = table.game().clone();
        let texts = self.texts;
        let speech = Speech::new(texts, &game, listener(table));
        let said = match word {
            TextCommand::Act(action) => return self.act(table, action),
            TextCommand::Undo => return self.change(table, LocalTable::undo, "undo"),
            TextCommand::Hint if table.is_over() => vec![texts.get("tui-over")],
            TextCommand::Hint => {
                let found =
                    Engine::default().analyse(game.position(), SearchLimits::nodes(HINT_NODES));
                let best = found.best().map(|best| speech.action(best)).unwrap_or_default();
                let chance = texts.number(100.0 * found.win_chance(), 0);
                let values = [("action", best.into()), ("chance", chance.into())];
                let known = found.forecast.map(|it| texts.forecast(it, game.position().ruleset()));
                let hint = [texts.format("plain-hint", &values)].into_iter().chain(known);
                hint.chain(reasons(game.position(), &found, texts)).collect()
            }
            TextCommand::Clock => match &self.clock {
                Some(clock) => clock.lines(texts, game.position().ruleset(), Instant::now()),
                None => vec![texts.get("plain-no-clock")],
            },
            TextCommand::Help => {
                let mut lines = vec![speech.words()];
                lines.extend(explain(texts, &HELP_COMMANDS));
                lines
            }
            word => speech.answer(word).unwrap_or_default(),
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
                if let Some(clock) = &mut self.clock {
                    clock.acted(before.side(), to_act(table), Instant::now());
                }
                self.say(&self.texts.played(&before, ply))?;
                Ok(true)
            }
        }
    }

    /// Undoes or redoes actions, and reports which.
    fn change(
        &mut self,
        table: &mut LocalTable,
        change: fn(&mut LocalTable) -> bool,
        which: &str,
    ) -> io::Result<bool> {
        let (before, anew) = (table.game().clone(), table.shuffles_anew());
        if !change(table) {
            self.say_text(&format!("tui-{which}-none"))?;
            return Ok(false);
        }
        if let Some(clock) = &mut self.clock {
            clock.go(to_act(table), Instant::now());
        }
        let after = table.game();
        let kept = before.plies().len().min(after.plies().len());
        let longer = if before.plies().len() > kept { &before } else { after };
        let actions = self.actions(longer, kept);
        if !actions.is_empty() {
            let values = [("actions", actions.join(", ").into())];
            self.say(&self.texts.format(&format!("plain-{which}ne"), &values))?;
        }
        if table.shuffles_anew() && !anew {
            self.say_text("shuffled-anew")?;
        }
        self.say_turn(table)?;
        Ok(true)
    }

    /// The actions of a game from a ply on, with their sides.
    fn actions(&self, game: &Game, from: usize) -> Vec<String> {
        let plies = game.plies().iter().zip(game.positions()).skip(from);
        plies
            .map(|(ply, before)| {
                let side = self.texts.side(before.side(), before.ruleset());
                format!("{side} {}", self.texts.short_ply(*ply))
            })
            .collect()
    }

    /// Resigns after a question; returns whether the game has changed.
    fn resign(&mut self, table: &mut LocalTable) -> io::Result<bool> {
        if table.is_over() {
            self.say_text("tui-over")?;
            return Ok(false);
        }
        self.say_text("plain-ask-resign")?;
        self.output.flush()?;
        let Some(line) = self.input.next_line()? else { return Ok(false) };
        if PlainCommand::read(&line, self.texts) != Ok(PlainCommand::Yes) {
            self.say_turn(table)?;
            return Ok(false);
        }
        table.lost = Some(Loss::resigned(listener(table)));
        Ok(true)
    }

    /// Ends the game when the time of the side to act is up.
    fn check_clock(&mut self, table: &mut LocalTable, save: &mut SaveGame<'_>) -> io::Result<()> {
        let Some(clock) = &self.clock else { return Ok(()) };
        match clock.flagged(Instant::now()) {
            Some(side) if !table.is_over() => {
                table.lost = Some(Loss::time(side));
                save(table, self.clock.as_ref())
            }
            _ => Ok(()),
        }
    }

    /// Reports the winner, and which commands are available now.
    fn tell_end(&mut self, table: &LocalTable) -> io::Result<()> {
        if let Some(clock) = &mut self.clock {
            clock.go(None, Instant::now());
        }
        let texts = self.texts;
        if let Some(loss) = table.lost {
            let side = |side| [("side", texts.side(side, table.position().ruleset()).into())];
            let id = if loss.is_time() { "end-time" } else { "end-resigned" };
            self.say(&texts.format(id, &side(loss.side())))?;
            self.say(&texts.format("tui-won", &side(!loss.side())))?;
        } else {
            let speech = Speech::new(texts, table.game(), Side::Red);
            self.say_all(&speech.answer(TextCommand::Score).unwrap_or_default())?;
        }
        if !has_people(table) {
            return Ok(());
        }
        let values = ["again", "review", "quit"].map(|id| (id, name(texts, id).into()));
        self.say(&texts.format("plain-after", &values))
    }

    fn say_turn(&mut self, table: &LocalTable) -> io::Result<()> {
        if table.is_over() {
            return self.say_text("tui-over");
        }
        let turn = Speech::new(self.texts, table.game(), Side::Red).turn();
        self.say(&turn)
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say_text(&mut self, id: &str) -> io::Result<()> {
        let text = self.texts.get(id);
        self.say(&text)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }
}

/// The side to act; none after the end.
fn to_act(table: &LocalTable) -> Option<Side> {
    table.turn().map(|_| table.position().side())
}

fn has_people(table: &LocalTable) -> bool {
    Side::ALL.iter().any(|&side| table.seats[side] == Seat::Person)
}

/// The point of view: the person's, or that of the side to act.
fn listener(table: &LocalTable) -> Side {
    match (table.seats.red, table.seats.white) {
        (Seat::Person, Seat::Level(_)) => Side::Red,
        (Seat::Level(_), Seat::Person) => Side::White,
        _ => table.position().side(),
    }
}
