use bosworth_table::{Command, GameId, Key, LogEntry, Refusal};
use serde::{Deserialize, Serialize};

use crate::{Person, Players, Seek};

/// What a client says over the websocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum FromClient {
    /// Show me this game, from this entry on. Who plays in it is there from now on.
    Watch {
        /// Which.
        game: GameId,
        /// How many entries are known.
        #[serde(default)]
        since: u32,
    },
    /// I have seen enough of this game.
    Leave {
        /// Which.
        game: GameId,
    },
    /// Do this in a game I play in.
    Do {
        /// Which.
        game: GameId,
        /// My number for it: sent twice, it is done once.
        key: Key,
        /// What.
        command: Command,
    },
    /// Tell me about open offers from now on, or no more.
    Lobby(bool),
    /// The answer to a ping, with its number.
    Pong(u32),
}

/// What a server says over the websocket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FromServer {
    /// The first message of every connection.
    Welcome {
        /// Who the server takes you for.
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
        /// How many look on.
        watchers: u32,
        /// The server's clock, in milliseconds since 1970.
        now: i64,
        /// Whether the log is longer: `watch` again from what is known now.
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
        /// The client's number for it.
        key: Key,
        /// The entry that tells of it.
        seq: u32,
    },
    /// A command was not done.
    Refused {
        /// In which game.
        game: GameId,
        /// The client's number for it.
        key: Key,
        /// Why.
        refusal: Refusal,
    },
    /// How many look on.
    Watchers {
        /// In which game.
        game: GameId,
        /// How many.
        count: u32,
    },
    /// There is no such game, or none that can be shown.
    Unknown {
        /// The name that was asked for.
        game: GameId,
        /// Whether there is one whose log is damaged.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        damaged: bool,
    },
    /// All open offers, whenever they change.
    Seeks(Vec<Seek>),
    /// A game of yours begins.
    Begin {
        /// Which.
        game: GameId,
    },
    /// It is your turn in a game that you are not looking at.
    Turn {
        /// Which.
        game: GameId,
    },
    /// Answer with `pong` and the same number.
    Ping {
        /// The number.
        n: u32,
        /// How long messages take there and back, in milliseconds, as measured last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<u32>,
    },
    /// The connection ends, and why: what was sent was no message, too long or too much, or
    /// the server stops.
    Bye {
        /// In words.
        reason: String,
        /// Whether to come back at once.
        again: bool,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}
