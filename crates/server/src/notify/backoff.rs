//! When a delivery that failed is tried again.

/// The first delay, in milliseconds; each further one is twice as long.
const FIRST: i64 = 15_000;
/// The longest delay, and the longest that a push service can ask for.
const LONGEST: i64 = 60 * 60 * 1_000;
/// Deliveries that fail before one is given up: about two hours.
pub(super) const MOST_TRIES: i64 = 9;

/// The delay after so many failures, at least as long as the other side asked for. `luck` is
/// uniform and spreads the retries of many over half of the delay (jitter).
pub(super) fn pause(tries: i64, asked: Option<i64>, luck: u64) -> i64 {
    let whole = (FIRST << tries.clamp(0, 20)).min(LONGEST);
    let jitter = (luck % (whole as u64 / 2)) as i64;
    (whole / 2 + jitter).max(asked.unwrap_or(0).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_doubles_the_pause_and_jitter_never_leaves_the_second_half() {
        for tries in 0..30 {
            let whole = (FIRST << tries.min(20)).min(LONGEST);
            for luck in [0, 1, u64::MAX / 3, u64::MAX] {
                let pause = pause(tries, None, luck);
                assert!((whole / 2..whole).contains(&pause), "{tries} {luck}: {pause}");
            }
        }
    }

    #[test]
    fn a_push_service_is_given_the_time_it_asks_for_within_bounds() {
        assert_eq!(pause(0, Some(600_000), 0), 600_000);
        assert_eq!(pause(0, Some(i64::MAX), 0), LONGEST);
        assert!(pause(5, Some(1), 0) > 1);
    }
}
