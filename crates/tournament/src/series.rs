use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// The number of games in a pairing. Sides swap after every game.
///
/// As text `1`, `2`, `bo3`, `bo5`, `bo7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("enum" = ["1", "2", "bo3", "bo5", "bo7"]))
)]
#[serde(try_from = "String", into = "String")]
pub enum Series {
    /// One game.
    #[default]
    One,
    /// Two games, both played.
    Two,
    /// Best of three, five or seven games; ends once it is decided.
    BestOf(u8),
}

impl Series {
    /// The maximum number of games.
    pub fn games(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::BestOf(games) => games,
        }
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("1"),
            Self::Two => f.write_str("2"),
            Self::BestOf(games) => write!(f, "bo{games}"),
        }
    }
}

/// The text is not a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseSeriesError;

impl fmt::Display for ParseSeriesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a series is 1, 2, bo3, bo5 or bo7")
    }
}

impl core::error::Error for ParseSeriesError {}

impl FromStr for Series {
    type Err = ParseSeriesError;

    fn from_str(text: &str) -> Result<Self, ParseSeriesError> {
        match text {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            "bo3" => Ok(Self::BestOf(3)),
            "bo5" => Ok(Self::BestOf(5)),
            "bo7" => Ok(Self::BestOf(7)),
            _ => Err(ParseSeriesError),
        }
    }
}

impl TryFrom<String> for Series {
    type Error = ParseSeriesError;

    fn try_from(text: String) -> Result<Self, ParseSeriesError> {
        text.parse()
    }
}

impl From<Series> for String {
    fn from(series: Series) -> Self {
        series.to_string()
    }
}
