use bosworth_table::GameId;
use sqlx::AnyConnection;

use super::game::{StoredEnd, names};
use super::sql_value::{Columns, SqlValue, change, only};
use super::{Store, StoreError};

/// The repair of a damaged game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Entries from this number on are removed from the log.
    pub from: u32,
    /// Entries appended after the remaining ones.
    pub entries: Vec<(u32, String)>,
    /// The new values of the columns about the end.
    pub ending: Option<StoredEnd>,
    /// A new secret, if the old one cannot be parsed.
    pub secret: Option<String>,
    /// The time.
    pub at: i64,
}

impl Store {
    /// Returns the number of games.
    pub async fn count_games(&self) -> Result<u64, StoreError> {
        let rows = self.pools.read("SELECT COUNT(*) FROM games", &[]).await?;
        Ok(only::<i64>(&rows)?.unwrap_or(0) as u64)
    }

    /// Returns a page of game ids, in order.
    pub async fn games_after(
        &self,
        last: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
        let last = last.as_ref().map_or("", GameId::as_str);
        names(&self.pools.read(sql, &[last.into(), i64::from(limit).into()]).await?)
    }

    /// Returns the ids of orphaned logs, without a game row.
    pub async fn orphaned_logs(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT DISTINCT game AS id FROM entries WHERE NOT EXISTS \
                   (SELECT 1 FROM games WHERE games.id = entries.game) ORDER BY id";
        names(&self.pools.read(sql, &[]).await?)
    }

    /// Repairs a damaged game, all or nothing. Removed entries are kept in quarantine.
    pub async fn repair(&self, game: GameId, repair: &Repair) -> Result<(), StoreError> {
        let mut transaction = self.pools.begin().await?;
        apply_repair(&mut transaction, game, repair).await?;
        transaction.commit().await
    }

    /// Returns the entries removed from the log of a game.
    pub async fn quarantined(&self, game: GameId) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT seq, body FROM quarantine WHERE game = $1 ORDER BY moved, seq";
        let rows = self.pools.read(sql, &[(&game).into()]).await?;
        rows.iter().map(|row| Ok((row.int("seq")?, row.text("body")?))).collect()
    }
}

async fn apply_repair(
    connection: &mut AnyConnection,
    game: GameId,
    repair: &Repair,
) -> Result<(), StoreError> {
    let from: SqlValue<'_> = i64::from(repair.from).into();
    let moved = "INSERT INTO quarantine (game, seq, moved, body) \
                 SELECT game, seq, $3, body FROM entries WHERE game = $1 AND seq >= $2 \
                 ON CONFLICT DO NOTHING";
    change(connection, moved, &[(&game).into(), from, repair.at.into()]).await?;
    let gone = "DELETE FROM entries WHERE game = $1 AND seq >= $2";
    change(connection, gone, &[(&game).into(), from]).await?;
    for (seq, body) in &repair.entries {
        let sql = "INSERT INTO entries (game, seq, body) VALUES ($1, $2, $3)";
        change(connection, sql, &[(&game).into(), i64::from(*seq).into(), body.into()]).await?;
    }
    if let Some(secret) = &repair.secret {
        let kept = "INSERT INTO quarantine (game, seq, moved, body) \
                    SELECT id, -1, $2, secret FROM games WHERE id = $1 ON CONFLICT DO NOTHING";
        change(connection, kept, &[(&game).into(), repair.at.into()]).await?;
        let sql = "UPDATE games SET secret = $2 WHERE id = $1";
        change(connection, sql, &[(&game).into(), secret.into()]).await?;
    }
    if let Some(ending) = &repair.ending {
        // The log is authoritative where the row disagrees.
        let sql = "UPDATE games SET ended = NULL WHERE id = $1";
        change(connection, sql, &[(&game).into()]).await?;
        ending.write(connection, game).await?;
    }
    Ok(())
}
