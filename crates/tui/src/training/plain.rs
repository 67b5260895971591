use std::io::{self, Write};

use bosworth_texts::{Speech, TextCommand, Texts};

use super::{PracticeSession, TrainingBackend};
use crate::online::sanitise;
use crate::plain::LineSource;
use crate::plain_command::{PlainCommand, explain, name};

/// The commands of training, in the order in which help explains them.
const HELP_COMMANDS: [&str; 9] =
    ["hand", "opp", "targets", "crown", "pile", "area", "score", "board", "quit"];

/// Trains line by line, in words.
pub struct PlainTraining<'a, I, O> {
    /// The messages.
    pub texts: &'a Texts,
    /// The input.
    pub input: I,
    /// The output.
    pub output: O,
}

impl<I: LineSource, O: Write> PlainTraining<'_, I, O> {
    /// Trains until the person quits, or until nothing is left.
    pub fn train(
        &mut self,
        session: &mut PracticeSession,
        backend: &mut dyn TrainingBackend,
    ) -> io::Result<()> {
        let words = ["hint", "next", "quit"].map(|id| (id, name(self.texts, id).into()));
        self.say(&self.texts.format("train-welcome", &words))?;
        self.describe(session)?;
        let mut goes_on = true;
        while goes_on {
            self.output.flush()?;
            let Some(line) = self.input.next_line()? else { break };
            goes_on = match PlainCommand::read(&line, self.texts) {
                Ok(PlainCommand::Quit) => false,
                Ok(PlainCommand::Next) => self.next(session, backend)?,
                command => {
                    self.command(session, backend, line.trim(), command.ok().as_ref())?;
                    true
                }
            };
        }
        session.summary(self.texts).map_or(Ok(()), |summary| self.say(&summary))
    }

    /// Moves to the next position. Returns false if none is left.
    fn next(
        &mut self,
        session: &mut PracticeSession,
        backend: &mut dyn TrainingBackend,
    ) -> io::Result<bool> {
        if let Err(nothing) = session.next(backend.now(), backend.luck()) {
            self.say(&nothing.text(self.texts))?;
            return Ok(false);
        }
        self.describe(session)?;
        Ok(true)
    }

    fn describe(&mut self, session: &PracticeSession) -> io::Result<()> {
        let game = session.game();
        self.say(&session.title(self.texts))?;
        let speech = Speech::new(self.texts, game, game.start().side());
        let questions = [TextCommand::Board, TextCommand::Hand, TextCommand::Opponent];
        let lines = questions.into_iter().filter_map(|it| speech.answer(it)).flatten();
        let lines: Vec<_> = lines.chain([speech.turn()]).collect();
        self.say_all(&lines)
    }

    /// Answers a question, or grades an action.
    fn command(
        &mut self,
        session: &mut PracticeSession,
        backend: &mut dyn TrainingBackend,
        line: &str,
        command: Option<&PlainCommand>,
    ) -> io::Result<()> {
        let texts = self.texts;
        let game = session.game().clone();
        let speech = Speech::new(texts, &game, game.start().side());
        let said = match command {
            Some(PlainCommand::Word(TextCommand::Act(action))) => {
                let said = session.answer(*action, backend.now(), texts);
                backend.save(session.progress())?;
                said
            }
            Some(PlainCommand::Word(TextCommand::Hint)) => {
                let said = session.hint(backend.now(), texts);
                backend.save(session.progress())?;
                said
            }
            Some(PlainCommand::Word(TextCommand::Help)) => {
                let help = explain(texts, &HELP_COMMANDS);
                [speech.words()].into_iter().chain(help).collect()
            }
            Some(PlainCommand::Word(word)) => speech.answer(*word).unwrap_or_default(),
            _ if line.is_empty() => vec![speech.turn()],
            // The input may contain escape sequences.
            _ => vec![speech.unknown(&sanitise(line))],
        };
        self.say_all(&said)?;
        if !session.is_open() {
            let next = [("next", name(texts, "next").into())];
            self.say(&texts.format("train-go-on", &next))?;
        }
        Ok(())
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }
}
