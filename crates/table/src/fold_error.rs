use core::fmt;

use bosworth_rules::IllegalPly;

/// An entry that does not follow from the preceding log: the log is corrupt, or the entry belongs
/// to another table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldError {
    /// The log must start with a table setup, and contain only one.
    MissingSetup,
    /// Entries are missing or duplicated.
    Gap {
        /// The expected sequence number.
        expected: u32,
        /// The sequence number found.
        found: u32,
    },
    /// An event that requires dealt cards precedes the deal.
    NotDealt,
    /// A ply is illegal.
    Illegal(IllegalPly),
    /// The secret does not match the commitment, or a card does not follow from it.
    WrongSecret,
    /// A takeback names a shuffle other than the next one.
    WrongShuffle {
        /// The next unused shuffle number.
        expected: u64,
        /// The shuffle number found.
        found: u64,
    },
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingSetup => {
                f.write_str("a log must start with a table setup and contain no other")
            }
            Self::Gap { expected, found } => write!(f, "expected entry {expected}, found {found}"),
            Self::NotDealt => f.write_str("the cards have not been dealt"),
            Self::Illegal(why) => why.fmt(f),
            Self::WrongSecret => f.write_str("the log does not match the secret of its shuffle"),
            Self::WrongShuffle { expected, found } => {
                write!(f, "expected shuffle {expected}, found {found}")
            }
        }
    }
}

impl core::error::Error for FoldError {}
