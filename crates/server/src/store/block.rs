use bosworth_table::AccountId;

use super::sql_value::Columns;
use super::{Store, StoreError};

use crate::limits::MAX_BLOCKS;

impl Store {
    /// Blocks an account for another one. Returns whether the limit allowed it.
    pub async fn block(
        &self,
        account: AccountId,
        blocked: AccountId,
        at: i64,
    ) -> Result<bool, StoreError> {
        if self.has_blocked(account, blocked).await? {
            return Ok(true);
        }
        let sql = "INSERT INTO blocks (account, blocked, at) SELECT $1, $2, $3 \
                   WHERE (SELECT COUNT(*) FROM blocks WHERE account = $1) < $4 \
                   ON CONFLICT DO NOTHING";
        let values = [account.into(), blocked.into(), at.into(), MAX_BLOCKS.into()];
        Ok(self.change_locked(account, sql, &values).await? > 0)
    }

    /// Removes a block. Returns whether there was one.
    pub async fn unblock(
        &self,
        account: AccountId,
        blocked: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM blocks WHERE account = $1 AND blocked = $2";
        Ok(self.pools.write(sql, &[account.into(), blocked.into()]).await? > 0)
    }

    /// Returns the names of the accounts blocked by an account.
    pub async fn blocked_by(&self, account: AccountId) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT accounts.name AS name FROM blocks \
                   JOIN accounts ON accounts.id = blocks.blocked \
                   WHERE account = $1 AND closed IS NULL ORDER BY accounts.name";
        self.pools.read(sql, &[account.into()]).await?.iter().map(|row| row.text("name")).collect()
    }

    /// Whether an account has blocked another one.
    pub async fn has_blocked(
        &self,
        account: AccountId,
        other: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM blocks WHERE account = $1 AND blocked = $2";
        Ok(!self.pools.read(sql, &[account.into(), other.into()]).await?.is_empty())
    }

    /// Whether one of two accounts has blocked the other.
    pub async fn has_block_between(
        &self,
        one: AccountId,
        other: AccountId,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 AS one FROM blocks WHERE (account = $1 AND blocked = $2) \
                   OR (account = $2 AND blocked = $1)";
        Ok(!self.pools.read(sql, &[one.into(), other.into()]).await?.is_empty())
    }
}
