use bosworth_table::{Command, GameId, IdempotencyKey, LogEntry, Refusal};
use bosworth_tournament::TournamentId;
use serde::{Deserialize, Serialize};

use crate::{LobbyActivity, Person, Players, Seek};

/// A message from a client over the websocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum FromClient {
    /// Subscribe to a game, from an entry on. A subscribed player counts as present.
    Watch {
        /// The game.
        game: GameId,
        /// The number of known entries; 0 if left out.
        #[serde(default)]
        since: u32,
    },
    /// Unsubscribe from a game.
    Leave {
        /// The game.
        game: GameId,
    },
    /// Carry out a command in a game that the client plays. Sent again with the same key, it is
    /// answered again but not carried out again.
    Do {
        /// The game.
        game: GameId,
        /// The idempotency key.
        key: IdempotencyKey,
        /// The command.
        command: Command,
    },
    /// Subscribe to the lobby (true) or unsubscribe.
    Lobby(bool),
    /// Subscribe to a tournament. At most eight at a time.
    Follow {
        /// The tournament.
        event: TournamentId,
    },
    /// Unsubscribe from a tournament.
    Unfollow {
        /// The tournament.
        event: TournamentId,
    },
    /// The answer to a ping, with its number.
    Pong(u32),
}

/// A message from a server over the websocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FromServer {
    /// The first message of every connection.
    Welcome {
        /// The account that the connection is authenticated as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        you: Option<Person>,
        /// The server's clock, in milliseconds since 1970.
        now: i64,
    },
    /// The answer to `watch`: the entries from the requested one on, all of them or the first page.
    Table {
        /// The game.
        game: GameId,
        /// The players.
        players: Box<Players>,
        /// The entries.
        entries: Vec<LogEntry>,
        /// The number of spectators.
        watchers: u32,
        /// The server's clock, in milliseconds since 1970.
        now: i64,
        /// Whether there are more entries, to be requested by another `watch`.
        #[serde(default, skip_serializing_if = "is_false")]
        more: bool,
    },
    /// A game's log grew.
    Entry {
        /// The game.
        game: GameId,
        /// The new entry.
        entry: LogEntry,
    },
    /// A command was carried out and is durable.
    Done {
        /// The game.
        game: GameId,
        /// The command's idempotency key.
        key: IdempotencyKey,
        /// The sequence number of the resulting entry.
        seq: u32,
    },
    /// A command was refused.
    Refused {
        /// The game.
        game: GameId,
        /// The command's idempotency key.
        key: IdempotencyKey,
        /// The reason.
        refusal: Refusal,
    },
    /// The number of spectators.
    Watchers {
        /// The game.
        game: GameId,
        /// The number of spectators.
        count: u32,
    },
    /// There is no such game, or it cannot be shown.
    Unknown {
        /// The requested id.
        game: GameId,
        /// Whether it exists but its log is corrupt.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        damaged: bool,
    },
    /// All open offers, whenever they change.
    Seeks(Vec<Seek>),
    /// The host's announcement to everyone; empty if it was removed.
    Announce {
        /// One line of text.
        text: String,
    },
    /// The people in the lobby and the games in progress, whenever they change.
    #[serde(rename = "hall")]
    LobbyActivity(LobbyActivity),
    /// Challenges to or from you have changed; request them again.
    Challenges,
    /// How far the log and the chat of a followed tournament have grown: the answer to `follow`,
    /// and sent after every change. Request the entries and messages you do not have.
    Event {
        /// The tournament.
        event: TournamentId,
        /// The number of its log entries.
        seq: u32,
        /// The number of its chat messages.
        chat: u32,
    },
    /// A game of yours starts.
    Begin {
        /// The game.
        game: GameId,
        /// The id of the offer that was accepted, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seek: Option<String>,
    },
    /// It is your turn in a game that you are not watching.
    Turn {
        /// The game.
        game: GameId,
    },
    /// To be answered by `pong` with the same number.
    Ping {
        /// The number.
        n: u32,
        /// The last measured round-trip time, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u32>,
    },
    /// The connection is being closed, because of a malformed, oversized or excess message, or
    /// because the server is stopping.
    Bye {
        /// The reason in words.
        reason: String,
        /// Whether to reconnect immediately.
        again: bool,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
fn is_false(value: &bool) -> bool {
    !value
}
