use serde::{Deserialize, Serialize};

use crate::{Departure, PlayerId};

/// What the limits of an event ask about, at the moment of entering.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Applicant {
    /// The rating in the category that is played.
    pub rating: i32,
    /// Whether it is a guest.
    pub guest: bool,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether the password was given, if one is asked for.
    pub invited: bool,
}

impl Applicant {
    /// A person with an account and a rating.
    pub fn rated(rating: i32) -> Self {
        Self { rating, guest: false, bot: false, invited: false }
    }
}

/// Who takes part: a player, or the captain of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entrant {
    /// Who.
    pub player: PlayerId,
    /// The other half of the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<PlayerId>,
    /// The rating at the last entry.
    pub rating: i32,
    /// How many rounds had begun before the first entry; a half point each where that counts.
    pub missed: u16,
    /// Why they are out, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Departure>,
    /// How many games in a row they did not come to.
    #[serde(skip)]
    pub(crate) absences: u8,
    /// How often they entered.
    #[serde(skip)]
    pub(crate) entries: u8,
}

impl Entrant {
    /// Whether they take part in what is to come.
    pub fn is_active(&self) -> bool {
        self.gone.is_none()
    }
}
