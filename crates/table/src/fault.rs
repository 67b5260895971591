use core::fmt;

use bosworth_rules::IllegalPly;

/// An entry that does not follow from the log before it: the log is damaged, or the entry is
/// of another table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldError {
    /// The log must begin with the opening, and nothing else may open it.
    NotAnOpening,
    /// Entries are missing or came twice.
    Gap {
        /// The number that would follow.
        expected: u32,
        /// The number that came.
        found: u32,
    },
    /// Something happened to a game that was not dealt.
    NotDealt,
    /// The rules do not allow a ply.
    Illegal(IllegalPly),
    /// The secret is not the one the table is bound to, or a card is not the one it gives.
    WrongSecret,
    /// A takeback names another shuffle than the next one.
    WrongShuffle {
        /// The lowest number that was not used.
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
