use bosworth_table::AccountId;
use sqlx::any::AnyRow;

use super::account::{ACCOUNT, Account};
use super::value::Columns;
use super::{Store, StoreError};

/// A browser or program that somebody has logged in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The hash of its key, in hexadecimal digits. The key itself is only with its owner.
    pub hash: String,
    /// What it is called in lists: of no use for getting in.
    pub id: String,
    /// Whose it is.
    pub account: AccountId,
    /// Since when.
    pub created: i64,
    /// When it was last used.
    pub seen: i64,
    /// Until when.
    pub expires: i64,
    /// What it says about itself.
    pub agent: String,
}

const SESSION: &str = "hash, sessions.id AS session, account, sessions.created AS since, seen, \
                       expires, agent";

impl Session {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            hash: row.text("hash")?,
            id: row.text("session")?,
            account: row.account("account")?,
            created: row.int("since")?,
            seen: row.int("seen")?,
            expires: row.int("expires")?,
            agent: row.text("agent")?,
        })
    }
}

impl Store {
    /// Begins a session, and takes those of the account away that have expired by then.
    pub async fn open_session(&self, new: &Session) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1 AND expires <= $2";
        self.pools.write(sql, &[new.account.into(), new.created.into()]).await?;
        let sql = "INSERT INTO sessions (hash, id, account, created, seen, expires, agent) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = [
            (&new.hash).into(),
            (&new.id).into(),
            new.account.into(),
            new.created.into(),
            new.seen.into(),
            new.expires.into(),
            (&new.agent).into(),
        ];
        self.pools.write_once(sql, &values).await.map(drop)
    }

    /// The session of a key and whose it is; none if it has expired, or the account is closed.
    pub async fn session(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<(Session, Account)>, StoreError> {
        let sql = format!(
            "SELECT {SESSION}, {ACCOUNT} FROM sessions JOIN accounts ON accounts.id = account \
             WHERE hash = $1 AND expires > $2 AND closed IS NULL"
        );
        let rows = self.pools.read(&sql, &[hash.into(), now.into()]).await?;
        rows.first().map(|row| Ok((Session::read(row)?, Account::read(row)?))).transpose()
    }

    /// Notes that a session is in use, and until when it lasts.
    pub async fn touch_session(
        &self,
        hash: &str,
        seen: i64,
        expires: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen = $2, expires = $3 WHERE hash = $1";
        self.pools.write(sql, &[hash.into(), seen.into(), expires.into()]).await.map(drop)
    }

    /// The sessions of an account, the one used last first.
    pub async fn sessions_of(&self, account: AccountId) -> Result<Vec<Session>, StoreError> {
        let sql = format!(
            "SELECT {SESSION} FROM sessions WHERE account = $1 ORDER BY seen DESC, sessions.id"
        );
        let rows = self.pools.read(&sql, &[account.into()]).await?;
        rows.iter().map(Session::read).collect()
    }

    /// Ends a session of an account by its name in lists. Says whether there was one.
    pub async fn revoke_session(&self, account: AccountId, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1 AND id = $2";
        Ok(self.pools.write(sql, &[account.into(), id.into()]).await? > 0)
    }

    /// Ends all sessions of an account but one, or all of them.
    pub async fn revoke_other_sessions(
        &self,
        account: AccountId,
        kept: Option<&str>,
    ) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1 AND hash <> $2";
        self.pools.write(sql, &[account.into(), kept.unwrap_or_default().into()]).await
    }
}
