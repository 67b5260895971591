use core::fmt;

use bosworth_rules::IllegalPly;

/// An entry that does not follow from the log before it: the log is damaged, or the entry belongs
/// to another table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldError {
    /// The log has to begin with an opening, and there must be no other.
    NotAnOpening,
    /// Entries are missing or duplicated.
    Gap {
        /// The number that was due.
        expected: u32,
        /// The number that came.
        found: u32,
    },
    /// Something happened in a game that was not dealt.
    NotDealt,
    /// A ply is illegal.
    Illegal(IllegalPly),
    /// The secret does not match the commitment, or a card is not the one it yields.
    WrongSecret,
    /// A takeback names another shuffle than the next one.
    WrongShuffle {
        /// The lowest unused number.
        expected: u64,
        /// The number that came.
        found: u64,
    },
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnOpening => f.write_str("a log begins with its opening, and only with it"),
            Self::Gap { expected, found } => write!(f, "entry {expected} was due, not {found}"),
            Self::NotDealt => f.write_str("no cards have been dealt"),
            Self::Illegal(why) => why.fmt(f),
            Self::WrongSecret => f.write_str("the log does not fit the secret of its shuffle"),
            Self::WrongShuffle { expected, found } => {
                write!(f, "shuffle {expected} was due, not {found}")
            }
        }
    }
}

impl core::error::Error for FoldError {}
