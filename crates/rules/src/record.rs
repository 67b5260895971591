//! Game records: the `.rose` format.

mod date;
mod reader;
mod variation;
mod writer;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{BySide, Game, IllegalPly, Ply, Position, Side};

pub use date::{Date, ParseDateError};
pub use reader::{ParseRecordError, RecordFault, Records};
pub use variation::{Variation, VariationStep};

/// A game as it was written down, not yet validated against the rules.
///
/// The text resembles PGN: tags, a blank line, numbered actions, a result.
/// [`replay`](Record::replay) validates it action by action.
///
/// ```
/// use bosworth_rules::{Record, Side};
///
/// let text = r#"
/// [Red "Anne"]
/// [White "Jo"]
/// [Deal "NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1"]
///
/// 1. NE2 {to g7} SW3 2. +N1 *
/// "#;
/// let record: Record = text.parse()?;
/// assert_eq!(record.tag("Red"), Some("Anne"));
/// assert_eq!(record.steps[0].comments, ["to g7"]);
/// let game = record.replay()?;
/// assert_eq!(game.position().hand(Side::Red).to_string(), "N1,E3,S2,W3,NW3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tags in their original order, without those represented by the other fields.
    pub tags: Vec<(String, String)>,
    /// The starting position.
    pub start: Position,
    /// The comments before the first action.
    pub comments: Vec<String>,
    /// The plies with their comments.
    pub steps: Vec<RecordedPly>,
    /// The recorded result.
    pub result: GameResult,
    /// The points of both sides, if there is a `Score` tag.
    pub score: Option<BySide<u32>>,
}

/// One ply of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The ply itself.
    pub ply: Ply,
    /// The comments that follow it.
    pub comments: Vec<String>,
}

/// The result of a game as a record states it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// This side won.
    Won(Side),
    /// The game was drawn.
    Drawn,
    /// The game is not finished.
    Unfinished,
}

impl GameResult {
    /// The result of a game that stands at this position.
    pub fn of(position: &Position) -> Self {
        match position.outcome() {
            None => Self::Unfinished,
            Some(outcome) => outcome.winner().map_or(Self::Drawn, Self::Won),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Won(Side::Red) => "1-0",
            Self::Won(Side::White) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unfinished => "*",
        })
    }
}

/// The text is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseResultError;

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0 (Red won), 0-1 (White won), 1/2-1/2 or *")
    }
}

impl core::error::Error for ParseResultError {}

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        match text {
            "1-0" => Ok(Self::Won(Side::Red)),
            "0-1" => Ok(Self::Won(Side::White)),
            "1/2-1/2" => Ok(Self::Drawn),
            "*" => Ok(Self::Unfinished),
            _ => Err(ParseResultError),
        }
    }
}

/// Why a record does not follow the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// An action is illegal in its position.
    Illegal {
        /// The index of the action, from 0.
        index: usize,
        /// Who would have acted.
        side: Side,
        /// The action.
        ply: Ply,
        /// The rule it breaks.
        why: IllegalPly,
    },
    /// The game is over, and its result differs from the recorded one.
    WrongResult {
        /// The result in the record.
        said: GameResult,
        /// The result on the board.
        found: GameResult,
    },
    /// The record says the game is drawn, but it is not over. (A side may win before the end, by
    /// resignation or on time.)
    NotOver,
    /// The points differ from the recorded ones.
    WrongScore {
        /// The points in the record.
        said: BySide<u32>,
        /// The points on the board.
        found: BySide<u32>,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { index, side, ply, why } => {
                write!(f, "action {} ({side}'s {ply}): {why}", index + 1)
            }
            Self::WrongResult { said, found } => {
                write!(f, "the result is {found}, but the record says {said}")
            }
            Self::NotOver => f.write_str(
                "the record says the game is drawn, but the game is not over: \
                 the result would be *",
            ),
            Self::WrongScore { said, found } => write!(
                f,
                "the points are {}-{}, but the record says {}-{}",
                found.red, found.white, said.red, said.white
            ),
        }
    }
}

impl core::error::Error for ReplayError {}

impl Record {
    /// The record of a game, with only the tags that follow from the game itself.
    pub fn of(game: &Game) -> Self {
        let step = |&ply: &Ply| RecordedPly { ply, comments: Vec::new() };
        Self {
            tags: Vec::new(),
            start: *game.start(),
            comments: Vec::new(),
            steps: game.plies().iter().map(step).collect(),
            result: GameResult::of(game.position()),
            score: Some(game.position().scores().map(|score| score.points)),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing its previous value.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }

    /// Replays the longest legal prefix.
    ///
    /// Returns the game up to the first fault, and that fault.
    pub fn replay_prefix(&self) -> (Game, Option<ReplayError>) {
        let mut game = Game::new(self.start);
        for (index, &RecordedPly { ply, .. }) in self.steps.iter().enumerate() {
            let side = game.position().side();
            if let Err(why) = game.push(ply) {
                return (game, Some(ReplayError::Illegal { index, side, ply, why }));
            }
        }
        let found = GameResult::of(game.position());
        let points = game.position().scores().map(|score| score.points);
        let fault = match (found, self.result) {
            (GameResult::Unfinished, GameResult::Drawn) => Some(ReplayError::NotOver),
            (GameResult::Unfinished, _) => None,
            (_, said) if said == found => None,
            (_, said) => Some(ReplayError::WrongResult { said, found }),
        };
        let wrong_score = self.score.filter(|&said| said != points);
        let fault =
            fault.or(wrong_score.map(|said| ReplayError::WrongScore { said, found: points }));
        (game, fault)
    }

    /// Replays the record, validating every action, the result and the points.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        match self.replay_prefix() {
            (game, None) => Ok(game),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Parses every game in a file.
    pub const fn read_all(text: &str) -> Records<'_> {
        Records::new(text)
    }
}

/// Parses a text that contains exactly one game.
impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        let mut records = Record::read_all(text);
        let record = records.next().unwrap_or_else(|| Err(records.fault(RecordFault::NoGame)))?;
        match records.next() {
            None => Ok(record),
            Some(_) => Err(records.fault(RecordFault::MoreThanOne)),
        }
    }
}

/// The value of an embedded command such as `[%clk 0:04:31]` in a comment.
///
/// ```
/// use bosworth_rules::comment_command;
///
/// assert_eq!(comment_command("late [%clk 0:00:07] now", "clk"), Some("0:00:07"));
/// ```
pub fn comment_command<'c>(comment: &'c str, name: &str) -> Option<&'c str> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    rest.split_once(']').map(|(value, _)| value.trim())
}
