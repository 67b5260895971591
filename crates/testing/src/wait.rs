use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

/// How long a test waits for something that should happen soon, on a machine that is busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait between two looks.
const GLANCE: Duration = Duration::from_millis(10);

/// Waits for a future. Panics with what was waited for if that takes too long.
pub async fn within<T>(limit: Duration, what: &str, future: impl Future<Output = T>) -> T {
    let output = timeout(limit, future).await;
    output.unwrap_or_else(|_| panic!("waited {limit:?} in vain for {what}"))
}

/// Waits for a future for as long as [`PATIENCE`].
pub async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    within(PATIENCE, what, future).await
}

/// Looks again and again until there is something, for as long as [`PATIENCE`].
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited {PATIENCE:?} in vain for {what}");
        sleep(GLANCE).await;
    }
}

/// How long a whole test may take.
const WHOLE: Duration = Duration::from_secs(600);

/// Ends the test program, and says which test is to blame, unless it is dropped in time: the last
/// resort for waits that have no limit of their own.
#[derive(Debug)]
pub struct Watchdog {
    _alive: mpsc::Sender<()>,
}

impl Watchdog {
    /// Watches the test that calls this.
    pub fn start() -> Self {
        let (alive, watched) = mpsc::channel();
        // Tests run in threads of their names.
        let test = thread::current().name().unwrap_or("a test").to_owned();
        thread::spawn(move || {
            if watched.recv_timeout(WHOLE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{test} has not ended after {WHOLE:?}");
                process::exit(101);
            }
        });
        Self { _alive: alive }
    }
}
