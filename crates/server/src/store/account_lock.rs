use bosworth_table::AccountId;

use super::outbox::OutboxRow;
use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{SqlValue, change, owned};
use super::{Store, StoreError};

impl Store {
    /// Runs an insert that enforces a per-account limit while holding a lock on the account: two
    /// concurrent ones would otherwise see the same count and both succeed. Returns the number of
    /// rows inserted.
    pub(super) async fn change_locked(
        &self,
        account: AccountId,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<u64, StoreError> {
        self.change_locked_notifying(account, sql, values, None).await
    }

    /// Also writes the notifications caused by the new row, in the same transaction.
    pub(super) async fn change_locked_notifying(
        &self,
        account: AccountId,
        sql: &str,
        values: &[SqlValue<'_>],
        told: Option<OutboxRow>,
    ) -> Result<u64, StoreError> {
        let (store, sql, arguments) = (self.clone(), sql.to_owned(), owned(values)?);
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            // A no-op update locks the row for this transaction.
            let hold = "UPDATE accounts SET chat = chat WHERE id = $1";
            change(&mut transaction, hold, &[account.into()]).await?;
            let made = sqlx::query_with(&sql, arguments).execute(&mut *transaction).await?;
            let made = made.rows_affected();
            if let Some(told) = told.filter(|_| made > 0) {
                told.insert(&mut transaction).await?;
            }
            transaction.commit().await?;
            Ok(made)
        }))
        .await
    }
}
