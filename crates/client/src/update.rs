use bosworth_protocol::tournament::TournamentId;
use bosworth_protocol::{Command, FoldError, GameId, IdempotencyKey, LogEntry, Refusal};
use bosworth_rules::Position;

/// A change reported by a [`Conversation`](crate::Conversation).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// Connected or reconnected.
    Open,
    /// The connection was lost, with the reason if known; it will be retried.
    Lost(String),
    /// The server has closed the connection for good, with its reason.
    Ended(String),
    /// The table is up to date: initially, after a gap, or because a player was renamed.
    Table,
    /// The table advanced.
    Entry {
        /// The new entry.
        entry: LogEntry,
        /// The position before it, once the cards have been dealt.
        before: Option<Position>,
        /// Whether it was fetched after a gap: such entries precede [`Update::Table`].
        missed: bool,
    },
    /// The number of spectators changed.
    Watchers(u32),
    /// There is no such game, or it cannot be shown.
    Unknown {
        /// The requested game.
        game: GameId,
        /// Whether it exists, but its log is corrupt.
        damaged: bool,
    },
    /// The log does not fold, even after it was refetched.
    Unreadable(FoldError),
    /// A command was carried out. Reported once per command.
    Done(IdempotencyKey),
    /// A command was refused. Reported once per command.
    Refused {
        /// The key it was sent with.
        key: IdempotencyKey,
        /// The command, so that what was typed is not lost.
        command: Command,
        /// Why it was refused.
        refusal: Refusal,
    },
    /// The open offers changed.
    Seeks,
    /// The host's announcement; empty if it was removed.
    Announced(String),
    /// The people in the lobby or the games in progress have changed.
    LobbyActivity,
    /// The challenges to or by us have changed.
    Challenges,
    /// The followed tournament, initially and after every change.
    Event {
        /// The tournament.
        event: TournamentId,
        /// The number of its log entries.
        seq: u32,
        /// The number of its chat messages.
        chat: u32,
    },
    /// One of our games starts.
    Begin(GameId),
    /// It is our turn in a game that is not followed.
    Turn(GameId),
}
