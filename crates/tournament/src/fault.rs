use core::fmt;

use crate::{GameSlot, InvalidAnnouncement, PlayerId};

/// An entry that does not follow from the log before it: the log is damaged, or the entry belongs
/// to another event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentFoldError {
    /// The log has to begin with an opening, and there must be no other.
    NotAnOpening,
    /// There cannot be such an event.
    BadOpening(InvalidAnnouncement),
    /// Entries are missing or duplicated.
    Gap {
        /// The number that was due.
        expected: u32,
        /// The number that came.
        found: u32,
    },
    /// A round is missing or duplicated, or out of place.
    Round(u16),
    /// A season is missing or duplicated.
    Season(u16),
    /// Somebody who does not take part.
    NoPlayer(PlayerId),
    /// Somebody is in two pairs of a round, or is their own opponent.
    Twice(PlayerId),
    /// There is no such game, or it is over already.
    NoGame(GameSlot),
    /// Something happened after the end.
    Over,
}

impl fmt::Display for TournamentFoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnOpening => f.write_str("a log begins with its opening, and only with it"),
            Self::BadOpening(why) => why.fmt(f),
            Self::Gap { expected, found } => write!(f, "entry {expected} was due, not {found}"),
            Self::Round(round) => write!(f, "round {round} is not the next one"),
            Self::Season(season) => write!(f, "season {season} is not the next one"),
            Self::NoPlayer(player) => write!(f, "player {player} does not take part"),
            Self::Twice(player) => write!(f, "player {player} is paired twice"),
            Self::NoGame(slot) => write!(f, "there is no open game {slot}"),
            Self::Over => f.write_str("the event is over"),
        }
    }
}

impl core::error::Error for TournamentFoldError {}
