//! Throttles password guessing: the delay grows with each failure.
//!
//! Failures are counted by address, and by address and name. A name alone is never locked, which
//! would let anyone lock out its owner. Counts are stored in the database, so that they hold across
//! nodes and restarts.

use crate::app::App;
use crate::auth::rate_limits::RetryAfter;
use crate::auth::{Address, secret};
use crate::limits::{ADDRESS_THROTTLE, NAME_THROTTLE, ThrottlePolicy};
use crate::store::StoreError;

/// How long failures are remembered, in milliseconds.
const FAILURE_RETENTION_MS: i64 = 60 * 60 * 1_000;

impl ThrottlePolicy {
    /// The delay after a number of failures: exponential back-off.
    fn delay_ms(&self, failures: i64) -> i64 {
        let over = failures - self.free_attempts;
        if over < 0 { 0 } else { (1_000 << over.min(20)).min(self.max_delay_ms) }
    }
}

/// An attempt to log in to a name from an address.
#[derive(Clone, Debug)]
pub struct LoginAttempt {
    name: String,
    address: String,
}

impl LoginAttempt {
    /// An attempt to log in to the name with this key. Only hashes are stored.
    pub fn new(address: Address, key: &str) -> Self {
        let subject = |text: String| secret::hash(&text)[..32].to_string();
        Self {
            name: subject(format!("login {address} {key}")),
            address: subject(format!("login {address}")),
        }
    }

    /// The key that failures of this name and address are counted under.
    pub fn subject(&self) -> &str {
        &self.name
    }

    /// Admits the attempt, or returns how long to wait. Attempts are counted before they are
    /// verified, so that concurrent ones cannot bypass the limit.
    pub async fn begin(&self, app: &App) -> Result<Result<(), RetryAfter>, StoreError> {
        let now = app.now();
        let failures = app.store.attempts(&self.address, now - FAILURE_RETENTION_MS).await?;
        let delay_ms = ADDRESS_THROTTLE.delay_ms(failures);
        if delay_ms > 0 && app.store.attempts(&self.address, now - delay_ms).await? > 0 {
            return Ok(Err(RetryAfter(delay_ms)));
        }
        let delay_ms = app
            .store
            .try_attempt(&self.name, now, FAILURE_RETENTION_MS, |n| NAME_THROTTLE.delay_ms(n))
            .await?;
        Ok(delay_ms.map_or(Ok(()), |delay_ms| Err(RetryAfter(delay_ms))))
    }

    /// The password was right: clears the failures.
    pub async fn succeeded(&self, app: &App) -> Result<(), StoreError> {
        app.store.forget_attempts(&self.name).await
    }

    /// The password was wrong, or there is no such account.
    pub async fn failed(&self, app: &App) -> Result<(), StoreError> {
        app.store.note_attempt(&self.address, app.now()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_password_doubles_the_delay() {
        let pauses: Vec<i64> = (3..10).map(|failures| NAME_THROTTLE.delay_ms(failures)).collect();
        assert_eq!(pauses, [0, 0, 1_000, 2_000, 4_000, 8_000, 16_000]);
        assert_eq!(NAME_THROTTLE.delay_ms(1_000_000), NAME_THROTTLE.max_delay_ms);
        assert_eq!(ADDRESS_THROTTLE.delay_ms(29), 0);
        assert_eq!(ADDRESS_THROTTLE.delay_ms(1_000), ADDRESS_THROTTLE.max_delay_ms);
    }
}
