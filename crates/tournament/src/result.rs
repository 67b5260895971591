use bosworth_rules::Side;
use serde::{Deserialize, Serialize};

/// How a game of an event ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlotResult {
    /// Red won.
    Red {
        /// The points of the game by which Red was ahead at the end; negative if Red was behind
        /// when the opponent resigned or lost on time.
        margin: i32,
    },
    /// White won.
    White {
        /// As for Red.
        margin: i32,
    },
    /// A draw.
    Drawn,
    /// Red did not come.
    NoRed,
    /// White did not come.
    NoWhite,
    /// Nobody came.
    Nobody,
}

impl SlotResult {
    /// Won by a side.
    pub fn won(side: Side, margin: i32) -> Self {
        match side {
            Side::Red => Self::Red { margin },
            Side::White => Self::White { margin },
        }
    }

    /// A side did not come.
    pub fn missed(side: Side) -> Self {
        match side {
            Side::Red => Self::NoRed,
            Side::White => Self::NoWhite,
        }
    }

    /// Whether a side did not come.
    pub fn is_missed_by(self, side: Side) -> bool {
        match side {
            Side::Red => matches!(self, Self::NoRed | Self::Nobody),
            Side::White => matches!(self, Self::NoWhite | Self::Nobody),
        }
    }

    /// Whether both were there.
    pub fn is_played(self) -> bool {
        matches!(self, Self::Red { .. } | Self::White { .. } | Self::Drawn)
    }

    /// The halves of a point that a side has for it.
    pub(crate) fn halves(self, side: Side) -> u32 {
        match (self, side) {
            (Self::Red { .. } | Self::NoWhite, Side::Red)
            | (Self::White { .. } | Self::NoRed, Side::White) => 2,
            (Self::Drawn, _) => 1,
            _ => 0,
        }
    }

    /// By how much a side was ahead at the end.
    pub(crate) fn margin(self, side: Side) -> i64 {
        let red = match self {
            Self::Red { margin } => i64::from(margin),
            Self::White { margin } => -i64::from(margin),
            _ => 0,
        };
        if side == Side::Red { red } else { -red }
    }
}
