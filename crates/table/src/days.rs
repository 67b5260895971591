use core::fmt;

use crate::clock::DAY;

/// A clock that counts days, for correspondence games.
///
/// As text: `2d` is two days for every action; `10d+1d` a reserve of ten days, to which every
/// action adds one, though never more than ten; a `w` after either says that weekends are off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Days {
    /// For every action, from 1 to 14; with an increment the reserve for all of them, from 1 to 30,
    /// which is also the most that can be saved up.
    pub days: u8,
    /// How many days every action adds to the reserve, from 1 to as many as it has.
    pub increment: Option<u8>,
    /// Whether Saturdays and Sundays, in UTC, are on nobody's clock.
    pub weekends_off: bool,
}

impl Days {
    /// So many days for every action.
    pub const fn per_action(days: u8) -> Self {
        Self { days, increment: None, weekends_off: false }
    }

    /// What each side starts with, in milliseconds, and the most that it can have.
    pub(crate) fn most(self) -> i64 {
        i64::from(self.days) * DAY
    }

    /// What is left to a side that has just acted, in milliseconds.
    pub(crate) fn after_action(self, left: i64) -> i64 {
        match self.increment {
            None => self.most(),
            Some(days) => left.saturating_add(i64::from(days) * DAY).min(self.most()),
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (text, weekends_off) = match text.strip_suffix('w') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let number = |text: &str| crate::clock::number(text.strip_suffix('d')?);
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
