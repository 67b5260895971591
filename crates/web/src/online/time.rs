use bosworth_protocol::Clock;

use crate::clock;
use crate::language::fill;

/// The server's clock, as well as it is known here.
///
/// What a message says is a moment of the past by the time it is heard, so the clock is never
/// behind the latest it was told: the largest difference ever seen is the best.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerTime {
    ahead: Option<f64>,
}

impl ServerTime {
    /// Forgets what was known: the clock of this browser may have jumped.
    pub fn reset(&mut self) {
        self.ahead = None;
    }

    /// A message of now says what time it was when it was sent.
    pub fn hear(&mut self, server: i64, here: f64) {
        let ahead = server as f64 - here;
        self.ahead = Some(self.ahead.map_or(ahead, |before| before.max(ahead)));
    }

    /// The server's time when it is `here` in this browser.
    pub fn at(&self, here: f64) -> i64 {
        (here + self.ahead.unwrap_or_default()) as i64
    }
}

/// What is left on a clock, as people write it.
pub fn left_text(milliseconds: i64) -> String {
    let left = milliseconds.max(0);
    let hours = left / 3_600_000;
    if hours >= 48 {
        fill("left-days", &[("days", (hours / 24).into()), ("hours", (hours % 24).into())])
    } else if hours >= 4 {
        let minutes = format!("{:02}", left / 60_000 % 60);
        fill("left-hours", &[("hours", hours.into()), ("minutes", minutes.into())])
    } else {
        clock::text(left as f64)
    }
}

/// Seconds that have begun, for a countdown.
pub fn seconds(milliseconds: i64) -> i64 {
    (milliseconds.max(0) + 999) / 1000
}

/// Whether a clock is about to run out.
pub fn is_low(clock: Clock, left: i64) -> bool {
    match clock {
        Clock::Live { .. } => left < clock.initial().unwrap_or_default().min(160_000) / 8,
        Clock::Days(_) => left < 3_600_000,
        Clock::Untimed => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_clock_is_never_behind_what_it_said() {
        let mut time = ServerTime::default();
        time.hear(10_000, 9_000.0);
        assert_eq!(time.at(9_500.0), 10_500);
        time.hear(10_600, 9_900.0);
        assert_eq!(time.at(10_000.0), 11_000, "a slow message changes nothing");
        time.hear(11_200, 10_000.0);
        assert_eq!(time.at(10_000.0), 11_200);
    }

    #[test]
    fn little_time_is_a_matter_of_the_clock() {
        let clock = |text: &str| text.parse::<Clock>().expect("a clock");
        assert!(is_low(clock("1+0"), 7_000) && !is_low(clock("1+0"), 8_000));
        assert!(is_low(clock("10+5"), 19_000) && !is_low(clock("10+5"), 21_000));
        assert!(is_low(clock("2d"), 3_000_000));
        assert!(!is_low(clock("-"), 0));
    }

    #[test]
    fn a_countdown_ends_at_nothing() {
        assert_eq!((seconds(1), seconds(1000), seconds(1001), seconds(-5)), (1, 1, 2, 0));
    }

    #[test]
    fn short_times_are_written_as_on_clocks() {
        assert_eq!(left_text(180_000), "3:00");
        assert_eq!(left_text(-1), "0:00.0");
    }
}
