use bosworth_table::AccountId;

use super::retry::{DEADLINE, finish, within};
use super::value::{Value, change, owned};
use super::{Store, StoreError};

impl Store {
    /// Runs an insert that counts what an account has while holding the lock on that account: two
    /// concurrent ones would count the same and both go ahead. Says how many rows it inserted.
    pub(super) async fn change_alone(
        &self,
        account: AccountId,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let (store, sql, arguments) = (self.clone(), sql.to_owned(), owned(values)?);
        finish(within(DEADLINE, async move {
            let mut transaction = store.pools.begin().await?;
            // An update that changes nothing locks the row for this transaction.
            let hold = "UPDATE accounts SET chat = chat WHERE id = $1";
            change(&mut transaction, hold, &[account.into()]).await?;
            let made = sqlx::query_with(&sql, arguments).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(made.rows_affected())
        }))
        .await
    }
}
