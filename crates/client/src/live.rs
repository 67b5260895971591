use bosworth_protocol::{Event, FoldError, LogEntry, Players, Table};
use bosworth_rules::{Position, Side};

/// A local replica of a table: the fold over all known log entries, with its players and
/// spectators.
#[derive(Clone, Debug)]
pub struct Live {
    /// The table.
    pub table: Table,
    /// The players.
    pub players: Players,
    /// The number of spectators.
    pub watchers: u32,
    /// When it was opened, in milliseconds since the Unix epoch.
    pub opened: i64,
    /// The chat, oldest message first. Untrusted input.
    pub chat: Vec<(Side, String)>,
}

impl Live {
    /// Opens a table from the first entry of its log.
    pub fn open(first: &LogEntry, players: Players) -> Result<Self, FoldError> {
        let table = Table::open(first)?;
        Ok(Self { table, players, watchers: 0, opened: first.at, chat: Vec::new() })
    }

    /// Folds the next entry; returns the position before it. After an error the replica is
    /// unusable.
    pub fn fold(&mut self, entry: &LogEntry) -> Result<Option<Position>, FoldError> {
        let before = self.table.position().copied();
        self.table.fold(entry)?;
        self.chat.extend(entry.events.iter().filter_map(|event| match event {
            // A line that a moderator removed is empty.
            Event::Chat { side, text } if !text.is_empty() => Some((*side, text.clone())),
            _ => None,
        }));
        Ok(before)
    }
}
