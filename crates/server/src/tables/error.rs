use std::fmt;

use bosworth_table::FoldError;

use super::LogDamage;
use crate::store::StoreError;

/// Why a table operation failed.
#[derive(Debug, Clone)]
pub enum TableError {
    /// The game does not exist.
    Unknown,
    /// Others play the same deal, so only the game's players can see it.
    Sealed,
    /// The database failed.
    Store(StoreError),
    /// The log is damaged: the game cannot be shown, and nothing is appended to it.
    Damaged(LogDamage),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("game not found"),
            Self::Sealed => f.write_str(
                "only its players can see this game until all games with the same deal are over",
            ),
            Self::Store(why) => why.fmt(f),
            Self::Damaged(why) => write!(f, "the log of the game is damaged: {why}"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<StoreError> for TableError {
    fn from(why: StoreError) -> Self {
        Self::Store(why)
    }
}

impl From<FoldError> for TableError {
    fn from(why: FoldError) -> Self {
        Self::Damaged(why.into())
    }
}

impl From<LogDamage> for TableError {
    fn from(why: LogDamage) -> Self {
        Self::Damaged(why)
    }
}
