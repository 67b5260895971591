use crate::limits::RateLimit;

/// Rate limited: retry after this number of milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetryAfter(pub i64);

/// A token bucket, stored as the time at which it is full again (GCRA): the tokens taken are the
/// time until then, in whole milliseconds, so that there are no rounding errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    full: i64,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn new(now: i64) -> Self {
        Self { full: now }
    }

    /// Takes a token, or returns how long to wait for one. `now` is read from a monotonic clock.
    pub(crate) fn take(&mut self, limit: RateLimit, now: i64) -> Result<(), RetryAfter> {
        let RateLimit { burst: size, interval_ms: pause } = limit;
        let full = self.full.max(now) + pause;
        let wait = full - size * pause - now;
        if wait > 0 {
            return Err(RetryAfter(wait));
        }
        self.full = full;
        Ok(())
    }

    /// The fraction of tokens taken, from 0 to 1.
    pub(crate) fn taken(self, limit: RateLimit, now: i64) -> f64 {
        let RateLimit { burst: size, interval_ms: pause } = limit;
        (self.full - now).max(0) as f64 / (size * pause) as f64
    }
}
