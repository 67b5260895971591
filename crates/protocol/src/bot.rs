use bosworth_table::{Command, GameId, IdempotencyKey, LogEntry, Refusal};
use serde::{Deserialize, Serialize};

use crate::{Players, TableView};

/// A command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The client's idempotency key.
    pub key: IdempotencyKey,
    /// What.
    pub command: Command,
}

/// What became of a command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CommandAnswer {
    /// It was done and is durable as this entry.
    Done(u32),
    /// It was refused.
    Refused(Refusal),
}

/// A line of a stream. An empty line every seven seconds is a heartbeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotLine {
    /// The first line of a game's stream: its present state, and its log from the entry that was
    /// asked for.
    State {
        /// At a glance.
        view: Box<TableView>,
        /// Who plays.
        players: Box<Players>,
        /// Its log.
        entries: Vec<LogEntry>,
    },
    /// The game went on.
    Entry {
        /// By what.
        entry: LogEntry,
        /// Its state after that.
        view: Box<TableView>,
    },
    /// In the stream of an account: a game begins, or was open before the stream began.
    Begin {
        /// Which.
        game: GameId,
    },
    /// In the stream of an account: it is the account's turn.
    Turn {
        /// Which.
        game: GameId,
    },
    /// In the stream of an account: challenges to or by it have changed, or stood before the stream
    /// began.
    Challenges {},
}
