use std::collections::HashSet;

use bosworth_rules::Side;
use bosworth_table::GameId;
use sqlx::any::AnyRow;

use super::game::names;
use super::sql_value::{Columns, SqlValue};
use super::stored_row::{ReadRow, stored_row};
use super::{Store, StoreError};

/// Rows per statement.
const ROWS_PER_STATEMENT: usize = 100;

/// The value of `seen` after a graceful shutdown.
const RELEASED: i64 = -1;

/// A player at a table.
pub type GameSeat = (GameId, Side);

stored_row! {
    /// The stored lease of a node.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Lease from "nodes" {
        /// The node.
        pub node as "id": i64,
        /// Increases with every renewal.
        pub seen: i64,
    }
}

impl Lease {
    /// Whether the node has released it.
    pub fn is_released(self) -> bool {
        self.seen == RELEASED
    }
}

fn place(row: &AnyRow) -> Result<GameSeat, StoreError> {
    let side = row.side_or_none("side")?;
    let side = side.ok_or_else(|| StoreError::Corrupt("a presence without a side".into()))?;
    Ok((row.game("game")?, side))
}

/// Placeholders for `rows` rows of `width` values, numbered from `first`.
fn places(rows: usize, width: usize, first: usize) -> String {
    let row = |row: usize| {
        let values = (0..width).map(|value| format!("${}", first + row * width + value));
        format!("({})", values.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

impl Store {
    /// Renews the lease of a node. Returns whether it still had one: another node may have declared
    /// it dead and taken over.
    pub async fn renew_lease(&self, node: i64, now: i64) -> Result<bool, StoreError> {
        // Strictly increasing, whatever the clock does.
        let sql = "UPDATE nodes SET seen = CASE WHEN seen < $2 THEN $2 ELSE seen + 1 END \
                   WHERE id = $1";
        if self.pools.write(sql, &[node.into(), now.into()]).await? > 0 {
            return Ok(true);
        }
        let sql = "INSERT INTO nodes (id, seen) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
        self.pools.write(sql, &[node.into(), now.into()]).await?;
        Ok(false)
    }

    /// Releases the lease at shutdown, so that other nodes need not wait for it to expire.
    pub async fn release_lease(&self, node: i64) -> Result<(), StoreError> {
        let sql = "UPDATE nodes SET seen = $2 WHERE id = $1";
        self.pools.write_once(sql, &[node.into(), RELEASED.into()]).await.map(drop)
    }

    /// Returns the leases of all nodes.
    pub async fn leases(&self) -> Result<Vec<Lease>, StoreError> {
        let sql = format!("SELECT {} FROM nodes ORDER BY id", Lease::selected());
        self.pools.read(&sql, &[]).await?.iter().map(Lease::read).collect()
    }

    /// Deletes a lease that was released or has expired, unless it was renewed since
    /// (compare-and-delete). Of several nodes that try, one succeeds and takes over.
    pub async fn remove_lease(&self, lease: Lease) -> Result<bool, StoreError> {
        let sql = "DELETE FROM nodes WHERE id = $1 AND seen = $2";
        let values = [lease.node.into(), lease.seen.into()];
        Ok(self.pools.write_once(sql, &values).await? > 0)
    }

    /// Deletes and returns who was connected to nodes that have no lease.
    pub async fn orphaned_presence(&self) -> Result<Vec<GameSeat>, StoreError> {
        let sql = "DELETE FROM presence WHERE node NOT IN (SELECT id FROM nodes) \
                   RETURNING game, side";
        self.pools.take_once(sql, &[]).await?.iter().map(place).collect()
    }

    /// Records that players are connected to a node.
    pub async fn note_presence(&self, node: i64, players: &[GameSeat]) -> Result<(), StoreError> {
        for chunk in players.chunks(ROWS_PER_STATEMENT) {
            let sql = format!(
                "INSERT INTO presence (game, side, node) VALUES {} ON CONFLICT DO NOTHING",
                places(chunk.len(), 3, 1)
            );
            let values =
                chunk.iter().flat_map(|(game, side)| [game.into(), (*side).into(), node.into()]);
            self.pools.write(&sql, &values.collect::<Vec<SqlValue<'_>>>()).await?;
        }
        Ok(())
    }

    /// Records that players are no longer connected to a node.
    pub async fn drop_presence(&self, node: i64, players: &[GameSeat]) -> Result<(), StoreError> {
        for chunk in players.chunks(ROWS_PER_STATEMENT) {
            let sql = format!(
                "DELETE FROM presence WHERE node = $1 AND (game, side) IN (VALUES {})",
                places(chunk.len(), 2, 2)
            );
            let players = chunk.iter().flat_map(|(game, side)| [game.into(), (*side).into()]);
            let values = [node.into()].into_iter().chain(players);
            self.pools.write(&sql, &values.collect::<Vec<SqlValue<'_>>>()).await?;
        }
        Ok(())
    }

    /// Returns the sides of a game whose players are connected to any node.
    pub async fn present(&self, game: GameId) -> Result<HashSet<Side>, StoreError> {
        let sql = "SELECT game, side FROM presence WHERE game = $1";
        let rows = self.pools.read(sql, &[(&game).into()]).await?;
        rows.iter().map(|row| Ok(place(row)?.1)).collect()
    }

    /// Returns a page of the open games, fastest first.
    pub async fn open_games_after(
        &self,
        last: Option<(i64, GameId)>,
        limit: u32,
    ) -> Result<Vec<(i64, GameId)>, StoreError> {
        let sql = "SELECT speed, id FROM games WHERE ended IS NULL \
                   AND (speed > $1 OR (speed = $1 AND id > $2)) ORDER BY speed, id LIMIT $3";
        let (speed, game) = last.map_or((-1, None), |(speed, game)| (speed, Some(game)));
        let game = game.as_ref().map_or("", GameId::as_str);
        let values = [speed.into(), game.into(), i64::from(limit).into()];
        let rows = self.pools.read(sql, &values).await?;
        let speeds = rows.iter().map(|row| row.int("speed")).collect::<Result<Vec<_>, _>>()?;
        Ok(speeds.into_iter().zip(names(&rows)?).collect())
    }
}
