use bosworth_rules::{BySide, Side};
use serde::{Deserialize, Serialize};

use crate::clocked_table::whole;

/// A chess clock with an increment. Times are in milliseconds; the current time is an argument.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChessClock {
    /// The initial time, in minutes.
    pub minutes: u32,
    /// The increment per action, in seconds.
    pub increment: u32,
    #[serde(serialize_with = "whole")]
    red: f64,
    #[serde(serialize_with = "whole")]
    white: f64,
    /// The side whose clock runs (`true` for Red), and since when.
    #[serde(skip)]
    running: Option<(bool, f64)>,
}

impl ChessClock {
    /// A stopped clock.
    pub fn new(minutes: u32, increment: u32) -> Self {
        let time = f64::from(minutes) * 60_000.0;
        Self { minutes, increment, red: time, white: time, running: None }
    }

    /// The remaining time of a side.
    pub fn left(&self, side: Side, now: f64) -> f64 {
        let spent = match self.running {
            Some((red, since)) if red == (side == Side::Red) => now - since,
            _ => 0.0,
        };
        (if side == Side::Red { self.red } else { self.white } - spent).max(0.0)
    }

    /// Whether the clock is running.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Stops the clock, and deducts the elapsed time.
    pub fn pause(&mut self, now: f64) {
        if let Some((red, _)) = self.running {
            let side = if red { Side::Red } else { Side::White };
            let left = self.left(side, now);
            *(if red { &mut self.red } else { &mut self.white }) = left;
            self.running = None;
        }
    }

    /// Starts the clock of a side.
    pub fn run(&mut self, side: Side, now: f64) {
        self.pause(now);
        self.running = Some((side == Side::Red, now));
    }

    /// Stops the clock of a side that has acted, and adds the increment.
    pub fn acted(&mut self, side: Side, now: f64) {
        self.pause(now);
        let more = f64::from(self.increment) * 1000.0;
        *(if side == Side::Red { &mut self.red } else { &mut self.white }) += more;
    }

    /// The side whose flag has fallen.
    pub fn flag(&self, now: f64) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.left(side, now) <= 0.0)
    }

    /// The remaining times of both sides, formatted.
    pub fn texts(&self, now: f64) -> BySide<String> {
        BySide::from_fn(|side| text(self.left(side, now)))
    }
}

/// Formats a time as minutes and seconds, with tenths when it is short.
pub fn text(milliseconds: f64) -> String {
    let tenths = (milliseconds / 100.0).ceil() as u64;
    let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
    if tenths < 200 {
        return format!("{minutes}:{seconds:02}.{}", tenths % 10);
    }
    // Rounded up, as on every chess clock.
    let seconds = (milliseconds / 1000.0).ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole milliseconds are exact")]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_one_side_at_a_time() {
        let mut clock = ChessClock::new(3, 2);
        clock.run(Side::Red, 1000.0);
        assert_eq!(clock.left(Side::Red, 11_000.0), 170_000.0);
        assert_eq!(clock.left(Side::White, 11_000.0), 180_000.0);
        clock.acted(Side::Red, 11_000.0);
        assert_eq!(clock.left(Side::Red, 99_000.0), 172_000.0, "the clock is stopped");
        clock.run(Side::White, 20_000.0);
        assert_eq!(clock.flag(20_000.0 + 179_999.0), None);
        assert_eq!(clock.flag(20_000.0 + 180_000.0), Some(Side::White));
    }

    #[test]
    fn a_stored_clock_is_stopped() {
        let mut clock = ChessClock::new(5, 0);
        clock.run(Side::White, 0.0);
        clock.pause(60_000.0);
        let text = serde_json::to_string(&clock).expect("serialisable");
        let read: ChessClock = bosworth_json::from_str(&text).expect("valid JSON");
        assert_eq!(read.left(Side::White, 1e12), 240_000.0);
    }

    #[test]
    fn times_are_formatted_as_on_a_chess_clock() {
        assert_eq!(text(180_000.0), "3:00");
        assert_eq!(text(61_001.0), "1:02");
        assert_eq!(text(9_950.0), "0:10.0");
        assert_eq!(text(0.0), "0:00.0");
    }
}
