//! When to ask again for a server that could not be reached.

/// The delay after the first failure, and the limit up to which it doubles, in milliseconds. The
/// limit is low, because somebody is looking at the page and waits.
const FIRST_DELAY_MS: u32 = 1_000;
const MAX_DELAY_MS: u32 = 4_000;

/// The failures in a row to reach the server. A static host that answers has no server, and is not
/// asked again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ServerRetry {
    failures: u32,
}

impl ServerRetry {
    /// Notes a failure, and returns the delay before the next attempt.
    pub fn delay(&mut self) -> u32 {
        let delay = FIRST_DELAY_MS.saturating_mul(1 << self.failures.min(8)).min(MAX_DELAY_MS);
        self.failures = self.failures.saturating_add(1);
        delay
    }

    /// Whether an attempt planned in the state `planned` is due: nothing was tried since, and
    /// somebody sees the page. A hidden page tries again when it is shown.
    pub fn is_due(self, planned: Self, is_hidden: bool) -> bool {
        self == planned && self.is_waiting() && !is_hidden
    }

    /// Whether the last attempt failed.
    pub fn is_waiting(self) -> bool {
        self.failures > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visible_page_asks_again_within_four_seconds() {
        let mut retry = ServerRetry::default();
        assert!(!retry.is_waiting());
        let delays: Vec<_> = (0..5).map(|_| retry.delay()).collect();
        assert_eq!(delays, [1_000, 2_000, 4_000, 4_000, 4_000]);
        assert!(retry.is_due(retry, false));
        assert!(!retry.is_due(retry, true), "nobody sees the page");
        let planned = retry;
        retry.delay();
        assert!(!retry.is_due(planned, false), "a later failure has planned another attempt");
        retry = ServerRetry::default();
        assert!(!retry.is_due(retry, false), "the server has answered");
    }
}
