//! What commands read: the games of files, and positions from standard input.

use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::str::{FromStr, Utf8Error};
use std::{fmt, fs};

use anyhow::{Context, Result, bail};
use bosworth_rules::{ParsePositionError, Position, Record};

use crate::texts::Texts;
use crate::{Finding, output};

/// The games of some files.
pub(crate) struct RecordFiles {
    pub(crate) games: Vec<NumberedRecord>,
    /// How many games there are, with those that were skipped.
    pub(crate) count: usize,
}

/// A game of a file.
#[derive(Clone)]
pub(crate) struct NumberedRecord {
    /// The file, if several are read.
    pub(crate) file: Option<String>,
    /// Its place in the file, from 1.
    pub(crate) number: usize,
    pub(crate) record: Record,
}

impl RecordFiles {
    /// Reads files, `-` being standard input. A game that cannot be parsed is reported and skipped.
    pub(crate) fn read(files: &[PathBuf], texts: &Texts) -> Result<Self> {
        let mut all = Self { games: Vec::new(), count: 0 };
        for path in files {
            let name = path.display().to_string();
            let file = (files.len() > 1).then(|| name.clone());
            let text = text(path)?;
            let before = all.count;
            for (number, record) in (1..).zip(Record::read_all(&text)) {
                all.count += 1;
                match record {
                    Ok(record) => {
                        all.games.push(NumberedRecord { file: file.clone(), number, record });
                    }
                    Err(error) => {
                        let fault = texts.record_fault(&error.fault);
                        let values = [
                            ("file", name.clone().into()),
                            ("number", number.into()),
                            ("line", error.line.into()),
                            ("fault", fault.into()),
                        ];
                        output::note(texts.format("game-unreadable", &values));
                    }
                }
            }
            if all.count == before {
                bail!("{name} has no game in it; a game begins with tags such as [Red \"Anne\"]");
            }
        }
        Ok(all)
    }

    /// Whether no game was skipped.
    pub(crate) fn is_complete(&self) -> bool {
        self.games.len() == self.count
    }
}

impl NumberedRecord {
    /// `Game 2`, after its file if there are several.
    pub(crate) fn name(&self, texts: &Texts) -> String {
        let game = texts.format("game", &[("number", self.number.into())]);
        match &self.file {
            None => game,
            Some(file) => format!("{file}, {game}"),
        }
    }
}

fn text(path: &Path) -> Result<String> {
    let name = path.display();
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        bytes
    } else {
        fs::read(path).with_context(|| format!("cannot read {name}"))?
    };
    String::from_utf8(bytes)
        .with_context(|| format!("{name} is not UTF-8 text; a record is a .rose file"))
}

/// The positions a command is asked about.
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
    /// Calls `act` with each position. A line that is no position is reported and skipped.
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

/// Why a line is no position.
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

/// Tells a person at a terminal what the program waits for.
pub(crate) fn wait_for(message: &str, texts: &Texts) {
    if io::stdin().is_terminal() {
        output::note(texts.get(message));
    }
}
