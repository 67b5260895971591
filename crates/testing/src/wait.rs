use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

/// The timeout for something that should happen soon, generous enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The polling interval of [`eventually`].
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Awaits a future. Panics on timeout with `what` was awaited.
pub async fn within<T>(limit: Duration, what: &str, future: impl Future<Output = T>) -> T {
    let output = timeout(limit, future).await;
    output.unwrap_or_else(|_| panic!("timed out after {limit:?} waiting for {what}"))
}

/// Awaits a future with a timeout of [`PATIENCE`].
pub async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    within(PATIENCE, what, future).await
}

/// Polls until there is a result, with a timeout of [`PATIENCE`].
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "timed out after {PATIENCE:?} waiting for {what}");
        sleep(POLL_INTERVAL).await;
    }
}

/// The timeout of a whole test.
const TEST_TIMEOUT: Duration = Duration::from_secs(600);

/// Aborts the test program and names the test, unless dropped in time: the last resort for waits
/// without a timeout.
#[derive(Debug)]
pub struct Watchdog {
    _alive: mpsc::Sender<()>,
}

impl Watchdog {
    /// Watches the calling test.
    pub fn start() -> Self {
        let (alive, watched) = mpsc::channel();
        // Test threads are named after their tests.
        let test = thread::current().name().unwrap_or("a test").to_owned();
        thread::spawn(move || {
            if watched.recv_timeout(TEST_TIMEOUT) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{test} is still running after {TEST_TIMEOUT:?}");
                process::exit(101);
            }
        });
        Self { _alive: alive }
    }
}
