use crate::RandomSource;

/// Milliseconds of a monotonic clock with an arbitrary origin.
pub type Millis = u64;

/// Exponential back-off with jitter: the delay doubles with every attempt, up to a limit, less up
/// to a half at random, so that the clients of a restarting server do not all reconnect at once
/// (a thundering herd).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff {
    first: Millis,
    longest: Millis,
    tries: u32,
}

impl Backoff {
    pub(crate) const fn new(first: Millis, longest: Millis) -> Self {
        Self { first, longest, tries: 0 }
    }

    /// The delay before the next attempt.
    pub(crate) fn wait(&mut self, random: RandomSource<'_>) -> Millis {
        let full = self.first.saturating_mul(1 << self.tries.min(20)).min(self.longest);
        self.tries += 1;
        full - random() % (full / 2 + 1)
    }

    /// Resets the delay after a success.
    pub(crate) fn reset(&mut self) {
        self.tries = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_limit_and_reset_on_success() {
        let mut backoff = Backoff::new(500, 8_000);
        let waits: Vec<_> = (0..7).map(|_| backoff.wait(&mut || 0)).collect();
        assert_eq!(waits, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
        backoff.reset();
        assert_eq!(backoff.wait(&mut || 0), 500);
    }

    #[test]
    fn jitter_shortens_delays_by_up_to_half() {
        for random in [0, 1, 249, 250, 251, 1_485, u64::MAX] {
            let wait = Backoff::new(500, 8_000).wait(&mut || random);
            assert!((250..=500).contains(&wait), "{wait}");
        }
        assert_eq!(Backoff::new(500, 8_000).wait(&mut || 250), 250);
    }

    #[test]
    fn years_of_retries_do_not_overflow() {
        let mut backoff = Backoff { tries: u32::MAX - 1, ..Backoff::new(Millis::MAX / 2, 8_000) };
        assert_eq!(backoff.wait(&mut || 0), 8_000);
    }
}
