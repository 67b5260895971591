use std::fmt;

use bosworth_table::FoldError;

/// The damage of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogDamage {
    /// An entry cannot be parsed.
    Unreadable {
        /// Its sequence number.
        seq: u32,
        /// The reason, in words.
        why: String,
    },
    /// An entry does not follow from those before it, or one is missing.
    Fold(FoldError),
}

impl fmt::Display for LogDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { seq, why } => write!(f, "entry {seq} cannot be read: {why}"),
            Self::Fold(why) => why.fmt(f),
        }
    }
}

impl From<FoldError> for LogDamage {
    fn from(why: FoldError) -> Self {
        Self::Fold(why)
    }
}
