//! Positions from arguments and standard input.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::str::{FromStr, Utf8Error};

use anyhow::Result;
use bosworth_rules::{Field, ParsePositionError, Position};
use bosworth_texts::Language;

use crate::record_files::saved_game;
use crate::texts::Texts;
use crate::{Finding, output};

/// The positions for a command.
#[derive(Clone)]
pub(crate) enum PositionInput {
    One(Box<Position>),
    /// Those on standard input, one per line.
    Input,
}

impl FromStr for PositionInput {
    type Err = PositionFault;

    fn from_str(text: &str) -> Result<Self, PositionFault> {
        match text {
            "-" => Ok(Self::Input),
            _ => Ok(Self::One(Box::new(match saved_position(text) {
                Some(position) => position,
                None => parse_argument(text)?,
            }))),
        }
    }
}

impl PositionInput {
    /// Calls `act` with each position. A line that is not a position is reported and skipped.
    pub(crate) fn each(
        &self,
        texts: &Texts,
        act: &mut dyn FnMut(&Position) -> Result<()>,
    ) -> Result<Finding> {
        let mut good = true;
        self.each_line(texts, &mut |line| match line.position {
            Ok(position) => act(&position),
            Err(fault) => {
                good = false;
                let fault = fault.describe(texts);
                let values = [("line", line.number.into()), ("fault", fault.into())];
                output::note(texts.format("line-bad", &values));
                Ok(())
            }
        })?;
        Ok(Finding::of(good))
    }

    /// Calls `act` with each line that is not empty.
    pub(crate) fn each_line(
        &self,
        texts: &Texts,
        act: &mut dyn FnMut(PositionLine) -> Result<()>,
    ) -> Result<()> {
        if let Self::One(position) = self {
            return act(PositionLine { number: 1, position: Ok(**position), is_last_read: true });
        }
        wait_for("positions-wait", texts);
        let mut input = BufReader::new(io::stdin());
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if !line.trim_ascii().is_empty() {
                let (position, is_last_read) = (position(&line), input.buffer().is_empty());
                act(PositionLine { number, position, is_last_read })?;
            }
        }
        Ok(())
    }

    /// The text before the answer about a position, which names it if there are several.
    pub(crate) fn heading(&self, position: &Position, texts: &Texts) -> String {
        match self {
            Self::One(_) => String::new(),
            Self::Input => {
                let text = texts.format("position", &[("text", position.to_string().into())]);
                format!("{text}\n")
            }
        }
    }
}

/// A line of the input.
pub(crate) struct PositionLine {
    /// From 1.
    number: u64,
    pub(crate) position: Result<Position, PositionFault>,
    /// Whether nothing after it has been read yet, so that somebody may be waiting for the answer.
    pub(crate) is_last_read: bool,
}

/// Why a line or an argument is not a position.
#[derive(Debug)]
pub(crate) enum PositionFault {
    /// It is not UTF-8.
    NotText(Utf8Error),
    /// A field is wrong.
    Field(ParsePositionError),
}

impl PositionFault {
    /// The field that is wrong.
    pub(crate) fn field(&self) -> Option<Field> {
        match self {
            Self::NotText(_) => None,
            Self::Field(error) => Some(error.field),
        }
    }

    /// In the language of the program. In English the same text as for arguments and for programs,
    /// which says what was found; in others what is expected instead.
    fn describe(&self, texts: &Texts) -> String {
        match self {
            _ if texts.language() == Language::English => self.to_string(),
            Self::NotText(_) => texts.get("line-not-text"),
            Self::Field(error) => texts.field_fault(error.field),
        }
    }
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText(error) => write!(f, "the line is not UTF-8 text: {error}"),
            Self::Field(error) => error.fmt(f),
        }
    }
}

impl Error for PositionFault {}

/// The position on a line. Some editors prepend a byte-order mark to the first one.
fn position(line: &[u8]) -> Result<Position, PositionFault> {
    let text = str::from_utf8(line).map_err(PositionFault::NotText)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    text.parse().map_err(PositionFault::Field)
}

/// The position in an argument.
pub(crate) fn parse_argument(text: &str) -> Result<Position, PositionFault> {
    position(text.as_bytes())
}

/// The latest position of a saved game, by its number or name. A position has several words.
fn saved_position(wanted: &str) -> Option<Position> {
    let path = Some(wanted).filter(|text| !text.contains(' ')).and_then(saved_game)?;
    let (game, _) = bosworth_tui::read(&path).ok()?.replay_prefix();
    Some(*game.position())
}

/// Tells a user at a terminal what the program is waiting for.
pub(crate) fn wait_for(message: &str, texts: &Texts) {
    if io::stdin().is_terminal() {
        output::note(texts.get(message));
    }
}
