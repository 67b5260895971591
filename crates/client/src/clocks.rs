use bosworth_protocol::{Clock, Stage, Table};
use bosworth_rules::Side;

use crate::Millis;

/// The server's clock, as well as it is known here.
///
/// What a message says is a moment of the past by the time it is heard, so the clock is never
/// behind the latest it was told: the largest difference ever seen is the best.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerTime {
    ahead: Option<i64>,
}

impl ServerTime {
    /// Forgets what was known: the clock here may have been set, or stood still in sleep.
    pub fn reset(&mut self) {
        self.ahead = None;
    }

    /// A message that is heard now says what time it was when it was sent.
    pub fn hear(&mut self, server: i64, now: Millis) {
        let ahead = server - now as i64;
        self.ahead = Some(self.ahead.map_or(ahead, |before| before.max(ahead)));
    }

    /// The server's time, in milliseconds since 1970, when it is `now` here.
    pub fn at(&self, now: Millis) -> i64 {
        now as i64 + self.ahead.unwrap_or_default()
    }
}

/// Whether so little is left on a clock that it should be seen: an eighth of what a side begins
/// with and at most 20 seconds; an hour where days are counted.
pub fn is_low(clock: Clock, left: i64) -> bool {
    match clock {
        Clock::Live { .. } => left < clock.initial().unwrap_or_default().min(160_000) / 8,
        Clock::Days(_) => left < 3_600_000,
        Clock::Untimed => false,
    }
}

/// In how many milliseconds a side may claim the game because the opponent counts as gone: zero
/// if now, none while the opponent is there.
pub fn claimable_in(table: &Table, side: Side, server_now: i64) -> Option<i64> {
    table.claimable(side).map(|from| (from - server_now).max(0))
}

/// In how many milliseconds a live game is called off because somebody did not come or act in
/// time; none once the clocks run.
pub fn called_off_in(table: &Table, server_now: i64) -> Option<i64> {
    let begins = table.opening().clock.is_live() && !table.clocks_run();
    let deadline = table.deadline().filter(|_| begins && table.stage() != Stage::Over)?;
    Some((deadline - server_now).max(0))
}

/// Seconds that have begun, for a countdown.
pub fn seconds(milliseconds: i64) -> i64 {
    (milliseconds.max(0) + 999) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_clock_is_never_behind_what_it_said() {
        let mut time = ServerTime::default();
        time.hear(10_000, 9_000);
        assert_eq!(time.at(9_500), 10_500);
        time.hear(10_600, 9_900);
        assert_eq!(time.at(10_000), 11_000, "a slow message changes nothing");
        time.hear(11_200, 10_000);
        assert_eq!(time.at(10_000), 11_200);
        time.reset();
        time.hear(5_000, 10_000);
        assert_eq!(time.at(10_000), 5_000);
    }

    #[test]
    fn little_time_is_a_matter_of_the_clock() {
        let clock = |text: &str| text.parse::<Clock>().expect("a clock");
        assert!(is_low(clock("1+0"), 7_000) && !is_low(clock("1+0"), 8_000));
        assert!(is_low(clock("10+5"), 19_000) && !is_low(clock("10+5"), 21_000));
        assert!(is_low(clock("2d"), 3_000_000) && !is_low(clock("2d"), 4_000_000));
        assert!(!is_low(clock("-"), 0));
    }

    #[test]
    fn a_countdown_ends_at_nothing() {
        assert_eq!((seconds(1), seconds(1000), seconds(1001), seconds(-5)), (1, 1, 2, 0));
    }
}
