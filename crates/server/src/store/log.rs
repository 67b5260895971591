use bosworth_table::GameId;

use super::game::{NewGameRow, StoredEnd};
use super::outbox::OutboxRow;
use super::sql_value::Columns;
use super::writer::SideWrite;
use super::{Store, StoreError};

/// The page size of reads: a long log does not hold a connection for long.
const ENTRIES_PER_PAGE: usize = 1_000;

/// The outcome of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AppendOutcome {
    /// The entry is durable.
    Durable,
    /// The sequence number is taken: catch up with the log and decide again.
    Taken,
}

impl Store {
    /// Creates a game: its row and entry 0, both or neither.
    pub async fn create_game(&self, new: &NewGameRow, first: String) -> Result<(), StoreError> {
        let side_write = SideWrite::Create(Box::new(new.clone()));
        match self.writers.append(new.id, 0, first, Some(side_write), Vec::new()).await? {
            AppendOutcome::Durable => Ok(()),
            AppendOutcome::Taken => Err(StoreError::GameExists),
        }
    }

    /// Appends an entry to the log of a game, and returns when it is durable. An end is written in
    /// the same transaction. The caller picks the sequence number (optimistic concurrency): of
    /// several that append the same one, one wins.
    ///
    /// Retries while the database is down. A caller that is cancelled does not cancel the write.
    pub async fn append(
        &self,
        game: GameId,
        seq: u32,
        body: String,
        ending: Option<StoredEnd>,
    ) -> Result<AppendOutcome, StoreError> {
        self.append_notifying(game, seq, body, ending, Vec::new()).await
    }

    /// Also writes the notifications caused by the entry, in the same transaction.
    pub async fn append_notifying(
        &self,
        game: GameId,
        seq: u32,
        body: String,
        ending: Option<StoredEnd>,
        told: Vec<OutboxRow>,
    ) -> Result<AppendOutcome, StoreError> {
        let side_write = ending.map(|ending| SideWrite::End(Box::new(ending)));
        self.writers.append(game, seq, body, side_write, told).await
    }

    /// Appends an entry that agrees on a rematch, and creates that game with its first entry: all
    /// or nothing, so that a rematch exists if and only if it was agreed on.
    pub async fn append_next(
        &self,
        game: GameId,
        seq: u32,
        body: String,
        next: NewGameRow,
        first: String,
        told: Vec<OutboxRow>,
    ) -> Result<AppendOutcome, StoreError> {
        let side_write = SideWrite::Next(Box::new(next), first);
        self.writers.append(game, seq, body, Some(side_write), told).await
    }

    /// Appends an entry that reveals the secret of a sealed game, which becomes public with it.
    pub async fn append_unsealing(
        &self,
        game: GameId,
        seq: u32,
        body: String,
    ) -> Result<AppendOutcome, StoreError> {
        self.writers.append(game, seq, body, Some(SideWrite::Unseal), Vec::new()).await
    }

    /// Returns the log of a game from a sequence number on.
    pub async fn entries(&self, game: GameId, from: u32) -> Result<Vec<(u32, String)>, StoreError> {
        let mut all: Vec<(u32, String)> = Vec::new();
        loop {
            let next = all.last().map_or(from, |(seq, _)| seq + 1);
            let page = self.entries_page(game, next, ENTRIES_PER_PAGE).await?;
            let last = page.len() < ENTRIES_PER_PAGE;
            all.extend(page);
            if last {
                return Ok(all);
            }
        }
    }

    /// At most `limit` entries of a game's log, from a sequence number on.
    pub async fn entries_page(
        &self,
        game: GameId,
        from: u32,
        limit: usize,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let sql =
            "SELECT seq, body FROM entries WHERE game = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
        let values = [(&game).into(), i64::from(from).into(), (limit as i64).into()];
        let rows = self.pools.read(sql, &values).await?;
        rows.iter().map(|row| Ok((row.int("seq")? as u32, row.text("body")?))).collect()
    }
}
