use super::{MAX_LAG_PER_ACTION_MS, Table};
use crate::time_control::DAY_MS;
use crate::{Seated, Stage, TimeControl};

/// How long a player of a live game has to arrive, and to perform the first action.
pub const FIRST_ACTION_MS: i64 = 30_000;
/// How long a player of a correspondence game has to arrive.
const CORRESPONDENCE_ARRIVAL_MS: i64 = 7 * DAY_MS;

impl Table {
    /// The next deadline: a clock runs out, or a player has not arrived or acted in time.
    pub fn deadline(&self) -> Option<i64> {
        let Some(until) = self.closes_at() else { return self.clock_deadline() };
        let seat = self.turn().map(|side| self.setup.seats()[side]);
        match self.stage() {
            Stage::Over => None,
            // Players may arrive until the time window closes.
            Stage::Waiting => Some(until),
            // A late engine must not cost the player the game.
            Stage::Running if matches!(seat, Some(Seated::Computer(_))) && self.plies() < 2 => {
                Some(until)
            }
            Stage::Running => Some(self.clock_deadline().map_or(until, |at| at.min(until))),
        }
    }

    /// When a fifth of the time is left that the side to act had at the start of its turn: in
    /// correspondence games only. Weekends, holidays and outages are no time of that side.
    pub fn last_fifth_at(&self) -> Option<i64> {
        let TimeControl::Days(_) = self.setup.clock else { return None };
        let side = self.turn()?;
        let left = self.time_at_turn_start[side];
        let by_clock = self.calendar().after(self.turn_started_at, left - left / 5);
        let by_window = self.closes_at().map(|until| {
            until.saturating_sub(until.saturating_sub(self.turn_started_at).max(0) / 5)
        });
        Some(by_window.map_or(by_clock, |at| at.min(by_clock)))
    }

    /// The next deadline by the time control.
    fn clock_deadline(&self) -> Option<i64> {
        let clock = self.setup.clock;
        match self.stage() {
            Stage::Over => None,
            Stage::Waiting if clock.is_live() => {
                Some(self.turn_started_at.saturating_add(FIRST_ACTION_MS))
            }
            Stage::Waiting => Some(self.turn_started_at.saturating_add(CORRESPONDENCE_ARRIVAL_MS)),
            Stage::Running => {
                let side = self.turn()?;
                match clock {
                    TimeControl::Untimed => None,
                    TimeControl::Live { .. } if !self.clocks_run() => {
                        Some(self.turn_started_at.saturating_add(FIRST_ACTION_MS))
                    }
                    // The action may be in flight: allow for the lag compensation.
                    TimeControl::Live { .. } | TimeControl::Days(_) => {
                        let left = self.time_at_turn_start[side];
                        let left =
                            left.saturating_add(self.compensation(side, MAX_LAG_PER_ACTION_MS));
                        Some(self.calendar().after(self.turn_started_at, left))
                    }
                }
            }
        }
    }
}
