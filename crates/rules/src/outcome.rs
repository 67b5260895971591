use core::fmt;

use crate::{BySide, Ruleset, Score, Side, Ties};

/// How a game ended and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// What ended the game.
    pub end: End,
    /// Who won, and on which criterion.
    pub verdict: Verdict,
    /// The final scores.
    pub scores: BySide<Score>,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The last of the 52 roses was placed.
    LastRose,
    /// Both sides hold five cards and neither can act.
    BothBlocked,
    /// This side holds five cards and can play none, in editions where one blocked side ends
    /// the game.
    Blocked(Side),
}

/// Who won, and which criterion decided it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// More points.
    Points(Side),
    /// Equal points, but a larger largest territory.
    Largest(Side),
    /// Equal so far, but more roses on the board.
    Roses(Side),
    /// Equal on every criterion.
    Drawn,
}

impl Verdict {
    /// Compares two scores under a ruleset.
    pub fn of(scores: BySide<Score>, ruleset: Ruleset) -> Self {
        let more = |what: fn(Score) -> u32| {
            let BySide { red, white } = scores.map(what);
            match red.cmp(&white) {
                core::cmp::Ordering::Greater => Some(Side::Red),
                core::cmp::Ordering::Less => Some(Side::White),
                core::cmp::Ordering::Equal => None,
            }
        };
        let largest = match ruleset.ties {
            Ties::LargestThenRoses => more(|score| score.largest),
            Ties::Roses => None,
        };
        more(|score| score.points)
            .map(Self::Points)
            .or(largest.map(Self::Largest))
            .or(more(|score| score.roses).map(Self::Roses))
            .unwrap_or(Self::Drawn)
    }

    /// The winner, or `None` if the game is drawn.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Points(side) | Self::Largest(side) | Self::Roses(side) => Some(side),
            Self::Drawn => None,
        }
    }
}

impl Outcome {
    /// The winner, or `None` if the game is drawn.
    pub const fn winner(self) -> Option<Side> {
        self.verdict.winner()
    }
}

/// Such as "Red wins by points".
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(side) => write!(f, "{side} wins by points"),
            Self::Largest(side) => {
                write!(f, "{side} wins: equal points, but the larger largest territory")
            }
            Self::Roses(side) => write!(f, "{side} wins: equal points, but more roses"),
            Self::Drawn => f.write_str("the game is drawn: equal in everything"),
        }
    }
}

/// Such as "the last rose is placed".
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LastRose => f.write_str("the last rose is placed"),
            Self::BothBlocked => f.write_str("both sides hold five cards and neither can act"),
            Self::Blocked(side) => write!(f, "{side} holds five cards and can play none"),
        }
    }
}
