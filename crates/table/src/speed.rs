use core::fmt;

use serde::{Deserialize, Serialize};

/// How fast a game is. Each speed has its own ratings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Below three minutes a side.
    Bullet,
    /// Below eight minutes a side.
    Blitz,
    /// Below twenty-five minutes a side.
    Rapid,
    /// Longer, in one sitting.
    Slow,
    /// Days for every action.
    Days,
}

impl Speed {
    /// All of them, the fastest first.
    pub const ALL: [Self; 5] = [Self::Bullet, Self::Blitz, Self::Rapid, Self::Slow, Self::Days];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Slow => "slow",
            Self::Days => "days",
        }
    }

    /// The speed of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// How long somebody must have been gone before the opponent may claim the game, in
    /// milliseconds.
    pub fn claim_delay(self) -> Option<i64> {
        match self {
            Self::Bullet => Some(15_000),
            Self::Blitz => Some(30_000),
            Self::Rapid => Some(60_000),
            Self::Slow => Some(120_000),
            Self::Days => None,
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
