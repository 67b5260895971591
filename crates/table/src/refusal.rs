use core::fmt;

use bosworth_rules::IllegalPly;
use serde::{Deserialize, Serialize};

/// Why a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// The action was chosen for another position; the number of plies now.
    Outdated(u16),
    /// The rules forbid it, in words.
    Illegal(String),
    /// Both have acted: resign instead.
    TooLate,
    /// The opponent is there, or has not been gone for long enough.
    NotGone,
    /// There is nothing to take back.
    Nothing,
    /// Not possible in a rated game.
    Rated,
    /// Not possible in a game whose deal others play, too.
    Sealed,
    /// The offer stands already, or there is none to answer.
    NoOffer,
    /// One of the players has turned chat off.
    Quiet,
    /// The text is empty, too long or contains control characters.
    BadText,
    /// The nonce is invalid: one line of 1 to 64 bytes, given once.
    BadNonce,
    /// The player's budget for this at one table is used up.
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
            Self::NotBegun => "the game has not begun",
            Self::NotYourTurn => "it is the other side's turn",
            Self::Outdated(plies) => {
                return write!(f, "the position has changed: {plies} plies have been done");
            }
            Self::Illegal(why) => why,
            Self::TooLate => "both have acted already; resign instead",
            Self::NotGone => "the opponent is not gone, or not long enough",
            Self::Nothing => "there is nothing to take back",
            Self::Rated => "that cannot be done in a rated game",
            Self::Sealed => "that cannot be done while others play the same deal",
            Self::NoOffer => "there is no such offer, or it stands already",
            Self::Quiet => "one of the players wants to hear nothing",
            Self::BadText => "say something in one line of at most 200 letters",
            Self::BadNonce => "a part of the shuffle is one line of 1 to 64 bytes, given once",
            Self::TooMuch => "you have done this as often as one may in one game",
        })
    }
}

impl core::error::Error for Refusal {}
