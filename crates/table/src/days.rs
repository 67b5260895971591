use core::fmt;

use crate::time_control::DAY_MS;

/// A time control in days, for correspondence games.
///
/// As text, `2d` is two days per action, and `10d+1d` a reserve of ten days to which every action
/// adds one, up to ten. The suffix `w` turns weekends off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Days {
    /// Without an increment, the days per action, from 1 to 14. With an increment, the initial and
    /// maximum reserve, from 1 to 30.
    pub days: u8,
    /// The days that every action adds to the reserve, from 1 to `days`.
    pub increment: Option<u8>,
    /// Whether clocks stop on Saturdays and Sundays, in UTC.
    pub weekends_off: bool,
}

impl Days {
    /// A number of days per action.
    pub const fn per_action(days: u8) -> Self {
        Self { days, increment: None, weekends_off: false }
    }

    /// The initial and maximum time of each side, in milliseconds.
    pub(crate) fn maximum(self) -> i64 {
        i64::from(self.days) * DAY_MS
    }

    /// A side's remaining time after an action, in milliseconds.
    pub(crate) fn after_action(self, left: i64) -> i64 {
        match self.increment {
            None => self.maximum(),
            Some(days) => left.saturating_add(i64::from(days) * DAY_MS).min(self.maximum()),
        }
    }

    /// Parses the output of [`Display`](fmt::Display).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (text, weekends_off) = match text.strip_suffix('w') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let number = |text: &str| crate::time_control::number(text.strip_suffix('d')?);
        let (days, increment) = match text.split_once('+') {
            None => (number(text).filter(|days| (1..=14).contains(days))?, None),
            Some((days, increment)) => {
                let days = number(days).filter(|days| (1..=30).contains(days))?;
                (days, Some(number(increment).filter(|more| (1..=days).contains(more))?))
            }
        };
        Some(Self { days, increment, weekends_off })
    }
}

impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d", self.days)?;
        if let Some(increment) = self.increment {
            write!(f, "+{increment}d")?;
        }
        f.write_str(if self.weekends_off { "w" } else { "" })
    }
}
