use crate::tables::TableError;

/// Why an offer cannot be made or taken.
#[derive(Debug)]
pub enum LobbyError {
    /// The rules are unknown, in words.
    Ruleset(String),
    /// Guests, games without a clock and games against the computer are casual.
    NotRated,
    /// Too many offers are open.
    TooMany,
    /// Too many games against the computer are open.
    TooManyGames,
    /// It is the caller's own offer.
    Own,
    /// It was taken or withdrawn in the meantime.
    Gone,
    /// It is for somebody else.
    NotForYou,
    /// The caller's rating is outside the requested range.
    OutOfRange,
    /// One of the two has blocked the other.
    Apart,
    /// Both belong to one person, so a game between them cannot be rated.
    OneOwner,
    /// There is no such level: there are eight.
    Level,
    /// Something failed.
    Table(TableError),
}

impl std::fmt::Display for LobbyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ruleset(why) => why,
            Self::NotRated => {
                "such a game cannot be rated: guests, games without a clock and games against the \
                 computer are casual"
            }
            Self::TooMany => "too many offers are open; withdraw one first",
            Self::TooManyGames => "too many of your games go on; finish or resign one first",
            Self::Own => "that is your own offer; send its link to somebody else",
            Self::Gone => "somebody was faster, or the offer was withdrawn",
            Self::NotForYou => "this offer is for somebody else",
            Self::OutOfRange => "your rating is not what was asked for",
            Self::Apart => "one of you has blocked the other",
            Self::OneOwner => "bots of one owner play each other, and their owner, casually",
            Self::Level => "the computer has levels 1 to 8",
            Self::Table(why) => return why.fmt(f),
        })
    }
}

impl std::error::Error for LobbyError {}

impl<E: Into<TableError>> From<E> for LobbyError {
    fn from(why: E) -> Self {
        Self::Table(why.into())
    }
}
