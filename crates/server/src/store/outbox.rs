//! The outbox: pending notifications, written in the same transaction as their cause.

use bosworth_table::AccountId;
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, rows};
use super::stored_row::{ReadColumns, ReadRow, stored_row};
use super::{Store, StoreError};
use crate::limits::MAX_QUEUED_NOTIFICATIONS;
use crate::notifications::Notification;

/// The interval of digests, in milliseconds.
pub(crate) const DIGEST_INTERVAL_MS: i64 = 24 * 60 * 60 * 1_000;

/// How late a link that somebody asked for is still sent, in milliseconds.
const MAX_LINK_DELAY_MS: i64 = 12 * 60 * 60 * 1_000;
/// How late news are still sent, in milliseconds: what stays true whatever happens.
pub(crate) const MAX_NEWS_DELAY_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// What a row of the outbox asks for. Stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutboxContent {
    /// Send the link that confirms a mail address.
    Confirm,
    /// Send the link that resets a password.
    Reset,
    /// Send the link that sets the first password.
    Welcome,
    /// Send the list of waiting games.
    Digest,
    /// Notify the account of an event.
    #[serde(untagged)]
    Notification(Notification),
}

impl OutboxContent {
    /// The kind and the subject of its row: among rows with the same ones, only the latest stays.
    fn key(&self) -> (&'static str, String) {
        let name = match self {
            Self::Confirm => "confirm",
            Self::Reset => "reset",
            Self::Welcome => "welcome",
            Self::Digest => "digest",
            Self::Notification(notification) => {
                return (notification.kind().name(), notification.subject());
            }
        };
        (name, name.into())
    }

    /// How late it is still sent, in milliseconds; `None` if it is sent as long as it is true, which
    /// is checked each time.
    pub(crate) fn max_delay_ms(&self) -> Option<i64> {
        match self {
            Self::Confirm | Self::Reset => Some(MAX_LINK_DELAY_MS),
            Self::Notification(Notification::Over { .. }) => Some(MAX_NEWS_DELAY_MS),
            Self::Welcome
            | Self::Digest
            | Self::Notification(
                Notification::Turn { .. }
                | Notification::Time { .. }
                | Notification::Taken { .. }
                | Notification::Challenge { .. }
                | Notification::Round { .. }
                | Notification::Team { .. },
            ) => None,
        }
    }
}

impl From<Notification> for OutboxContent {
    fn from(notification: Notification) -> Self {
        Self::Notification(notification)
    }
}

stored_row! {
    /// A row of the outbox. Account, kind, subject and number are its key: writing it twice has no
    /// effect.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct OutboxRow from "outbox" {
        /// The recipient.
        pub account: AccountId,
        /// The name of the notification's kind or of the mail, for the key and for logs.
        pub kind: String,
        /// The game, offer or tournament it is about.
        pub subject: String,
        /// The number of the entry that caused it, or another distinguishing number.
        pub seq: i64,
        /// When it was written.
        pub created: i64,
        /// The earliest delivery time.
        pub due: i64,
        /// What has to be sent; none if another version of the program wrote it and this one cannot
        /// read it.
        pub content as "detail": Option<OutboxContent>,
        /// The number of failed deliveries.
        pub tries: i64,
        /// The destinations that have received it.
        pub told: Vec<String>,
    }
}

impl ReadColumns for Option<OutboxContent> {
    fn read(row: &AnyRow, columns: &[&str]) -> Result<Self, StoreError> {
        Ok(serde_json::from_str(&row.text(columns[0])?).ok())
    }
}

impl ReadColumns for Vec<String> {
    fn read(row: &AnyRow, columns: &[&str]) -> Result<Self, StoreError> {
        Ok(row.text(columns[0])?.split_whitespace().map(str::to_owned).collect())
    }
}

impl OutboxRow {
    /// Creates a row that is delivered as soon as it is due.
    pub fn new(
        account: AccountId,
        content: impl Into<OutboxContent>,
        seq: i64,
        created: i64,
        due: i64,
    ) -> Self {
        let content = content.into();
        let (kind, subject) = content.key();
        let (kind, content) = (kind.into(), Some(content));
        Self { account, kind, subject, seq, created, due, content, tries: 0, told: Vec::new() }
    }

    /// Writes it, unless the account has neither a device nor an address.
    pub(super) async fn insert(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let sql = "INSERT INTO outbox \
                     (account, kind, subject, seq, created, due, detail, tries, told) \
                   SELECT $1, $2, $3, $4, $5, $6, $7, 0, '' \
                   WHERE (EXISTS (SELECT 1 FROM push_devices WHERE account = $1) \
                       OR EXISTS (SELECT 1 FROM mail_addresses WHERE account = $1)) \
                     AND (SELECT COUNT(*) FROM outbox WHERE account = $1) < $8 \
                   ON CONFLICT DO NOTHING";
        let content = serde_json::to_string(&self.content)
            .map_err(|why| StoreError::Corrupt(why.to_string()))?;
        let values = [
            self.account.into(),
            (&self.kind).into(),
            (&self.subject).into(),
            self.seq.into(),
            self.created.into(),
            self.due.into(),
            (&content).into(),
            MAX_QUEUED_NOTIFICATIONS.into(),
        ];
        if change(connection, sql, &values).await? > 0 {
            // Notifications of earlier turns are obsolete.
            let sql = "DELETE FROM outbox \
                       WHERE account = $1 AND kind = $2 AND subject = $3 AND seq < $4";
            change(connection, sql, &values[..4]).await?;
        }
        Ok(())
    }
}

/// A claim expires after a while or with the lease of its node. `$2` is the time.
const UNCLAIMED: &str = "(claimed_by IS NULL OR claimed_until < $2 \
                    OR claimed_by NOT IN (SELECT id FROM nodes))";
const CLAIMED_ROW: &str =
    "account = $1 AND kind = $2 AND subject = $3 AND seq = $4 AND claimed_by = $5";

impl Store {
    /// Adds a notification that is not the result of a database change, such as a password reset.
    pub async fn put_notification(&self, new: &OutboxRow) -> Result<(), StoreError> {
        let (store, new) = (self.clone(), new.clone());
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            new.insert(&mut transaction).await?;
            transaction.commit().await
        }))
        .await
    }

    /// Claims due rows for a node until `until`, oldest first.
    pub async fn claim_notifications(
        &self,
        node: i64,
        now: i64,
        until: i64,
        limit: i64,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        // Polled often, so the common case takes no write lock.
        let sql = "SELECT 1 FROM outbox WHERE due <= $1 LIMIT 1";
        if self.pools.read(sql, &[now.into()]).await?.is_empty() {
            return Ok(Vec::new());
        }
        // PostgreSQL rechecks the outer condition after waiting for a concurrent claim.
        let sql = format!(
            "UPDATE outbox SET claimed_by = $1, claimed_until = $3 \
             WHERE (account, kind, subject, seq) IN ( \
                 SELECT account, kind, subject, seq FROM outbox \
                 WHERE due <= $2 AND {UNCLAIMED} ORDER BY due LIMIT $4) AND {UNCLAIMED} \
             RETURNING {}",
            OutboxRow::selected()
        );
        let values = [node.into(), now.into(), until.into(), limit.into()];
        self.pools.take_once(&sql, &values).await?.iter().map(OutboxRow::read).collect()
    }

    /// Deletes a row that was delivered or is obsolete, if the node still has the claim.
    pub async fn settle_notification(&self, node: i64, done: &OutboxRow) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM outbox WHERE {CLAIMED_ROW}");
        let values = [
            done.account.into(),
            (&done.kind).into(),
            (&done.subject).into(),
            done.seq.into(),
            node.into(),
        ];
        self.pools.write(&sql, &values).await.map(drop)
    }

    /// Releases a row, to be delivered at a later time.
    pub async fn postpone_notification(
        &self,
        node: i64,
        later: &OutboxRow,
    ) -> Result<(), StoreError> {
        let told = later.told.join(" ");
        let sql = format!(
            "UPDATE outbox SET due = $6, tries = $7, told = $8, claimed_by = NULL, \
             claimed_until = NULL WHERE {CLAIMED_ROW}"
        );
        let values = [
            later.account.into(),
            (&later.kind).into(),
            (&later.subject).into(),
            later.seq.into(),
            node.into(),
            later.due.into(),
            later.tries.into(),
            (&told).into(),
        ];
        self.pools.write(&sql, &values).await.map(drop)
    }

    /// Returns the pending rows of an account.
    pub async fn notifications_of(&self, account: AccountId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {} FROM outbox WHERE account = $1 ORDER BY due, kind, subject, seq",
            OutboxRow::selected()
        );
        self.pools.read(&sql, &[account.into()]).await?.iter().map(OutboxRow::read).collect()
    }

    /// Writes the due digests, each once: the next time is set in the same transaction.
    pub async fn begin_digests(&self, now: i64, limit: i64) -> Result<(), StoreError> {
        let sql = "SELECT account, digest FROM notification_settings WHERE digest <= $1 \
                   ORDER BY digest LIMIT $2";
        let due = self.pools.read(sql, &[now.into(), limit.into()]).await?;
        for row in due {
            let (account, at) = (row.account("account")?, row.int("digest")?);
            let store = self.clone();
            finish(within(
                STATEMENT_TIMEOUT,
                async move { store.begin_digest(account, at, now).await },
            ))
            .await?;
        }
        Ok(())
    }

    async fn begin_digest(&self, account: AccountId, at: i64, now: i64) -> Result<(), StoreError> {
        let next = at + ((now - at) / DIGEST_INTERVAL_MS + 1) * DIGEST_INTERVAL_MS;
        let mut transaction = self.pools.begin().await?;
        let sql = "UPDATE notification_settings SET digest = $3 \
                   WHERE account = $1 AND digest = $2 RETURNING account";
        let values = [account.into(), at.into(), next.into()];
        if !rows(&mut transaction, sql, &values).await?.is_empty() {
            let digest = OutboxRow::new(account, OutboxContent::Digest, at, now, now);
            digest.insert(&mut transaction).await?;
        }
        transaction.commit().await
    }
}
