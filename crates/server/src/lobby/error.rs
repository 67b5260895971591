use crate::tables::TableError;

/// Why an offer cannot be made or accepted.
#[derive(Debug)]
pub enum LobbyError {
    /// The ruleset is invalid; says why.
    Ruleset(String),
    /// The handicap is invalid; says why.
    Handicap(String),
    /// A rated game has no handicap.
    RatedHandicap,
    /// Guests, games without a clock and games against the computer are casual.
    NotRated,
    /// A guest accepts a rated offer.
    AccountNeeded,
    /// Too many offers are open.
    TooMany,
    /// Too many games are open, or too many against the computer.
    TooManyGames,
    /// It is the caller's own offer.
    Own,
    /// It was accepted or withdrawn in the meantime.
    Gone,
    /// It is for somebody else.
    NotForYou,
    /// The caller's rating is outside the requested range.
    OutOfRange,
    /// One of the players has blocked the other.
    Apart,
    /// Both accounts belong to one person, so a game between them cannot be rated.
    OneOwner,
    /// The level does not exist: there are eight.
    Level,
    /// An operation on a table failed.
    Table(TableError),
}

impl std::fmt::Display for LobbyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ruleset(why) | Self::Handicap(why) => why,
            Self::RatedHandicap => "a game with a handicap is casual; offer it with `rated` false",
            Self::NotRated => {
                "this game cannot be rated: guests, games without a clock and games against the \
                 computer are casual"
            }
            Self::AccountNeeded => "this game is rated: log in to play rated games",
            Self::TooMany => "you have too many open offers; withdraw one first",
            Self::TooManyGames => "you have too many games in progress; finish or resign one first",
            Self::Own => "this is your own offer; send its link to somebody else",
            Self::Gone => "somebody else was faster, or the offer was withdrawn",
            Self::NotForYou => "this offer is for somebody else",
            Self::OutOfRange => "your rating is outside the requested range",
            Self::Apart => "one of you has blocked the other",
            Self::OneOwner => "games between bots of one owner or with the owner must be casual",
            Self::Level => "not a valid level; use 1 to 8",
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
