use core::fmt;

use bosworth_rules::Date;

/// Milliseconds of a day.
pub(crate) const DAY_MS: i64 = 86_400_000;

/// A UTC day, counted from 1970-01-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(pub i32);

impl Day {
    /// The day of a time in milliseconds since 1970.
    pub fn of(ms: i64) -> Self {
        let days = ms.div_euclid(DAY_MS);
        Self(days.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// Its first millisecond.
    pub fn begins(self) -> i64 {
        i64::from(self.0) * DAY_MS
    }

    /// The day that is `days` days later.
    pub fn plus(self, days: i32) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// The days from another day to this one.
    pub fn since(self, other: Self) -> i32 {
        self.0.saturating_sub(other.0)
    }

    /// Its date.
    pub fn date(self) -> Date {
        Date::from_days(self.0.into())
    }
}

/// As ISO 8601: `2026-11-19`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.date().to_iso())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight_utc() {
        let day = Day::of(1_795_046_400_000);
        assert_eq!(day.to_string(), "2026-11-19");
        assert_eq!(day.begins(), 1_795_046_400_000);
        assert_eq!(Day::of(day.begins() - 1), day.plus(-1));
        assert_eq!(Day::of(day.begins() + DAY_MS - 1), day);
        assert_eq!(Day::of(day.begins() + DAY_MS), day.plus(1));
        assert_eq!(Day::of(-1), Day(-1), "the day before 1970");
        assert_eq!((Day::of(i64::MAX), Day::of(i64::MIN)), (Day(i32::MAX), Day(i32::MIN)));
    }
}
