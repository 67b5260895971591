use bosworth_rules::Side;
use serde::{Deserialize, Serialize};

/// A game that was lost before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Loss {
    #[serde(rename = "red-resigned")]
    RedResigned,
    #[serde(rename = "white-resigned")]
    WhiteResigned,
    #[serde(rename = "red-time")]
    RedTime,
    #[serde(rename = "white-time")]
    WhiteTime,
}

impl Loss {
    /// A side gave up.
    pub fn resigned(side: Side) -> Self {
        if side == Side::Red { Self::RedResigned } else { Self::WhiteResigned }
    }

    /// A side's time is up.
    pub fn time(side: Side) -> Self {
        if side == Side::Red { Self::RedTime } else { Self::WhiteTime }
    }

    /// Who lost.
    pub fn side(self) -> Side {
        match self {
            Self::RedResigned | Self::RedTime => Side::Red,
            Self::WhiteResigned | Self::WhiteTime => Side::White,
        }
    }

    /// Whether it was the clock.
    pub fn is_time(self) -> bool {
        matches!(self, Self::RedTime | Self::WhiteTime)
    }
}
