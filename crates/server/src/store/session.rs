use bosworth_table::AccountId;

use super::account::Account;
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// A login session of a browser or program.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct LoginSession in "sessions" {
        /// The hash of its key, in hexadecimal. Only its owner has the key itself.
        pub hash: String,
        /// Its id in lists, which is not a credential.
        pub id: String,
        /// Its account.
        pub account: AccountId,
        /// When it was created.
        pub created: i64,
        /// When it was last used.
        pub seen: i64,
        /// When it expires.
        pub expires: i64,
        /// Its user agent.
        pub agent: String,
    }
}

impl Store {
    /// Creates a session, and deletes expired ones of the account.
    pub async fn open_session(&self, new: &LoginSession) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1 AND expires <= $2";
        self.pools.write(sql, &[new.account.into(), new.created.into()]).await?;
        let sql = format!("INSERT INTO sessions {}", LoginSession::inserted());
        self.pools.write_once(&sql, &new.values()).await.map(drop)
    }

    /// Returns the session of a key and its account; `None` if it has expired, or the account is
    /// closed or disabled.
    pub async fn session(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<(LoginSession, Account)>, StoreError> {
        let sql = format!(
            "SELECT {}, {} FROM sessions JOIN accounts ON accounts.id = account \
             WHERE hash = $1 AND expires > $2 AND closed IS NULL AND disabled IS NULL",
            LoginSession::selected(),
            Account::selected()
        );
        let rows = self.pools.read(&sql, &[hash.into(), now.into()]).await?;
        rows.first().map(|row| Ok((LoginSession::read(row)?, Account::read(row)?))).transpose()
    }

    /// Records that a session is in use, and extends it.
    pub async fn touch_session(
        &self,
        hash: &str,
        seen: i64,
        expires: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen = $2, expires = $3 WHERE hash = $1";
        self.pools.write(sql, &[hash.into(), seen.into(), expires.into()]).await.map(drop)
    }

    /// Returns the sessions of an account, most recently used first.
    pub async fn sessions_of(&self, account: AccountId) -> Result<Vec<LoginSession>, StoreError> {
        let sql = format!(
            "SELECT {} FROM sessions WHERE account = $1 ORDER BY seen DESC, id",
            LoginSession::selected()
        );
        let rows = self.pools.read(&sql, &[account.into()]).await?;
        rows.iter().map(LoginSession::read).collect()
    }

    /// Revokes a session of an account by its id. Returns whether there was one.
    pub async fn revoke_session(&self, account: AccountId, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1 AND id = $2";
        Ok(self.pools.write(sql, &[account.into(), id.into()]).await? > 0)
    }

    /// Revokes all sessions of an account but one, or all of them.
    pub async fn revoke_other_sessions(
        &self,
        account: AccountId,
        kept: Option<&str>,
    ) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1 AND hash <> $2";
        self.pools.write(sql, &[account.into(), kept.unwrap_or_default().into()]).await
    }
}
