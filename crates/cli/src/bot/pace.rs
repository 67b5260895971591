use std::sync::Mutex;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// The number of actions that need not wait for each other.
const BURST: u32 = 40;
/// The mean time between actions after that.
const INTERVAL: Duration = Duration::from_millis(60);

/// Spaces out a bot's actions in all its games, so that a server never has to end a connection
/// because of too many commands. Only games between two fast programs notice it.
pub(super) struct ActionPace {
    /// When the whole burst is available again, as in a token bucket.
    full_at: Mutex<Instant>,
}

impl ActionPace {
    pub(super) fn new() -> Self {
        Self { full_at: Mutex::new(Instant::now()) }
    }

    /// Waits until one more action is within the limits.
    pub(super) async fn wait(&self) {
        let at = {
            let mut full_at = self.full_at.lock().expect("nothing panics while it is locked");
            *full_at = (*full_at).max(Instant::now()) + INTERVAL;
            *full_at
        };
        if let Some(wait) = at.checked_duration_since(Instant::now() + INTERVAL * BURST) {
            sleep(wait).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use bosworth_server::limits::{COMMANDS, RateLimit, SOCKET_MESSAGES};

    use super::*;

    /// Whether a bucket of the server allows messages at these times, in milliseconds.
    fn is_within(limit: RateLimit, times: &[i64]) -> bool {
        let mut full_at = 0;
        times.iter().all(|&at| {
            full_at = full_at.max(at) + limit.interval_ms;
            full_at - at <= limit.burst * limit.interval_ms
        })
    }

    #[tokio::test(start_paused = true)]
    async fn a_fast_bot_stays_within_the_limits_of_servers() {
        let (pace, begun) = (ActionPace::new(), Instant::now());
        let mut times = Vec::new();
        for action in 0..1_000 {
            pace.wait().await;
            times.push(begun.elapsed().as_millis() as i64);
            if action % 200 == 199 {
                tokio::time::advance(Duration::from_secs(5)).await;
            }
        }
        assert!(is_within(COMMANDS, &times), "{times:?}");
        // A connection also carries what follows the game, and answers to pings.
        let with_others = times.iter().enumerate().flat_map(|(number, &time)| {
            std::iter::repeat_n(time, if number % 20 == 0 { 2 } else { 1 })
        });
        let with_others: Vec<_> = with_others.collect();
        assert!(is_within(SOCKET_MESSAGES, &with_others), "{times:?}");
        assert!(!is_within(COMMANDS, &[0; 200]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_that_thinks_does_not_wait() {
        let (pace, begun) = (ActionPace::new(), Instant::now());
        for _ in 0..BURST {
            pace.wait().await;
        }
        assert_eq!(begun.elapsed(), Duration::ZERO);
        for _ in 0..100 {
            tokio::time::advance(INTERVAL).await;
            let now = Instant::now();
            pace.wait().await;
            assert_eq!(now.elapsed(), Duration::ZERO);
        }
    }
}
