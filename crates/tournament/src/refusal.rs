use core::fmt;

use serde::{Deserialize, Serialize};

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentRefusal {
    /// Only the organiser may.
    NotOrganiser,
    /// The event is over.
    Over,
    /// It has not begun.
    NotBegun,
    /// It has begun, and nobody can enter any more.
    TooLate,
    /// The rating is outside the limits.
    Rating,
    /// Guests cannot enter.
    Guests,
    /// Bots cannot enter.
    Bots,
    /// The password is wrong or missing.
    Password,
    /// The organiser has removed this player.
    Removed,
    /// Entered and left too often.
    TooOften,
    /// All seats and the waiting list are full.
    Full,
    /// A team has two different players, neither of whom is in another one; where no teams play
    /// there is no mate.
    Team,
    /// Nobody proposes such a team, or not any more.
    NoProposal,
    /// No such player takes part.
    NoPlayer,
    /// There is no such game, or it has not ended.
    NoGame,
    /// The result is not possible, or later pairings follow from the one that stands.
    Result,
    /// The title or the description is empty, too long or has control characters.
    BadText,
}

impl TournamentRefusal {
    /// All of them, for whoever has words for each.
    pub const ALL: [Self; 17] = [
        Self::NotOrganiser,
        Self::Over,
        Self::NotBegun,
        Self::TooLate,
        Self::Rating,
        Self::Guests,
        Self::Bots,
        Self::Password,
        Self::Removed,
        Self::TooOften,
        Self::Full,
        Self::Team,
        Self::NoProposal,
        Self::NoPlayer,
        Self::NoGame,
        Self::Result,
        Self::BadText,
    ];
}

impl fmt::Display for TournamentRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOrganiser => "only the organiser may do that",
            Self::Over => "the event is over",
            Self::NotBegun => "the event has not begun",
            Self::TooLate => "it is too late to enter",
            Self::Rating => "your rating is outside the limits",
            Self::Guests => "guests cannot take part; make an account first",
            Self::Bots => "bots cannot take part",
            Self::Password => "the password is wrong",
            Self::Removed => "the organiser has removed this player",
            Self::TooOften => "you have entered and left too often",
            Self::Full => "all seats are taken, and the waiting list is full",
            Self::Team => "a team has two players, neither of whom is in another one",
            Self::NoProposal => "nobody proposes this team any more",
            Self::NoPlayer => "no such player takes part",
            Self::NoGame => "there is no such game, or it has not ended",
            Self::Result => "that result is not possible, or it is too late to change it",
            Self::BadText => "a title has 1 to 80 letters and a description up to 2000",
        })
    }
}

impl core::error::Error for TournamentRefusal {}
