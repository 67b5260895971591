use bosworth_table::GameId;

use super::game::{NewGame, StoredEnd};
use super::value::Columns;
use super::writer::Besides;
use super::{Store, StoreError};

/// Entries read at once: a long log does not hold a connection for long.
const PAGE: usize = 1_000;

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Appended {
    /// It is durable.
    Durable,
    /// Another entry has this number: read the log and decide anew.
    Taken,
}

impl Store {
    /// Creates a game: its row and entry 0, both or neither.
    pub async fn create_game(&self, new: &NewGame, first: String) -> Result<(), StoreError> {
        let besides = Besides::Create(Box::new(new.clone()));
        match self.writers.append(new.id, 0, first, Some(besides)).await? {
            Appended::Durable => Ok(()),
            Appended::Taken => Err(StoreError::GameExists),
        }
    }

    /// Appends an entry to the log of a game, and returns when it is durable. An end is written
    /// with it, both or neither. The caller picks the number: of several that append the same
    /// number, one wins.
    ///
    /// A database that restarts is waited for. A caller that stops waiting does not cancel the
    /// write.
    pub async fn append(
        &self,
        game: GameId,
        seq: u32,
        body: String,
        ending: Option<StoredEnd>,
    ) -> Result<Appended, StoreError> {
        let besides = ending.map(|ending| Besides::End(Box::new(ending)));
        self.writers.append(game, seq, body, besides).await
    }

    /// Appends an entry that agrees on a rematch, and creates that game with its first entry: all
    /// or nothing, so that there is no rematch that nobody agreed on, and none is missing.
    pub async fn append_next(
        &self,
        game: GameId,
        seq: u32,
        body: String,
        next: NewGame,
        first: String,
    ) -> Result<Appended, StoreError> {
        let besides = Besides::Next(Box::new(next), first);
        self.writers.append(game, seq, body, Some(besides)).await
    }

    /// The log of a game from a number on, in order.
    pub async fn entries(&self, game: GameId, from: u32) -> Result<Vec<(u32, String)>, StoreError> {
        let mut all: Vec<(u32, String)> = Vec::new();
        loop {
            let next = all.last().map_or(from, |(seq, _)| seq + 1);
            let page = self.entries_page(game, next, PAGE).await?;
            let last = page.len() < PAGE;
            all.extend(page);
            if last {
                return Ok(all);
            }
        }
    }

    /// At most so many entries of a game's log, from a number on, in order.
    pub async fn entries_page(
        &self,
        game: GameId,
        from: u32,
        most: usize,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let sql =
            "SELECT seq, body FROM entries WHERE game = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
        let values = [(&game).into(), i64::from(from).into(), (most as i64).into()];
        let rows = self.pools.read(sql, &values).await?;
        rows.iter().map(|row| Ok((row.int("seq")? as u32, row.text("body")?))).collect()
    }
}
