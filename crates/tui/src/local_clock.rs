use std::time::{Duration, Instant};

use bosworth_client::protocol::TimeControl;
use bosworth_local::LocalTable;
use bosworth_rules::{BySide, Record, Ruleset, Side};
use bosworth_texts::Texts;

use crate::online::time_text;

/// The tag with the clock's settings, and those with the time left, in milliseconds.
const CLOCK_TAG: &str = "Clock";
const TIME_LEFT_TAGS: BySide<&str> = BySide { red: "RedLeft", white: "WhiteLeft" };

/// The clock of a local game: time for the whole game, and an increment for every action. It starts
/// with the first action, and is stopped while the program is not running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalClock {
    control: TimeControl,
    /// The time left to each side when the running clock was started, in milliseconds.
    left: BySide<i64>,
    running: Option<(Side, Instant)>,
}

impl LocalClock {
    /// A stopped clock; none if the game is not played in one sitting.
    pub fn new(control: TimeControl) -> Option<Self> {
        let initial = control.initial().filter(|_| control.is_live())?;
        Some(Self { control, left: BySide { red: initial, white: initial }, running: None })
    }

    /// The clock of a saved game.
    pub fn of(record: &Record) -> Option<Self> {
        let clock = Self::new(record.tag(CLOCK_TAG)?.parse().ok()?)?;
        let left = BySide::from_fn(|side| {
            let saved = record.tag(TIME_LEFT_TAGS[side]).and_then(|left| left.parse().ok());
            saved.unwrap_or(clock.left[side])
        });
        Some(Self { left, ..clock })
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Writes the settings and the time left into a record.
    pub fn write(&self, record: &mut Record, now: Instant) {
        record.set_tag(CLOCK_TAG, &self.control.to_string());
        for side in Side::ALL {
            record.set_tag(TIME_LEFT_TAGS[side], &self.left(side, now).to_string());
        }
    }

    /// The time left to a side, in milliseconds.
    pub fn left(&self, side: Side, now: Instant) -> i64 {
        let spent = match self.running {
            Some((running, since)) if running == side => {
                now.saturating_duration_since(since).as_millis() as i64
            }
            _ => 0,
        };
        (self.left[side] - spent).max(0)
    }

    /// Whether the clock of a side is running.
    pub fn runs(&self, side: Side) -> bool {
        self.running.is_some_and(|(running, _)| running == side)
    }

    /// The side whose time is up.
    pub fn flagged(&self, now: Instant) -> Option<Side> {
        self.running.map(|(side, _)| side).filter(|&side| self.left(side, now) == 0)
    }

    /// Adds the increment of the side that has acted, and starts the clock of the next one.
    pub fn acted(&mut self, side: Side, next: Option<Side>, now: Instant) {
        let started = self.running.is_some();
        self.go(next, now);
        if started {
            self.left[side] = self.control.after_action(self.left[side]);
        }
    }

    /// Starts the clock of this side, or stops both.
    pub fn go(&mut self, next: Option<Side>, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
        }
        self.running = next.map(|side| (side, now));
    }

    /// Starts the clock of a game in progress; before the first action and after the end it stays
    /// stopped.
    pub fn resume(&mut self, table: &LocalTable, now: Instant) {
        if self.running.is_none() && !table.game().plies().is_empty() {
            self.go(table.turn().map(|_| table.position().side()), now);
        }
    }

    /// The time until the displayed time changes; none while the clock is stopped.
    pub fn tick(&self, now: Instant) -> Option<Duration> {
        let (side, _) = self.running?;
        let left = self.left(side, now) as u64;
        Some(Duration::from_millis(left % 1_000 + u64::from(left > 0)))
    }

    /// The time left to a side, as displayed.
    pub fn text(&self, side: Side, now: Instant) -> String {
        time_text(self.left(side, now), self.control)
    }

    /// Both times, one line each.
    pub fn lines(&self, texts: &Texts, ruleset: Ruleset, now: Instant) -> Vec<String> {
        let line = |side: Side| {
            let id = if self.runs(side) { "plain-clock-runs" } else { "plain-clock" };
            let values =
                [("side", texts.side(side, ruleset).into()), ("time", self.text(side, now).into())];
            texts.format(id, &values)
        };
        Side::ALL.into_iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use bosworth_rules::{Game, Position};

    use super::*;

    #[test]
    fn the_side_to_act_spends_time_and_gets_its_increment() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut clock = LocalClock::new("1+3".parse().expect("a clock")).expect("it is live");
        assert_eq!(
            clock.left(Side::Red, at(100)),
            60_000,
            "the clock starts with the first action"
        );
        clock.acted(Side::Red, Some(Side::White), at(100));
        assert_eq!(clock.left(Side::Red, at(110)), 60_000);
        assert_eq!(clock.left(Side::White, at(110)), 50_000);
        clock.acted(Side::White, Some(Side::Red), at(110));
        assert_eq!(clock.left(Side::White, at(120)), 53_000);
        assert_eq!(clock.flagged(at(169)), None);
        assert_eq!(clock.flagged(at(170)), Some(Side::Red));
        clock.go(None, at(120));
        assert_eq!((clock.flagged(at(1000)), clock.tick(at(1000))), (None, None));
        assert_eq!(LocalClock::new("2d".parse().expect("a clock")), None);
    }

    #[test]
    fn a_saved_clock_resumes_where_it_stopped() {
        let start = Instant::now();
        let mut clock = LocalClock::new("5+3".parse().expect("a clock")).expect("it is live");
        clock.acted(Side::Red, Some(Side::White), start);
        let position: Position =
            "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic"
                .parse()
                .expect("a position");
        let mut record = Record::of(&Game::new(position));
        clock.write(&mut record, start + Duration::from_secs(7));
        let back = LocalClock::of(&record).expect("a clock");
        let later = start + Duration::from_secs(1000);
        assert_eq!(back.left(Side::White, later), 293_000);
        assert_eq!(back.left(Side::Red, later), 300_000);
    }
}
