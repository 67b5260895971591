use bosworth_protocol::{Event, FoldError, LogEntry, Players, Table};
use bosworth_rules::{Position, Side};

/// A table as it is seen from here: the fold over all entries that are known, and who is there.
#[derive(Clone, Debug)]
pub struct Live {
    /// The table.
    pub table: Table,
    /// Who plays.
    pub players: Players,
    /// How many look on.
    pub watchers: u32,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    /// What was said and by whom, the last word last. Not to be trusted: it may hold anything.
    pub chat: Vec<(Side, String)>,
}

impl Live {
    /// The table that a first entry opens.
    pub fn open(first: &LogEntry, players: Players) -> Result<Self, FoldError> {
        let table = Table::open(first)?;
        Ok(Self { table, players, watchers: 0, opened: first.at, chat: Vec::new() })
    }

    /// Goes on by the next entry; gives the position before it. After an error the table is of
    /// no use any more.
    pub fn fold(&mut self, entry: &LogEntry) -> Result<Option<Position>, FoldError> {
        let before = self.table.position().copied();
        self.table.fold(entry)?;
        self.chat.extend(entry.events.iter().filter_map(|event| match event {
            Event::Chat { side, text } => Some((*side, text.clone())),
            _ => None,
        }));
        Ok(before)
    }
}
