use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The maximum age of the last successful write.
const MAX_LAST_WRITE_AGE: Duration = Duration::from_secs(5);

/// The gap between heartbeats from which on it counts as an outage, in milliseconds. Clocks do not
/// run during an outage.
pub(crate) const OUTAGE_THRESHOLD_MS: i64 = 2_500;

/// The maximum age of the last successful write while the time can be relied on.
const RELIABLE_TIME_WRITE_AGE: Duration = Duration::from_millis(OUTAGE_THRESHOLD_MS as u64);

/// Whether the database accepts writes, according to the latest heartbeat.
#[derive(Clone, Debug)]
pub struct Readiness(Arc<Mutex<LastWrite>>);

#[derive(Debug)]
struct LastWrite {
    written: Instant,
    failed: bool,
}

impl Default for Readiness {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LastWrite { written: Instant::now(), failed: false })))
    }
}

impl Readiness {
    /// Records the outcome of a write.
    pub fn note(&self, succeeded: bool) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.failed = !succeeded;
        if succeeded {
            last.written = Instant::now();
        }
    }

    /// Whether requests can be served: the last write succeeded and is recent.
    pub fn is_ready(&self) -> bool {
        self.has_written_within(MAX_LAST_WRITE_AGE)
    }

    /// Whether the time can be relied on: not during an outage, and not before it has been
    /// credited.
    pub fn is_time_reliable(&self) -> bool {
        self.has_written_within(RELIABLE_TIME_WRITE_AGE)
    }

    fn has_written_within(&self, limit: Duration) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !last.failed && last.written.elapsed() < limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_failing_or_hanging_database_is_not_ready() {
        let readiness = Readiness::default();
        assert!(readiness.is_ready());
        readiness.note(false);
        assert!(!readiness.is_ready());
        readiness.note(true);
        assert!(readiness.is_ready());
        tokio::time::advance(RELIABLE_TIME_WRITE_AGE).await;
        assert!(readiness.is_ready() && !readiness.is_time_reliable());
        tokio::time::advance(MAX_LAST_WRITE_AGE).await;
        assert!(!readiness.is_ready(), "a write that hangs counts as failed");
    }
}
