use bosworth_rules::Side;
use serde::{Deserialize, Serialize};

/// The result of a tournament game. A margin is the winner's lead in points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameResult"))]
#[serde(rename_all = "lowercase")]
pub enum SlotResult {
    /// Red won.
    Red {
        /// Red's lead in points at the end; negative if Red was behind when the opponent resigned
        /// or lost on time.
        margin: i32,
    },
    /// White won.
    White {
        /// White's lead, likewise.
        margin: i32,
    },
    /// A draw.
    Drawn,
    /// Red did not show up.
    NoRed,
    /// White did not show up.
    NoWhite,
    /// Neither player showed up.
    Nobody,
}

impl SlotResult {
    /// A win for a side.
    pub fn won(side: Side, margin: i32) -> Self {
        match side {
            Side::Red => Self::Red { margin },
            Side::White => Self::White { margin },
        }
    }

    /// A loss because a side did not show up.
    pub fn no_show(side: Side) -> Self {
        match side {
            Side::Red => Self::NoRed,
            Side::White => Self::NoWhite,
        }
    }

    /// Whether a side did not show up.
    pub fn is_no_show_of(self, side: Side) -> bool {
        match side {
            Side::Red => matches!(self, Self::NoRed | Self::Nobody),
            Side::White => matches!(self, Self::NoWhite | Self::Nobody),
        }
    }

    /// Whether both players showed up.
    pub fn is_played(self) -> bool {
        matches!(self, Self::Red { .. } | Self::White { .. } | Self::Drawn)
    }

    /// What the result is worth to a side, in half points.
    pub fn halves(self, side: Side) -> u32 {
        match (self, side) {
            (Self::Red { .. } | Self::NoWhite, Side::Red)
            | (Self::White { .. } | Self::NoRed, Side::White) => 2,
            (Self::Drawn, _) => 1,
            _ => 0,
        }
    }

    /// A side's lead in points at the end.
    pub(crate) fn margin(self, side: Side) -> i64 {
        let red = match self {
            Self::Red { margin } => i64::from(margin),
            Self::White { margin } => -i64::from(margin),
            _ => 0,
        };
        if side == Side::Red { red } else { -red }
    }
}
