use bosworth_table::AccountId;
use sqlx::AnyConnection;

use super::outbox::{OutboxContent, OutboxRow};
use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, rows};
use super::stored_row::{ReadRow, stored_row};
use super::{Store, StoreError};

/// The maximum number of accounts with the same address that get a password reset mail.
const MAX_ACCOUNTS_PER_MAIL_ADDRESS: u32 = 5;

stored_row! {
    /// The mail address of an account.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MailAddress in "mail_addresses" {
        /// The account.
        pub account: AccountId,
        /// The address as entered.
        pub address: String,
        /// The language of emails sent to it.
        pub language: Option<String>,
        /// When it was set.
        pub created: i64,
        /// When its link was followed, if it was.
        pub confirmed: Option<i64>,
    }
}

/// Returns the key used to compare addresses.
pub fn address_key(address: &str) -> String {
    address.trim().to_lowercase()
}

/// The purpose of a link in a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// To confirm the address.
    Confirm,
    /// To choose a new password.
    Reset,
    /// To choose the first password of an account that the host has created.
    Welcome,
}

impl LinkPurpose {
    fn name(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Reset | Self::Welcome => "reset",
        }
    }
}

impl MailAddress {
    /// Sets the address. Returns when it was confirmed, which is kept if it stays the same.
    pub(super) async fn insert(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<Option<i64>, StoreError> {
        let sql = "INSERT INTO mail_addresses \
                     (account, address, address_key, language, created, confirmed) \
                   VALUES ($1, $2, $3, $4, $5, NULL) \
                   ON CONFLICT (account) DO UPDATE SET confirmed = \
                   CASE WHEN mail_addresses.address_key = excluded.address_key \
                     THEN mail_addresses.confirmed ELSE NULL END, address = excluded.address, \
                   address_key = excluded.address_key, language = excluded.language, \
                   created = excluded.created RETURNING confirmed";
        let key = address_key(&self.address);
        let values = [
            self.account.into(),
            (&self.address).into(),
            (&key).into(),
            self.language.as_deref().into(),
            self.created.into(),
        ];
        let put = rows(connection, sql, &values).await?;
        Ok(put.first().map(|row| row.int_or_none("confirmed")).transpose()?.flatten())
    }
}

impl Store {
    /// Sets the address of an account, and queues the confirmation mail unless it is already
    /// confirmed.
    pub async fn put_mail_address(&self, new: &MailAddress) -> Result<(), StoreError> {
        let (store, new) = (self.clone(), new.clone());
        finish(within(STATEMENT_TIMEOUT, async move { store.put_mail_address_once(&new).await }))
            .await
    }

    async fn put_mail_address_once(&self, new: &MailAddress) -> Result<(), StoreError> {
        let mut transaction = self.pools.begin().await?;
        if new.insert(&mut transaction).await?.is_none() {
            let (account, at) = (new.account, new.created);
            let link = OutboxRow::new(account, OutboxContent::Confirm, at, at, at);
            link.insert(&mut transaction).await?;
        }
        transaction.commit().await
    }

    /// Returns the address of an account.
    pub async fn mail_address(
        &self,
        account: AccountId,
    ) -> Result<Option<MailAddress>, StoreError> {
        let sql =
            format!("SELECT {} FROM mail_addresses WHERE account = $1", MailAddress::selected());
        let rows = self.pools.read(&sql, &[account.into()]).await?;
        rows.first().map(MailAddress::read).transpose()
    }

    /// Returns the accounts that have confirmed this address.
    pub async fn accounts_with_mail(&self, key: &str) -> Result<Vec<AccountId>, StoreError> {
        let sql = format!(
            "SELECT account FROM mail_addresses WHERE address_key = $1 AND confirmed IS NOT NULL \
             ORDER BY account LIMIT {MAX_ACCOUNTS_PER_MAIL_ADDRESS}"
        );
        let rows = self.pools.read(&sql, &[key.into()]).await?;
        rows.iter().map(|row| row.account("account")).collect()
    }

    /// Deletes the address of an account and the links sent there.
    pub async fn drop_mail_address(&self, account: AccountId) -> Result<(), StoreError> {
        for table in ["mail_links", "mail_addresses"] {
            let sql = format!("DELETE FROM {table} WHERE account = $1");
            self.pools.write(&sql, &[account.into()]).await?;
        }
        Ok(())
    }

    /// Stores the hash of a link's secret, replacing an earlier one with the same purpose.
    pub async fn put_link(
        &self,
        account: AccountId,
        purpose: LinkPurpose,
        hash: &str,
        address: &str,
        expires: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO mail_links (account, purpose, hash, address_key, expires) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account, purpose) DO UPDATE SET \
                   hash = excluded.hash, address_key = excluded.address_key, \
                   expires = excluded.expires";
        let key = address_key(address);
        let values =
            [account.into(), purpose.name().into(), hash.into(), (&key).into(), expires.into()];
        self.pools.write(sql, &values).await.map(drop)
    }

    /// Returns the account whose password a link can reset.
    pub async fn reset_account(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<AccountId>, StoreError> {
        let sql = "SELECT account FROM mail_links \
                   WHERE hash = $1 AND purpose = 'reset' AND expires > $2";
        let rows = self.pools.read(sql, &[hash.into(), now.into()]).await?;
        rows.first().map(|row| row.account("account")).transpose()
    }

    /// Consumes the confirmation link of an address, if it is still the account's. Returns whether
    /// it was valid.
    pub async fn confirm_mail_address(&self, hash: &str, now: i64) -> Result<bool, StoreError> {
        let (store, hash) = (self.clone(), hash.to_owned());
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            let sql = "DELETE FROM mail_links WHERE hash = $1 AND purpose = 'confirm' \
                       AND expires > $2 RETURNING account, address_key";
            let used = rows(&mut transaction, sql, &[(&hash).into(), now.into()]).await?;
            let Some(link) = used.first() else {
                transaction.rollback().await?;
                return Ok(false);
            };
            let sql = "UPDATE mail_addresses SET confirmed = $3 \
                       WHERE account = $1 AND address_key = $2";
            let key = link.text("address_key")?;
            let values = [link.account("account")?.into(), (&key).into(), now.into()];
            let confirmed = change(&mut transaction, sql, &values).await?;
            transaction.commit().await?;
            Ok(confirmed > 0)
        }))
        .await
    }

    /// Consumes a link to set a password, and ends all sessions of the account. The link
    /// proves that its address is the account's, so the address is confirmed. Returns the account.
    pub async fn reset_password(
        &self,
        hash: &str,
        phc: &str,
        now: i64,
    ) -> Result<Option<AccountId>, StoreError> {
        let (store, hash, phc) = (self.clone(), hash.to_owned(), phc.to_owned());
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            let sql = "DELETE FROM mail_links WHERE hash = $1 AND purpose = 'reset' \
                       AND expires > $2 RETURNING account, address_key";
            let used = rows(&mut transaction, sql, &[(&hash).into(), now.into()]).await?;
            let Some(link) = used.first() else {
                transaction.rollback().await?;
                return Ok(None);
            };
            let account = link.account("account")?;
            let sql = "UPDATE accounts SET password = $2 WHERE id = $1 AND closed IS NULL";
            change(&mut transaction, sql, &[account.into(), (&phc).into()]).await?;
            let sql = "UPDATE mail_addresses SET confirmed = COALESCE(confirmed, $3) \
                       WHERE account = $1 AND address_key = $2";
            let key = link.text("address_key")?;
            change(&mut transaction, sql, &[account.into(), (&key).into(), now.into()]).await?;
            let sql = "DELETE FROM sessions WHERE account = $1";
            change(&mut transaction, sql, &[account.into()]).await?;
            transaction.commit().await?;
            Ok(Some(account))
        }))
        .await
    }
}
