use bosworth_table::AccountId;
use sqlx::AnyConnection;

use super::account::{Account, NewAccount, insert_account};
use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::change;
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// Whom an account belongs to at another service.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StoredIdentity in "identities" {
        /// The service.
        pub issuer: String,
        /// The person's permanent id there.
        pub subject: String,
        /// The account.
        pub account: AccountId,
        /// When they were connected.
        pub created: i64,
    }
}

impl StoredIdentity {
    /// Inserts it. Returns whether the identity was free.
    pub(super) async fn insert(&self, connection: &mut AnyConnection) -> Result<bool, StoreError> {
        let sql = format!("INSERT INTO identities {} ON CONFLICT DO NOTHING", Self::inserted());
        let values = [
            (&self.issuer).into(),
            (&self.subject).into(),
            self.account.into(),
            self.created.into(),
        ];
        Ok(change(connection, &sql, &values).await? > 0)
    }
}

impl Store {
    /// Returns the account of an identity.
    pub async fn account_of_identity(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<Account>, StoreError> {
        let sql = format!(
            "SELECT {} FROM accounts WHERE closed IS NULL AND id = \
             (SELECT account FROM identities WHERE issuer = $1 AND subject = $2)",
            Account::selected()
        );
        let rows = self.pools.read(&sql, &[issuer.into(), subject.into()]).await?;
        rows.first().map(Account::read).transpose()
    }

    /// Returns the identities of an account.
    pub async fn identities_of(&self, id: AccountId) -> Result<Vec<StoredIdentity>, StoreError> {
        let sql = format!(
            "SELECT {} FROM identities WHERE account = $1 ORDER BY created, issuer, subject",
            StoredIdentity::selected()
        );
        self.pools.read(&sql, &[id.into()]).await?.iter().map(StoredIdentity::read).collect()
    }

    /// Connects an account with an identity. Returns whether the identity was free.
    pub async fn connect_identity(&self, new: &StoredIdentity) -> Result<bool, StoreError> {
        let (store, new) = (self.clone(), new.clone());
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            let free = new.insert(&mut transaction).await?;
            transaction.commit().await?;
            Ok(free)
        }))
        .await
    }

    /// Disconnects an account from all its identities.
    pub async fn disconnect_identities(&self, id: AccountId) -> Result<(), StoreError> {
        let sql = "DELETE FROM identities WHERE account = $1";
        self.pools.write(sql, &[id.into()]).await.map(drop)
    }

    /// Creates an account with its identity, unless its name is taken. Returns whether the
    /// identity was free.
    pub async fn create_account_of_identity(
        &self,
        account: &NewAccount,
        identity: &StoredIdentity,
    ) -> Result<bool, StoreError> {
        let (store, account, identity) = (self.clone(), account.clone(), identity.clone());
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            let created = insert_account(&mut transaction, &account).await;
            created.map_err(
                |why| {
                    if why.is_unique_violation() { StoreError::NameTaken } else { why }
                },
            )?;
            if !identity.insert(&mut transaction).await? {
                transaction.rollback().await?;
                return Ok(false);
            }
            transaction.commit().await?;
            Ok(true)
        }))
        .await
    }
}
