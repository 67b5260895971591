//! Positions from arguments and standard input.

use std::fmt;
use std::io::{self, BufRead, IsTerminal};
use std::str::{FromStr, Utf8Error};

use anyhow::Result;
use bosworth_rules::{ParsePositionError, Position};

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
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        match text {
            "-" => Ok(Self::Input),
            _ => Ok(Self::One(Box::new(text.parse()?))),
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
        if let Self::One(position) = self {
            act(position)?;
            return Ok(Finding::Good);
        }
        wait_for("positions-wait", texts);
        let mut good = true;
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            match position(&line) {
                _ if line.trim_ascii().is_empty() => {}
                Ok(position) => act(&position)?,
                Err(fault) => {
                    good = false;
                    let fault = fault.describe(texts);
                    let values = [("line", number.into()), ("fault", fault.into())];
                    output::note(texts.format("line-bad", &values));
                }
            }
        }
        Ok(Finding::of(good))
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

/// Why a line is not a position.
pub(crate) enum LineFault {
    NotText(Utf8Error),
    Position(ParsePositionError),
}

impl LineFault {
    /// In the language of the program.
    fn describe(&self, texts: &Texts) -> String {
        match self {
            Self::NotText(_) => texts.get("line-not-text"),
            Self::Position(error) => texts.field_fault(error.field),
        }
    }
}

/// In English, for programs.
impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText(error) => write!(f, "the line is not UTF-8 text: {error}"),
            Self::Position(error) => error.fmt(f),
        }
    }
}

/// The position on a line. Some editors prepend a byte-order mark to the first one.
pub(crate) fn position(line: &[u8]) -> Result<Position, LineFault> {
    let text = str::from_utf8(line).map_err(LineFault::NotText)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    text.parse().map_err(LineFault::Position)
}

/// Tells a user at a terminal what the program is waiting for.
pub(crate) fn wait_for(message: &str, texts: &Texts) {
    if io::stdin().is_terminal() {
        output::note(texts.get(message));
    }
}
