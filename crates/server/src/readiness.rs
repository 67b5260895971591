use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How old the last successful write may be.
const FRESH: Duration = Duration::from_secs(5);

/// A gap between signs of life that counts as an outage, in milliseconds: nobody loses time by what
/// the service cannot store.
pub(crate) const OUTAGE: i64 = 2_500;

/// The same for deciding about time.
const STEADY: Duration = Duration::from_millis(OUTAGE as u64);

/// Whether the database has taken a change of late.
#[derive(Clone, Debug)]
pub struct Readiness(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    written: Instant,
    failed: bool,
}

impl Default for Readiness {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(State { written: Instant::now(), failed: false })))
    }
}

impl Readiness {
    /// A write went well or did not.
    pub fn note(&self, went_well: bool) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.failed = !went_well;
        if went_well {
            state.written = Instant::now();
        }
    }

    /// Whether requests can be served: the last write went well, and is not long ago.
    pub fn is_ready(&self) -> bool {
        self.has_written_within(FRESH)
    }

    /// Whether somebody's time may be called up now: not while nothing can be stored, and not
    /// before the time of an outage was given back.
    pub fn is_steady(&self) -> bool {
        self.has_written_within(STEADY)
    }

    fn has_written_within(&self, limit: Duration) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !state.failed && state.written.elapsed() < limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_writer_that_fails_or_hangs_is_not_ready() {
        let readiness = Readiness::default();
        assert!(readiness.is_ready());
        readiness.note(false);
        assert!(!readiness.is_ready());
        readiness.note(true);
        assert!(readiness.is_ready());
        tokio::time::advance(STEADY).await;
        assert!(readiness.is_ready() && !readiness.is_steady());
        tokio::time::advance(FRESH).await;
        assert!(!readiness.is_ready(), "no answer is no good answer");
    }
}
