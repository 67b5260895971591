use std::fmt;

use bosworth_tournament::{InvalidAnnouncement, TournamentFoldError, TournamentRefusal};

use crate::store::StoreError;
use crate::tables::TableError;

/// Why a tournament operation failed.
#[derive(Debug, Clone)]
pub enum TournamentError {
    /// The tournament does not exist.
    Unknown,
    /// The announcement is invalid.
    Opening(InvalidAnnouncement),
    /// This server does not support these terms; says why.
    Terms(String),
    /// The caller already organises too many tournaments.
    TooMany,
    /// The command was refused.
    Refused(TournamentRefusal),
    /// The log is damaged.
    Damaged(String),
    /// Too many concurrent changes.
    Contended,
    /// The database failed.
    Store(StoreError),
    /// An operation on one of its games failed.
    Table(TableError),
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("tournament not found"),
            Self::Opening(why) => why.fmt(f),
            Self::Terms(why) => f.write_str(why),
            Self::TooMany => f.write_str("you cannot organise more tournaments at the same time"),
            Self::Refused(why) => why.fmt(f),
            Self::Damaged(why) => write!(f, "the log of the tournament is damaged: {why}"),
            Self::Contended => {
                f.write_str("too many concurrent changes to this tournament; try again")
            }
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
