//! Exponential back-off of failed deliveries.

/// The delay after the first failure, in milliseconds; it doubles with each further one.
const FIRST_RETRY_DELAY_MS: i64 = 15_000;
/// The maximum delay, in milliseconds, also for delays that a push service asks for.
const MAX_RETRY_DELAY_MS: i64 = 60 * 60 * 1_000;
/// The number of attempts before a delivery is given up, after half an hour to an hour.
pub(super) const MAX_DELIVERY_ATTEMPTS: i64 = 9;

/// The delay after a number of failures, at least as long as the receiver asked for. `luck` is
/// uniform and spreads retries over half of the delay (jitter).
pub(super) fn retry_delay(tries: i64, asked: Option<i64>, luck: u64) -> i64 {
    let whole = (FIRST_RETRY_DELAY_MS << tries.clamp(0, 20)).min(MAX_RETRY_DELAY_MS);
    let jitter = (luck % (whole as u64 / 2)) as i64;
    (whole / 2 + jitter).max(asked.unwrap_or(0).min(MAX_RETRY_DELAY_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_doubles_the_delay_and_jitter_stays_in_the_second_half() {
        for tries in 0..30 {
            let whole = (FIRST_RETRY_DELAY_MS << tries.min(20)).min(MAX_RETRY_DELAY_MS);
            for luck in [0, 1, u64::MAX / 3, u64::MAX] {
                let retry_delay = retry_delay(tries, None, luck);
                assert!((whole / 2..whole).contains(&retry_delay), "{tries} {luck}: {retry_delay}");
            }
        }
    }

    #[test]
    fn a_requested_delay_is_honoured_within_bounds() {
        assert_eq!(retry_delay(0, Some(600_000), 0), 600_000);
        assert_eq!(retry_delay(0, Some(i64::MAX), 0), MAX_RETRY_DELAY_MS);
        assert!(retry_delay(5, Some(1), 0) > 1);
    }
}
