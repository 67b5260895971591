use core::fmt;
use core::str::FromStr;

use crate::SearchLimits;

/// How thoroughly a game is reviewed.
///
/// Every program asks for the same work by the same name, so a game has the same marks wherever
/// it is looked at: nodes are counted, not seconds, and an engine with its default settings gives
/// the same values on every machine, browsers included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ReviewDepth {
    /// What everybody gets who asks for nothing else: seconds for a whole game, on a phone too.
    #[default]
    Standard,
    /// Ten times the work.
    Deep,
}

impl ReviewDepth {
    /// All of them, the quickest first.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Deep];

    /// What it is called in commands and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Deep => "deep",
        }
    }

    /// How many nodes each position of the game gets.
    pub const fn nodes(self) -> u64 {
        match self {
            Self::Standard => 10_000,
            Self::Deep => 100_000,
        }
    }

    /// The limits of the search of each position.
    pub const fn limits(self) -> SearchLimits {
        SearchLimits::nodes(self.nodes())
    }
}

impl fmt::Display for ReviewDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseReviewDepthError;

impl fmt::Display for ParseReviewDepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a review is standard or deep")
    }
}

impl core::error::Error for ParseReviewDepthError {}

impl FromStr for ReviewDepth {
    type Err = ParseReviewDepthError;

    fn from_str(text: &str) -> Result<Self, ParseReviewDepthError> {
        Self::ALL.into_iter().find(|depth| depth.name() == text).ok_or(ParseReviewDepthError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_written_as_they_are_read() {
        for depth in ReviewDepth::ALL {
            assert_eq!(depth.to_string().parse(), Ok(depth));
        }
        assert_eq!("Deep".parse::<ReviewDepth>(), Err(ParseReviewDepthError));
    }
}
