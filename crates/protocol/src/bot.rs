use bosworth_table::{Command, GameId, Key, LogEntry, Refusal};
use serde::{Deserialize, Serialize};

use crate::{Players, TableView};

/// A command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The client's number for it: sent twice, it is done once.
    pub key: Key,
    /// What.
    pub command: Command,
}

/// What became of a command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CommandAnswer {
    /// It was done, is durable, and is told by this entry.
    Done(u32),
    /// It was not done.
    Refused(Refusal),
}

/// A line of a stream. An empty line every seven seconds says that the stream is alive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotLine {
    /// The first line of a game's stream: all of it as it is now, and its log from the entry
    /// that was asked for.
    State {
        /// At a glance.
        view: Box<TableView>,
        /// Who plays.
        players: Box<Players>,
        /// Its log.
        entries: Vec<LogEntry>,
    },
    /// A game went on.
    Entry {
        /// By what.
        entry: LogEntry,
        /// As it is now.
        view: Box<TableView>,
    },
    /// In the stream of an account: a game of yours begins, or waits for you since before.
    Begin {
        /// Which.
        game: GameId,
    },
    /// In the stream of an account: it is your turn.
    Turn {
        /// Which.
        game: GameId,
    },
}
