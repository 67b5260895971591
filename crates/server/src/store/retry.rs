//! Work that survives its caller and a database that is away.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::StoreError;

/// How long one statement or transaction may take. What takes longer is wedged: its connection
/// is closed, and the work is retried on another one where that is safe.
pub(super) const DEADLINE: Duration = Duration::from_secs(15);

/// How long work that was interrupted by the database is retried.
const PATIENCE: Duration = Duration::from_secs(60);

/// The first pause before a retry; each further one is twice as long, up to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LAST_PAUSE: Duration = Duration::from_secs(1);

/// Retries with exponential back-off while errors are transient.
#[derive(Debug)]
pub(super) struct Retry {
    until: Instant,
    pause: Duration,
}

impl Retry {
    pub(super) fn new() -> Self {
        Self { until: Instant::now() + PATIENCE, pause: FIRST_PAUSE }
    }

    /// The first result that is not a transient error, or the last one when patience is over.
    pub(super) async fn run<T, F>(mut self, mut attempt: impl FnMut() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        loop {
            match attempt().await {
                Err(error) if error.is_transient() && Instant::now() < self.until => {
                    sleep(self.pause).await;
                    self.pause = LAST_PAUSE.min(self.pause * 2);
                }
                result => return result,
            }
        }
    }
}

/// Ends work that takes too long; what became of it is unknown then.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(limit, work).await.unwrap_or(Err(StoreError::TimedOut))
}

/// Runs work in a task of its own, so that it comes to its end even if the caller goes away.
pub(super) async fn finish<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(gone) if gone.is_panic() => std::panic::resume_unwind(gone.into_panic()),
        Err(_) => Err(StoreError::Closed),
    }
}
