use sqlx::AnyConnection;

use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{change, only, rows};
use super::{Store, StoreError};

/// Retention of attempts.
const ATTEMPT_RETENTION_MS: i64 = 24 * 60 * 60 * 1000;

const INSERT_ATTEMPT: &str = "INSERT INTO attempts (subject, at, times) VALUES ($1, $2, 1) \
                    ON CONFLICT (subject, at) DO UPDATE SET times = attempts.times + 1";

/// Maximum clock skew between nodes, in milliseconds.
const MAX_CLOCK_SKEW_MS: i64 = 60_000;

/// Attempts in the future were made before the clock was set back, and are ignored. Without the
/// cast, PostgreSQL returns the sum as NUMERIC.
const COUNT_ATTEMPTS: &str = "SELECT CAST(COALESCE(SUM(times), 0) AS BIGINT) FROM attempts \
                     WHERE subject = $1 AND at >= $2 AND at <= $3";

async fn count(
    connection: &mut AnyConnection,
    subject: &str,
    since: i64,
    until: i64,
) -> Result<i64, StoreError> {
    let found = rows(
        connection,
        COUNT_ATTEMPTS,
        &[subject.into(), since.into(), (until + MAX_CLOCK_SKEW_MS).into()],
    )
    .await?;
    Ok(only(&found)?.unwrap_or(0))
}

impl Store {
    /// Records a login attempt for a subject, such as an address or a name. Deletes those older
    /// than a day.
    pub async fn note_attempt(&self, subject: &str, at: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM attempts WHERE at < $1";
        self.pools.write(sql, &[(at - ATTEMPT_RETENTION_MS).into()]).await?;
        self.pools.write_once(INSERT_ATTEMPT, &[subject.into(), at.into()]).await.map(drop)
    }

    /// Records an attempt unless it is too early: `pause` returns the delay after a number of
    /// attempts within `window_ms`. Returns the remaining delay, if any. Concurrent attempts are
    /// serialised across nodes: each sees those before it.
    pub async fn try_attempt(
        &self,
        subject: &str,
        at: i64,
        window_ms: i64,
        pause: impl Fn(i64) -> i64 + Send + Sync + 'static,
    ) -> Result<Option<i64>, StoreError> {
        let (store, subject) = (self.clone(), subject.to_owned());
        finish(async move {
            let trying = || {
                within(STATEMENT_TIMEOUT, store.try_attempt_once(&subject, at, window_ms, &pause))
            };
            Retry::new().run(trying).await
        })
        .await
    }

    async fn try_attempt_once(
        &self,
        subject: &str,
        at: i64,
        window_ms: i64,
        pause: &(impl Fn(i64) -> i64 + Sync),
    ) -> Result<Option<i64>, StoreError> {
        let mut transaction = self.pools.begin().await?;
        if self.pools.is_postgres() {
            // SQLite has only one writer, so it needs no lock.
            let lock = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtext($1))) AS held";
            rows(&mut transaction, lock, &[subject.into()]).await?;
        }
        let before = count(&mut transaction, subject, at - window_ms, at).await?;
        let pause = pause(before);
        if pause > 0 && count(&mut transaction, subject, at - pause, at).await? > 0 {
            transaction.rollback().await?;
            return Ok(Some(pause));
        }
        change(&mut transaction, INSERT_ATTEMPT, &[subject.into(), at.into()]).await?;
        transaction.commit().await?;
        Ok(None)
    }

    /// Returns the number of attempts since then, on all nodes.
    pub async fn attempts(&self, subject: &str, since: i64) -> Result<i64, StoreError> {
        let rows = self
            .pools
            .read(COUNT_ATTEMPTS, &[subject.into(), since.into(), i64::MAX.into()])
            .await?;
        Ok(only(&rows)?.unwrap_or(0))
    }

    /// Deletes the attempts of a subject after a success.
    pub async fn forget_attempts(&self, subject: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM attempts WHERE subject = $1";
        self.pools.write(sql, &[subject.into()]).await.map(drop)
    }
}
