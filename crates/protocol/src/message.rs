use bosworth_table::{Command, GameId, IdempotencyKey, LogEntry, Refusal};
use bosworth_tournament::TournamentId;
use serde::{Deserialize, Serialize};

use crate::{Hall, Person, Players, Seek};

/// A message from a client over the websocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum FromClient {
    /// Subscribe to this game, from this entry on. A player who does so counts as present.
    Watch {
        /// Which.
        game: GameId,
        /// How many entries are known.
        #[serde(default)]
        since: u32,
    },
    /// Unsubscribe from this game.
    Leave {
        /// Which.
        game: GameId,
    },
    /// Carry out a command in a game that the client plays in.
    Do {
        /// Which.
        game: GameId,
        /// The idempotency key.
        key: IdempotencyKey,
        /// What.
        command: Command,
    },
    /// Subscribe to the lobby (true), or unsubscribe.
    Lobby(bool),
    /// Subscribe to an event.
    Follow {
        /// Which.
        event: TournamentId,
    },
    /// Unsubscribe from an event.
    Unfollow {
        /// Which.
        event: TournamentId,
    },
    /// The answer to a ping, with its number.
    Pong(u32),
}

/// A message from a server over the websocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FromServer {
    /// The first message of every connection.
    Welcome {
        /// Who the connection is authenticated as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        you: Option<Person>,
        /// The server's clock, in milliseconds since 1970.
        now: i64,
    },
    /// The answer to `watch`: the entries from the one asked for, all of them or the first page.
    Table {
        /// Which.
        game: GameId,
        /// Who plays.
        players: Box<Players>,
        /// The entries.
        entries: Vec<LogEntry>,
        /// How many spectators there are.
        watchers: u32,
        /// The server's clock, in milliseconds since 1970.
        now: i64,
        /// Whether there are more entries: `watch` again from what is known now.
        #[serde(default, skip_serializing_if = "is_false")]
        more: bool,
    },
    /// A game went on.
    Entry {
        /// Which.
        game: GameId,
        /// By what.
        entry: LogEntry,
    },
    /// A command was done and is durable.
    Done {
        /// In which game.
        game: GameId,
        /// The client's idempotency key for it.
        key: IdempotencyKey,
        /// The entry that resulted from it.
        seq: u32,
    },
    /// A command was refused.
    Refused {
        /// In which game.
        game: GameId,
        /// The client's idempotency key for it.
        key: IdempotencyKey,
        /// Why.
        refusal: Refusal,
    },
    /// How many spectators there are.
    Watchers {
        /// In which game.
        game: GameId,
        /// How many.
        count: u32,
    },
    /// There is no such game, or none that can be shown.
    Unknown {
        /// The id that was asked for.
        game: GameId,
        /// Whether there is one whose log is damaged.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        damaged: bool,
    },
    /// All open offers, whenever they change.
    Seeks(Vec<Seek>),
    /// The host announces this to everybody; nothing any more if it is empty.
    Announce {
        /// One line.
        text: String,
    },
    /// Who is in the lobby and what is played, whenever that changes.
    Hall(Hall),
    /// The challenges to you, or yours to others, have changed: ask for them again.
    Challenges,
    /// How far an event is that you follow: as the answer to `follow`, and after every change. Ask
    /// for what you do not have.
    Event {
        /// Which.
        event: TournamentId,
        /// The number of entries of its log.
        seq: u32,
        /// The number of lines of its chat.
        chat: u32,
    },
    /// A game of yours begins.
    Begin {
        /// Which.
        game: GameId,
    },
    /// It is your turn in a game that you are not watching.
    Turn {
        /// Which.
        game: GameId,
    },
    /// Answer with `pong` and the same number.
    Ping {
        /// The number.
        n: u32,
        /// The last measured round-trip time, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u32>,
    },
    /// The connection ends, and why: a malformed, oversized or excess message, or the server stops.
    Bye {
        /// In words.
        reason: String,
        /// Whether to reconnect at once.
        again: bool,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
