//! The outbox: pending notifications, written in the same transaction as their cause.

use bosworth_protocol::NotificationKind;
use bosworth_table::AccountId;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, rows};
use super::{Store, StoreError};

use crate::limits::MAX_QUEUED_NOTIFICATIONS;

/// The interval of digests, in milliseconds.
pub(crate) const DIGEST_INTERVAL_MS: i64 = 24 * 60 * 60 * 1_000;

/// The kind of a row in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutboxKind {
    /// Notify the account of an event.
    Notify(NotificationKind),
    /// Send the link that confirms a mail address.
    Confirm,
    /// Send the link that resets a password.
    Reset,
    /// Send the list of waiting games.
    Digest,
}

impl OutboxKind {
    /// Returns its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Notify(kind) => kind.name(),
            Self::Confirm => "confirm",
            Self::Reset => "reset",
            Self::Digest => "digest",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let kinds = [Self::Confirm, Self::Reset, Self::Digest];
        let known = kinds.into_iter().find(|kind| kind.name() == name);
        known.or_else(|| NotificationKind::from_name(name).map(Self::Notify))
    }
}

/// A row of the outbox. The first four fields are its key: writing it twice has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The recipient.
    pub account: AccountId,
    /// What has to be sent.
    pub kind: OutboxKind,
    /// The game, offer or tournament it is about.
    pub subject: String,
    /// The number of the entry that caused it, or another distinguishing number.
    pub seq: i64,
    /// When it was written.
    pub created: i64,
    /// The earliest delivery time.
    pub due: i64,
    /// Details that cannot be looked up later, such as the title of a tournament.
    pub detail: String,
    /// The number of failed deliveries.
    pub tries: i64,
    /// The destinations that have received it.
    pub told: Vec<String>,
}

impl Notification {
    /// Creates a notification that is delivered as soon as it is due.
    pub fn new(
        account: AccountId,
        kind: OutboxKind,
        subject: impl Into<String>,
        seq: i64,
        created: i64,
        due: i64,
    ) -> Self {
        let (subject, detail) = (subject.into(), String::new());
        Self { account, kind, subject, seq, created, due, detail, tries: 0, told: Vec::new() }
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
        let values = [
            self.account.into(),
            self.kind.name().into(),
            (&self.subject).into(),
            self.seq.into(),
            self.created.into(),
            self.due.into(),
            (&self.detail).into(),
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

    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let name = row.text("kind")?;
        let kind = OutboxKind::named(&name).ok_or_else(|| {
            StoreError::Corrupt(format!("{name:?} is not a kind of notification"))
        })?;
        Ok(Self {
            account: row.account("account")?,
            kind,
            subject: row.text("subject")?,
            seq: row.int("seq")?,
            created: row.int("created")?,
            due: row.int("due")?,
            detail: row.text("detail")?,
            tries: row.int("tries")?,
            told: row.text("told")?.split_whitespace().map(str::to_owned).collect(),
        })
    }
}

/// A claim expires after a while or with the lease of its node. `$2` is the time.
const UNCLAIMED: &str = "(claimed_by IS NULL OR claimed_until < $2 \
                    OR claimed_by NOT IN (SELECT id FROM nodes))";
const CLAIMED_ROW: &str =
    "account = $1 AND kind = $2 AND subject = $3 AND seq = $4 AND claimed_by = $5";

impl Store {
    /// Adds a notification that is not the result of a database change, such as a password reset.
    pub async fn put_notification(&self, new: &Notification) -> Result<(), StoreError> {
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
    ) -> Result<Vec<Notification>, StoreError> {
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
             RETURNING account, kind, subject, seq, created, due, detail, tries, told"
        );
        let values = [node.into(), now.into(), until.into(), limit.into()];
        self.pools.take_once(&sql, &values).await?.iter().map(Notification::read).collect()
    }

    /// Deletes a row that was delivered or is obsolete, if the node still has the claim.
    pub async fn settle_notification(
        &self,
        node: i64,
        done: &Notification,
    ) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM outbox WHERE {CLAIMED_ROW}");
        let values = [
            done.account.into(),
            done.kind.name().into(),
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
        later: &Notification,
    ) -> Result<(), StoreError> {
        let told = later.told.join(" ");
        let sql = format!(
            "UPDATE outbox SET due = $6, tries = $7, told = $8, claimed_by = NULL, \
             claimed_until = NULL WHERE {CLAIMED_ROW}"
        );
        let values = [
            later.account.into(),
            later.kind.name().into(),
            (&later.subject).into(),
            later.seq.into(),
            node.into(),
            later.due.into(),
            later.tries.into(),
            (&told).into(),
        ];
        self.pools.write(&sql, &values).await.map(drop)
    }

    /// Returns the number of pending rows of an account.
    pub async fn notifications_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<Notification>, StoreError> {
        let sql = "SELECT account, kind, subject, seq, created, due, detail, tries, told \
                   FROM outbox WHERE account = $1 ORDER BY due, kind, subject, seq";
        self.pools.read(sql, &[account.into()]).await?.iter().map(Notification::read).collect()
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
            let digest = Notification::new(account, OutboxKind::Digest, "digest", at, now, now);
            digest.insert(&mut transaction).await?;
        }
        transaction.commit().await
    }
}
