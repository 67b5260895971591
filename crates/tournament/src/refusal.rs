use core::fmt;

use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

/// Why a command was refused; the tournament is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, VariantArray, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventRefusal"))]
#[serde(rename_all = "lowercase")]
pub enum TournamentRefusal {
    /// Only the organiser may do that.
    NotOrganiser,
    /// The tournament is over.
    Over,
    /// The tournament has not started.
    NotBegun,
    /// The tournament has already started.
    Begun,
    /// Entry has closed.
    TooLate,
    /// The rating is outside the permitted range.
    Rating,
    /// Guests may not enter.
    Guests,
    /// Bots may not enter.
    Bots,
    /// The password is wrong or missing.
    Password,
    /// The organiser has removed this player.
    Removed,
    /// The player has entered and left too often.
    TooOften,
    /// All seats and the waiting list are full.
    Full,
    /// Invalid team: a team tournament needs two different players who are in no other team; other
    /// tournaments take no teammate.
    Team,
    /// There is no such open team proposal.
    NoProposal,
    /// There is no such player in the tournament.
    NoPlayer,
    /// There is no such game, or it has not ended.
    NoGame,
    /// The result is invalid, or later pairings depend on the recorded one.
    Result,
    /// The title or the description is empty, too long or has control characters.
    BadText,
}

impl TournamentRefusal {
    /// All refusals, for translations.
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().unwrap();
}

impl fmt::Display for TournamentRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOrganiser => "only the organiser may do that",
            Self::Over => "the tournament is over",
            Self::NotBegun => "the tournament has not started",
            Self::Begun => "the tournament has already started",
            Self::TooLate => "entry has closed",
            Self::Rating => "your rating is outside the permitted range",
            Self::Guests => "guests cannot enter; create an account first",
            Self::Bots => "bots cannot enter",
            Self::Password => "the password is missing or wrong",
            Self::Removed => "this player was removed by the organiser",
            Self::TooOften => "you have entered and left too often",
            Self::Full => "the tournament and its waiting list are full",
            Self::Team => "a team needs two different players who are not in another team",
            Self::NoProposal => "this team proposal is no longer open",
            Self::NoPlayer => "no such player in this tournament",
            Self::NoGame => "no such game, or it has not ended",
            Self::Result => "the result is invalid, or it is too late to change it",
            Self::BadText => {
                "the title must have 1 to 80 characters, and the description at most 2000"
            }
        })
    }
}

impl core::error::Error for TournamentRefusal {}
