use bosworth_table::AccountId;

use super::game::GameRow;
use super::sql_value::{Columns, SqlValue};
use super::stored_row::ReadRow;
use super::{Store, StoreError};

/// Rows per statement.
const ROWS_PER_STATEMENT: usize = 100;

impl Store {
    /// Records that accounts are in the lobby at a node.
    pub async fn enter_lobby(&self, node: i64, people: &[AccountId]) -> Result<(), StoreError> {
        for chunk in people.chunks(ROWS_PER_STATEMENT) {
            let places = (2..chunk.len() + 2).map(|place| format!("(${place}, $1)"));
            let places = places.collect::<Vec<_>>().join(", ");
            let sql =
                format!("INSERT INTO hall (account, node) VALUES {places} ON CONFLICT DO NOTHING");
            self.pools.write(&sql, &with(node, chunk)).await?;
        }
        Ok(())
    }

    /// Records that accounts are no longer in the lobby at a node.
    pub async fn leave_lobby(&self, node: i64, people: &[AccountId]) -> Result<(), StoreError> {
        for chunk in people.chunks(ROWS_PER_STATEMENT) {
            let places = (2..chunk.len() + 2).map(|place| format!("${place}"));
            let places = places.collect::<Vec<_>>().join(", ");
            let sql = format!("DELETE FROM hall WHERE node = $1 AND account IN ({places})");
            self.pools.write(&sql, &with(node, chunk)).await?;
        }
        Ok(())
    }

    /// Returns the accounts in the lobby at any live node.
    pub async fn lobby_visitors(&self) -> Result<Vec<AccountId>, StoreError> {
        let sql = "SELECT DISTINCT account FROM hall JOIN nodes ON nodes.id = hall.node \
                   WHERE nodes.seen >= 0 ORDER BY account";
        let rows = self.pools.read(sql, &[]).await?;
        rows.iter().map(|row| row.account("account")).collect()
    }

    /// Removes lobby visitors of nodes without a lease.
    pub async fn clear_lobby(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM hall WHERE node NOT IN (SELECT id FROM nodes)";
        self.pools.write(sql, &[]).await.map(drop)
    }

    /// Returns the newest public open games between people that are faster than a speed.
    pub async fn live_games(&self, slower: i64, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let columns = GameRow::selected();
        let sql = format!(
            "SELECT {columns} FROM games WHERE ended IS NULL AND speed < $1 AND red > 0 AND white > 0 \
             AND sealed IS NULL ORDER BY created DESC, id LIMIT {limit}"
        );
        self.pools.read(&sql, &[slower.into()]).await?.iter().map(GameRow::read).collect()
    }
}

fn with(node: i64, people: &[AccountId]) -> Vec<SqlValue<'static>> {
    let people = people.iter().map(|account| SqlValue::from(*account));
    std::iter::once(SqlValue::from(node)).chain(people).collect()
}
