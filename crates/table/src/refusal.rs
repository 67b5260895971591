use core::fmt;

use bosworth_rules::IllegalPly;
use serde::{Deserialize, Serialize};

use crate::limits::MAX_CHAT_CHARS;

/// Why a command was refused; the table is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "why", content = "what")]
pub enum Refusal {
    /// Only the two players can do that.
    Spectator,
    /// The game is over.
    Over,
    /// The game has not begun.
    NotBegun,
    /// It is the other side's turn.
    NotYourTurn,
    /// The action was chosen for another position; with the current number of plies.
    Outdated(u16),
    /// The rules forbid it; with the reason in words.
    Illegal(String),
    /// Too late to abort the game: both players have acted.
    TooLate,
    /// The opponent is connected, or has not been gone long enough.
    NotGone,
    /// There is nothing to take back.
    Nothing,
    /// Not possible in a rated game.
    Rated,
    /// Not possible in a game whose deal is shared with others.
    Sealed,
    /// The offer is already open, or there is none to answer.
    NoOffer,
    /// One of the players has turned chat off.
    Quiet,
    /// The text is empty, too long or contains control characters.
    BadText,
    /// The nonce is invalid, or the player has already given one.
    BadNonce,
    /// The player has reached the limit for this at one table.
    TooMuch,
}

impl From<IllegalPly> for Refusal {
    fn from(why: IllegalPly) -> Self {
        Self::Illegal(why.to_string())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spectator => "only the two players can do that",
            Self::Over => "the game is over",
            Self::NotBegun => "the game has not started",
            Self::NotYourTurn => "it is the other side's turn",
            Self::Outdated(plies) => {
                return write!(f, "the position has changed and is now at ply {plies}");
            }
            Self::Illegal(why) => why,
            Self::TooLate => "both players have acted already; resign instead",
            Self::NotGone => "the opponent is connected, or has not been gone long enough",
            Self::Nothing => "there is nothing to take back",
            Self::Rated => "not possible in a rated game",
            Self::Sealed => "not possible while others play the same deal",
            Self::NoOffer => "this offer is already open, or there is none to answer",
            Self::Quiet => "one of the players has turned chat off",
            Self::BadText => {
                return write!(f, "a chat message is one line of 1 to {MAX_CHAT_CHARS} characters");
            }
            Self::BadNonce => "a nonce is one line of 1 to 64 bytes and cannot be changed",
            Self::TooMuch => "you have reached the limit for this in one game",
        })
    }
}

impl core::error::Error for Refusal {}
