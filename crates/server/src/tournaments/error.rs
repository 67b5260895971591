use std::fmt;

use bosworth_tournament::{InvalidAnnouncement, TournamentFoldError, TournamentRefusal};

use crate::store::StoreError;
use crate::tables::TableError;

/// Why an event does not do what it was asked.
#[derive(Debug, Clone)]
pub enum TournamentError {
    /// There is no such event.
    Unknown,
    /// There cannot be such an event.
    Opening(InvalidAnnouncement),
    /// This server does not play events by these terms, in words.
    Terms(String),
    /// The caller organises too many events already.
    TooMany,
    /// The command was refused.
    Refused(TournamentRefusal),
    /// The log is damaged.
    Damaged(String),
    /// Others were faster again and again.
    Contended,
    /// The database failed.
    Store(StoreError),
    /// A game of it failed.
    Table(TableError),
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such event"),
            Self::Opening(why) => why.fmt(f),
            Self::Terms(why) => f.write_str(why),
            Self::TooMany => f.write_str("you organise as many events as one may at a time"),
            Self::Refused(why) => why.fmt(f),
            Self::Damaged(why) => write!(f, "the log of the event is damaged: {why}"),
            Self::Contended => f.write_str("too much happens in this event at once; try again"),
            Self::Store(why) => why.fmt(f),
            Self::Table(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for TournamentError {}

impl From<StoreError> for TournamentError {
    fn from(why: StoreError) -> Self {
        Self::Store(why)
    }
}

impl From<TableError> for TournamentError {
    fn from(why: TableError) -> Self {
        Self::Table(why)
    }
}

impl From<TournamentFoldError> for TournamentError {
    fn from(why: TournamentFoldError) -> Self {
        Self::Damaged(why.to_string())
    }
}

impl From<TournamentRefusal> for TournamentError {
    fn from(why: TournamentRefusal) -> Self {
        Self::Refused(why)
    }
}
