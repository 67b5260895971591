use crate::Luck;

/// Milliseconds of a clock that only goes forward. Where it begins does not matter.
pub type Millis = u64;

/// Exponential back-off with jitter: every try waits twice as long as the one before, up to a
/// limit, and less by up to a half, so that all clients of a server that restarts do not come
/// back at the same moment.
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

    /// How long to wait before the next try.
    pub(crate) fn wait(&mut self, luck: Luck<'_>) -> Millis {
        let full = self.first.saturating_mul(1 << self.tries.min(20)).min(self.longest);
        self.tries += 1;
        full - luck() % (full / 2 + 1)
    }

    /// Begins anew after a success.
    pub(crate) fn reset(&mut self) {
        self.tries = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_a_success_begins_anew() {
        let mut backoff = Backoff::new(500, 8_000);
        let waits: Vec<_> = (0..7).map(|_| backoff.wait(&mut || 0)).collect();
        assert_eq!(waits, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
        backoff.reset();
        assert_eq!(backoff.wait(&mut || 0), 500);
    }

    #[test]
    fn jitter_takes_away_up_to_a_half() {
        for luck in [0, 1, 249, 250, 251, 1_485, u64::MAX] {
            let wait = Backoff::new(500, 8_000).wait(&mut || luck);
            assert!((250..=500).contains(&wait), "{wait}");
        }
        assert_eq!(Backoff::new(500, 8_000).wait(&mut || 250), 250);
    }

    #[test]
    fn years_of_trying_overflow_nothing() {
        let mut backoff = Backoff { tries: u32::MAX - 1, ..Backoff::new(Millis::MAX / 2, 8_000) };
        assert_eq!(backoff.wait(&mut || 0), 8_000);
    }
}
