use bosworth_table::AccountId;
use sqlx::AnyConnection;

use super::account::Account;
use super::sql_value::{SqlValue, change};
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// An API token, with limited scopes.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Token in "tokens" {
        /// Its id in lists, which is not a credential.
        pub id: String,
        /// The hash of the key, in hexadecimal. Only its owner has the key itself.
        pub hash: String,
        /// Its account.
        pub account: AccountId,
        /// Its name, chosen by its owner.
        pub name: String,
        /// Its scopes, as text.
        pub scopes: String,
        /// When it was created.
        pub created: i64,
        /// When it was last used, if ever.
        pub seen: Option<i64>,
    }
}

/// Creates a token in a transaction, unless the account is at the limit.
pub(super) async fn insert_token(
    connection: &mut AnyConnection,
    new: &Token,
    limit: i64,
) -> Result<u64, StoreError> {
    let (sql, values) = insertion(new, limit);
    change(connection, &sql, &values).await
}

fn insertion(new: &Token, limit: i64) -> (String, Vec<SqlValue<'_>>) {
    let sql = format!(
        "INSERT INTO tokens {} WHERE (SELECT COUNT(*) FROM tokens WHERE account = $3) < $8",
        Token::inserted()
    );
    let mut values = new.values();
    values.push(limit.into());
    (sql, values)
}

impl Store {
    /// Creates a token, unless the account is at the limit. Returns whether it was created.
    pub async fn create_token(&self, new: &Token, limit: i64) -> Result<bool, StoreError> {
        let (sql, values) = insertion(new, limit);
        Ok(self.change_locked(new.account, &sql, &values).await? > 0)
    }

    /// Returns the token of a key and its account; `None` if the account is closed or disabled.
    pub async fn token(&self, hash: &str) -> Result<Option<(Token, Account)>, StoreError> {
        let sql = format!(
            "SELECT {}, {} FROM tokens JOIN accounts ON accounts.id = account \
             WHERE hash = $1 AND closed IS NULL AND disabled IS NULL",
            Token::selected(),
            Account::selected()
        );
        let rows = self.pools.read(&sql, &[hash.into()]).await?;
        rows.first().map(|row| Ok((Token::read(row)?, Account::read(row)?))).transpose()
    }

    /// Records that a token is in use.
    pub async fn touch_token(&self, hash: &str, seen: i64) -> Result<(), StoreError> {
        let sql = "UPDATE tokens SET seen = $2 WHERE hash = $1";
        self.pools.write(sql, &[hash.into(), seen.into()]).await.map(drop)
    }

    /// Returns the tokens of an account, oldest first.
    pub async fn tokens_of(&self, account: AccountId) -> Result<Vec<Token>, StoreError> {
        let sql = format!(
            "SELECT {} FROM tokens WHERE account = $1 ORDER BY created, id",
            Token::selected()
        );
        let rows = self.pools.read(&sql, &[account.into()]).await?;
        rows.iter().map(Token::read).collect()
    }

    /// Revokes a token of an account by its id. Returns whether there was one.
    pub async fn revoke_token(&self, account: AccountId, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM tokens WHERE account = $1 AND id = $2";
        Ok(self.pools.write(sql, &[account.into(), id.into()]).await? > 0)
    }
}
