use core::fmt;

use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

/// How fast a game is. Each speed has its own ratings.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Debug,
    EnumCount,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Under three minutes per side.
    Bullet,
    /// Under eight minutes per side.
    Blitz,
    /// Under twenty-five minutes per side.
    Rapid,
    /// Longer, but in one sitting.
    Slow,
    /// Correspondence: days per action.
    Days,
}

impl Speed {
    /// All speeds, fastest first.
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().unwrap();

    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Slow => "slow",
            Self::Days => "days",
        }
    }

    /// The speed with a wire name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// How long a player must be gone before the opponent may claim the game, in milliseconds.
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
