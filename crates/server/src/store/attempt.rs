use super::value::only;
use super::{Store, StoreError};

/// For how long attempts are kept.
const MEMORY: i64 = 24 * 60 * 60 * 1000;

impl Store {
    /// Notes an attempt to get in, by whatever is to be limited: an address, a name. Those of
    /// more than a day ago are forgotten.
    pub async fn note_attempt(&self, subject: &str, at: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM attempts WHERE at < $1";
        self.pools.write(sql, &[(at - MEMORY).into()]).await?;
        let sql = "INSERT INTO attempts (subject, at, times) VALUES ($1, $2, 1) \
                   ON CONFLICT (subject, at) DO UPDATE SET times = attempts.times + 1";
        self.pools.write_once(sql, &[subject.into(), at.into()]).await.map(drop)
    }

    /// How many attempts there were since then, on all nodes.
    pub async fn attempts(&self, subject: &str, since: i64) -> Result<i64, StoreError> {
        // Sums are of another type than what is summed, but for this.
        let sql = "SELECT CAST(COALESCE(SUM(times), 0) AS BIGINT) FROM attempts \
                   WHERE subject = $1 AND at >= $2";
        let rows = self.pools.read(sql, &[subject.into(), since.into()]).await?;
        Ok(only(&rows)?.unwrap_or(0))
    }

    /// Forgets the attempts of somebody who got in.
    pub async fn forget_attempts(&self, subject: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM attempts WHERE subject = $1";
        self.pools.write(sql, &[subject.into()]).await.map(drop)
    }
}
