use serde::{Deserialize, Serialize};

use crate::{Departure, PlayerId};

/// What eligibility is checked against at the time of entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Applicant {
    /// The rating at the tournament's speed.
    pub rating: i32,
    /// Whether the player is a guest.
    pub guest: bool,
    /// Whether the player is a bot.
    pub bot: bool,
    /// Whether the correct password was given, if one is required.
    pub invited: bool,
}

impl Applicant {
    /// A registered person with a rating.
    pub fn rated(rating: i32) -> Self {
        Self { rating, guest: false, bot: false, invited: false }
    }
}

/// A participant: a player, or the captain of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entrant {
    /// The player.
    pub player: PlayerId,
    /// The teammate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<PlayerId>,
    /// The rating at the last entry.
    pub rating: i32,
    /// The number of rounds missed before the first entry; in Swiss tournaments each counts half a
    /// point.
    pub missed: u16,
    /// Why the player is out, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Departure>,
    /// The number of consecutive games missed.
    #[serde(skip)]
    pub(crate) missed_in_a_row: u8,
    /// How many times the player has entered.
    #[serde(skip)]
    pub(crate) entries: u8,
}

impl Entrant {
    /// Whether the player is still in the tournament.
    pub fn is_active(&self) -> bool {
        self.gone.is_none()
    }
}
