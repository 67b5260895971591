use sqlx::AnyConnection;

use super::game::GameRow;
use super::sql_value::{Columns, change};
use super::stored_row::ReadRow;
use super::{Store, StoreError};

/// Counts a game opened with a deal, in the transaction that creates the game, so that a deal is
/// never closed concurrently.
pub(super) async fn enter_deal(
    connection: &mut AnyConnection,
    name: &str,
) -> Result<(), StoreError> {
    let sql = "UPDATE deals SET games = games + 1 WHERE name = $1 AND closed IS NULL";
    match change(connection, sql, &[name.into()]).await? {
        0 => Err(StoreError::DealClosed),
        _ => Ok(()),
    }
}

impl Store {
    /// Returns the secret of a deal: if several are offered, the first one written.
    pub async fn deal_secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let sql = "INSERT INTO deals (name, secret, games) VALUES ($1, $2, 0) \
                   ON CONFLICT (name) DO NOTHING";
        self.pools.write(sql, &[name.into(), fresh.into()]).await?;
        let rows =
            self.pools.read("SELECT secret FROM deals WHERE name = $1", &[name.into()]).await?;
        let row =
            rows.first().ok_or_else(|| StoreError::Corrupt(format!("deal {name} not found")))?;
        row.text("secret")
    }

    /// Closes a deal if exactly this number of games was opened with it, all of which are over: no
    /// other can be opened from then on. Returns whether it is closed.
    pub async fn close_deal(&self, name: &str, games: i64, at: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE deals SET closed = $3 WHERE name = $1 AND games = $2 AND closed IS NULL";
        self.pools.write(sql, &[name.into(), games.into(), at.into()]).await?;
        let rows =
            self.pools.read("SELECT closed FROM deals WHERE name = $1", &[name.into()]).await?;
        let closed = rows.first().map(|row| row.int_or_none("closed")).transpose()?;
        Ok(closed.flatten().is_some())
    }

    /// Returns the games with a deal whose secret has not been revealed.
    pub async fn sealed_games(&self, deal: &str) -> Result<Vec<GameRow>, StoreError> {
        let columns = GameRow::selected();
        let sql = format!("SELECT {columns} FROM games WHERE sealed = $1 ORDER BY id");
        self.pools.read(&sql, &[deal.into()]).await?.iter().map(GameRow::read).collect()
    }

    /// Returns the deals of sealed games that are all over.
    pub async fn played_deals(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT sealed FROM games WHERE sealed IS NOT NULL GROUP BY sealed \
                   HAVING COUNT(*) = COUNT(ended) ORDER BY sealed";
        self.pools.read(sql, &[]).await?.iter().map(|row| row.text("sealed")).collect()
    }
}
