use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A calendar date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Date {
    pub year: i64,
    pub month: u32,
    pub day: u32,
}

impl Date {
    /// The UTC date of a time.
    pub fn of(time: SystemTime) -> Self {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self::from_days((seconds / 86_400) as i64)
    }

    /// The date this many days after the Unix epoch. Years begin in March here, so that the leap
    /// day is the last one.
    fn from_days(days: i64) -> Self {
        let days = days + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * of_year + 2) / 153;
        let day = (of_year - (153 * march_month + 2) / 5 + 1) as u32;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 } as u32;
        Self { year: year_of_era + era * 400 + i64::from(month <= 2), month, day }
    }

    /// In the format of records: `2026.11.15`.
    pub fn dotted(self) -> String {
        self.to_string().replace('-', ".")
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        for (days, text) in [
            (0, "1970-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_772, "2026-11-15"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), text);
        }
    }
}
