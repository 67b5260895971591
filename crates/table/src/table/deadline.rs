use super::{LAG_AT_ONCE, Table};
use crate::clock::DAY;
use crate::{Seated, Stage, TimeControl};

/// How long a player of a live game may take to arrive, and for the first action.
const FIRST: i64 = 30_000;
/// How long a player of a correspondence game may take to arrive.
const FIRST_DAYS: i64 = 7 * DAY;

impl Table {
    /// The next deadline: when a clock runs out, or waiting has been long enough.
    pub fn deadline(&self) -> Option<i64> {
        let Some(until) = self.closes() else { return self.clock_deadline() };
        let seat = self.turn().map(|side| self.opening.seats()[side]);
        match self.stage() {
            Stage::Over => None,
            // One may come as long as the window is open.
            Stage::Waiting => Some(until),
            // Nobody else has to pay for an engine that is late.
            Stage::Running if matches!(seat, Some(Seated::Computer(_))) && self.plies() < 2 => {
                Some(until)
            }
            Stage::Running => Some(self.clock_deadline().map_or(until, |at| at.min(until))),
        }
    }

    /// The next deadline that the clock sets.
    fn clock_deadline(&self) -> Option<i64> {
        let clock = self.opening.clock;
        match self.stage() {
            Stage::Over => None,
            Stage::Waiting if clock.is_live() => Some(self.since.saturating_add(FIRST)),
            Stage::Waiting => Some(self.since.saturating_add(FIRST_DAYS)),
            Stage::Running => {
                let side = self.turn()?;
                match clock {
                    TimeControl::Untimed => None,
                    TimeControl::Live { .. } if !self.clocks_run() => {
                        Some(self.since.saturating_add(FIRST))
                    }
                    // The action may be under way: as much longer as lag would be compensated.
                    TimeControl::Live { .. } | TimeControl::Days(_) => {
                        let left = self.left[side];
                        let left = left.saturating_add(self.compensation(side, LAG_AT_ONCE));
                        Some(self.calendar().after(self.since, left))
                    }
                }
            }
        }
    }
}
