use bosworth_table::{Command, GameId, IdempotencyKey, LogEntry, Refusal};
use serde::{Deserialize, Serialize};

use crate::{Players, TableView};

/// A command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The client's idempotency key.
    pub key: IdempotencyKey,
    /// The command.
    pub command: Command,
}

/// The result of a command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CommandAnswer {
    /// It was carried out, and is durable as this entry.
    Done(u32),
    /// It was refused.
    Refused(Refusal),
}

/// A line of a stream. An empty line every seven seconds is a heartbeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BotLine {
    /// The first line of a game's stream: its current state, and its log from the requested entry
    /// on.
    State {
        /// A summary of the game.
        view: Box<TableView>,
        /// The players.
        players: Box<Players>,
        /// The log entries from the requested one on.
        entries: Vec<LogEntry>,
    },
    /// The game's log grew.
    Entry {
        /// The new entry.
        entry: LogEntry,
        /// A summary of the game after it.
        view: Box<TableView>,
    },
    /// In an account's stream: a game starts, or was open when the stream started.
    Begin {
        /// The game.
        game: GameId,
        /// The id of the offer that was accepted, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seek: Option<String>,
    },
    /// In an account's stream: it is the account's turn.
    Turn {
        /// The game.
        game: GameId,
    },
    /// In an account's stream: challenges to or from it have changed, or were open when the stream
    /// started.
    Challenges {},
}
