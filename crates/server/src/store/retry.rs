//! Retries, timeouts, and work that outlives its caller.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::StoreError;

/// Timeout of one statement or transaction. After that its connection is presumed stuck and closed,
/// and the work is retried on another one if that is safe.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(15);

/// How long transient errors are retried.
const RETRY_WINDOW: Duration = Duration::from_secs(60);

/// The first delay; each further one is twice as long, up to a maximum.
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(20);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Retries with exponential back-off while errors are transient.
#[derive(Debug)]
pub(super) struct Retry {
    until: Instant,
    pause: Duration,
}

impl Retry {
    pub(super) fn new() -> Self {
        Self { until: Instant::now() + RETRY_WINDOW, pause: FIRST_RETRY_DELAY }
    }

    /// Returns the first result that is not a transient error, or the last one when time is up.
    pub(super) async fn run<T, F>(mut self, mut attempt: impl FnMut() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        loop {
            match attempt().await {
                Err(error) if error.is_transient() && Instant::now() < self.until => {
                    sleep(self.pause).await;
                    self.pause = MAX_RETRY_DELAY.min(self.pause * 2);
                }
                result => return result,
            }
        }
    }
}

/// Applies the timeout, after which it is unknown whether the work took effect.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(limit, work).await.unwrap_or(Err(StoreError::TimedOut))
}

/// Spawns work, so that it completes even if the caller is cancelled.
pub(super) async fn finish<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(gone) if gone.is_panic() => std::panic::resume_unwind(gone.into_panic()),
        Err(_) => Err(StoreError::Closed),
    }
}
