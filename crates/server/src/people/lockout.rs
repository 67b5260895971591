//! Throttling of password guessing: the delay grows with each failure.
//!
//! Failures are counted by address, and by address and name. A name alone is never locked: that
//! would let anyone lock its owner out. Counts are in the database, so that they hold across nodes
//! and restarts.

use crate::app::App;
use crate::people::limit::Wait;
use crate::people::{Address, secret};
use crate::store::StoreError;

/// How long failures are remembered.
const FAILURE_RETENTION_MS: i64 = 60 * 60 * 1_000;

/// Free attempts, and the maximum delay.
struct Patience {
    free: i64,
    longest: i64,
}

/// For one name from one address.
const NAME_THROTTLE: Patience = Patience { free: 5, longest: 15 * 60 * 1_000 };
/// For an address, which many people may share.
const ADDRESS_THROTTLE: Patience = Patience { free: 30, longest: 60 * 1_000 };

impl Patience {
    /// The delay after a number of failures: exponential back-off.
    fn pause(&self, failures: i64) -> i64 {
        let over = failures - self.free;
        if over < 0 { 0 } else { (1_000 << over.min(20)).min(self.longest) }
    }
}

/// An attempt to log in to a name from an address.
#[derive(Clone, Debug)]
pub struct Guess {
    name: String,
    address: String,
}

impl Guess {
    /// An attempt at the name with this key. Both are stored as hashes only.
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
    pub async fn begin(&self, app: &App) -> Result<Result<(), Wait>, StoreError> {
        let now = app.now();
        let failures = app.store.attempts(&self.address, now - FAILURE_RETENTION_MS).await?;
        let pause = ADDRESS_THROTTLE.pause(failures);
        if pause > 0 && app.store.attempts(&self.address, now - pause).await? > 0 {
            return Ok(Err(Wait(pause)));
        }
        let pause = app
            .store
            .try_attempt(&self.name, now, FAILURE_RETENTION_MS, |n| NAME_THROTTLE.pause(n))
            .await?;
        Ok(pause.map_or(Ok(()), |pause| Err(Wait(pause))))
    }

    /// The password was right: clears the failures.
    pub async fn right(&self, app: &App) -> Result<(), StoreError> {
        app.store.forget_attempts(&self.name).await
    }

    /// The password was wrong, or there is no such account.
    pub async fn wrong(&self, app: &App) -> Result<(), StoreError> {
        app.store.note_attempt(&self.address, app.now()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_password_doubles_the_wait() {
        let pauses: Vec<i64> = (3..10).map(|failures| NAME_THROTTLE.pause(failures)).collect();
        assert_eq!(pauses, [0, 0, 1_000, 2_000, 4_000, 8_000, 16_000]);
        assert_eq!(NAME_THROTTLE.pause(1_000_000), NAME_THROTTLE.longest);
        assert_eq!(ADDRESS_THROTTLE.pause(29), 0);
        assert_eq!(ADDRESS_THROTTLE.pause(1_000), ADDRESS_THROTTLE.longest);
    }
}
