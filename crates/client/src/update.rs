use bosworth_protocol::{FoldError, GameId, Key, LogEntry, Refusal};
use bosworth_rules::Position;

/// What is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// The server has greeted us, for the first time or again.
    Open,
    /// The connection is lost, and why as far as it is known; it is being tried again.
    Lost(String),
    /// The server has sent us away for good, and why.
    Ended(String),
    /// The table is up to date: for the first time, after something was missed, or because
    /// somebody there is called something else now.
    Table,
    /// The table went on.
    Entry {
        /// By what.
        entry: LogEntry,
        /// The position before it, once it was dealt.
        before: Option<Position>,
        /// Whether it was missed when it happened: those come before [`Update::Table`].
        missed: bool,
    },
    /// How many look on.
    Watchers(u32),
    /// There is no such game, or none that can be shown.
    Unknown {
        /// Which.
        game: GameId,
        /// Whether there is one whose log is damaged.
        damaged: bool,
    },
    /// The log of the game makes no sense, also not when it is read anew.
    Unreadable(FoldError),
    /// A command was done. Told once for each.
    Done(Key),
    /// A command was refused. Told once for each.
    Refused(Key, Refusal),
    /// The open offers are others now.
    Seeks,
    /// A game of ours begins.
    Begin(GameId),
    /// It is our turn in a game that is not followed.
    Turn(GameId),
}
