use bosworth_protocol::{Stage, Table, TimeControl};
use bosworth_rules::Side;

use crate::Millis;

/// An estimate of the server's clock.
///
/// Latency only ever makes a timestamp look older than it is, so the largest offset observed is
/// the best estimate.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerTime {
    ahead: Option<i64>,
}

impl ServerTime {
    /// Discards the estimate: the local clock may have been set or suspended.
    pub fn reset(&mut self) {
        self.ahead = None;
    }

    /// Takes a sample: a message received now carries the server's time of sending.
    pub fn hear(&mut self, server: i64, now: Millis) {
        let ahead = server - now as i64;
        self.ahead = Some(self.ahead.map_or(ahead, |before| before.max(ahead)));
    }

    /// The server's time at local time `now`, in milliseconds since the Unix epoch.
    pub fn at(&self, now: Millis) -> i64 {
        now as i64 + self.ahead.unwrap_or_default()
    }
}

/// Whether a clock is low enough to be highlighted: an eighth of the initial time, at most 20
/// seconds; an hour in correspondence games.
pub fn is_low(clock: TimeControl, left: i64) -> bool {
    match clock {
        TimeControl::Live { .. } => left < clock.initial().unwrap_or_default().min(160_000) / 8,
        TimeControl::Days(_) => left < 3_600_000,
        TimeControl::Untimed => false,
    }
}

/// Milliseconds until a side may claim the game because the opponent has disconnected: zero if
/// it may already, `None` while the opponent is connected.
pub fn claimable_in(table: &Table, side: Side, server_now: i64) -> Option<i64> {
    table.claimable_at(side).map(|from| (from - server_now).max(0))
}

/// Milliseconds until a live game is aborted because a player has not joined or acted in time;
/// `None` once the clocks run.
pub fn called_off_in(table: &Table, server_now: i64) -> Option<i64> {
    let begins = table.setup().clock.is_live() && !table.clocks_run();
    let deadline = table.deadline().filter(|_| begins && table.stage() != Stage::Over)?;
    Some((deadline - server_now).max(0))
}

/// Seconds for a countdown, rounded up.
pub fn seconds(milliseconds: i64) -> i64 {
    (milliseconds.max(0) + 999) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_time_is_never_behind_a_received_timestamp() {
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
    fn low_time_depends_on_the_time_control() {
        let clock = |text: &str| text.parse::<TimeControl>().expect("a clock");
        assert!(is_low(clock("1+0"), 7_000) && !is_low(clock("1+0"), 8_000));
        assert!(is_low(clock("10+5"), 19_000) && !is_low(clock("10+5"), 21_000));
        assert!(is_low(clock("2d"), 3_000_000) && !is_low(clock("2d"), 4_000_000));
        assert!(!is_low(clock("-"), 0));
    }

    #[test]
    fn a_countdown_ends_at_zero() {
        assert_eq!((seconds(1), seconds(1000), seconds(1001), seconds(-5)), (1, 1, 2, 0));
    }
}
