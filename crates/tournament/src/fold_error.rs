use core::fmt;

use crate::{GameSlot, InvalidAnnouncement, PlayerId};

/// An entry that does not follow from the preceding log: the log is corrupt, or the entry belongs
/// to another tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentFoldError {
    /// The log must start with an announcement, and contain only one.
    MissingAnnouncement,
    /// The announcement is invalid.
    BadOpening(InvalidAnnouncement),
    /// Entries are missing or duplicated.
    Gap {
        /// The expected sequence number.
        expected: u32,
        /// The sequence number found.
        found: u32,
    },
    /// A round is missing, duplicated or out of order.
    Round(u16),
    /// A season is missing or duplicated.
    Season(u16),
    /// The player is not in the tournament.
    NoPlayer(PlayerId),
    /// The player is in two pairs of a round, or is their own opponent.
    Twice(PlayerId),
    /// There is no such game, or it has already ended.
    NoGame(GameSlot),
    /// The start time changes after the start.
    Begun,
    /// An event follows the end of the tournament.
    Over,
}

impl fmt::Display for TournamentFoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingAnnouncement => {
                f.write_str("a log must start with an announcement and contain no other")
            }
            Self::BadOpening(why) => why.fmt(f),
            Self::Gap { expected, found } => write!(f, "expected entry {expected}, found {found}"),
            Self::Round(round) => write!(f, "round {round} is not the next one"),
            Self::Season(season) => write!(f, "season {season} is not the next one"),
            Self::NoPlayer(player) => write!(f, "player {player} is not in the tournament"),
            Self::Twice(player) => write!(f, "player {player} is paired twice"),
            Self::NoGame(slot) => write!(f, "there is no unfinished game {slot}"),
            Self::Begun => f.write_str("the tournament has already started"),
            Self::Over => f.write_str("the tournament is over"),
        }
    }
}

impl core::error::Error for TournamentFoldError {}
