use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Days from 1 March of the year 0 to the Unix epoch.
const EPOCH: i64 = 719_468;

/// A date of the Gregorian calendar, as in the tags `Date` and `UTCDate` of records.
///
/// ```
/// use bosworth_rules::Date;
///
/// let date = Date::from_timestamp(1_794_757_652_004);
/// assert_eq!(date.to_string(), "2026.11.15");
/// assert_eq!(date.to_iso(), "2026-11-15");
/// assert_eq!("2026.11.15".parse(), Ok(date));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: i64,
    month: u8,
    day: u8,
}

impl Date {
    /// The date this many days after the Unix epoch.
    pub const fn from_days(days: i64) -> Self {
        // Years begin in March here, so that the leap day is the last one.
        let days = days.saturating_add(EPOCH);
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = (of_year - (153 * month + 2) / 5 + 1) as u8;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Self { year: year + era * 400 + next, month: month as u8, day }
    }

    /// The UTC date of a time in milliseconds since the Unix epoch.
    pub const fn from_timestamp(milliseconds: i64) -> Self {
        Self::from_days(milliseconds.div_euclid(DAY))
    }

    /// Days since the Unix epoch.
    pub const fn days(self) -> i64 {
        let (month, day) = (self.month as i64, self.day as i64);
        let (year, month) =
            if month > 2 { (self.year, month - 3) } else { (self.year - 1, month + 9) };
        let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        year * 365 + leap + (month * 153 + 2) / 5 + day - 1 - EPOCH
    }

    /// The calendar year.
    pub const fn year(self) -> i64 {
        self.year
    }

    /// Formats the date as ISO 8601: `2026-11-15`.
    pub fn to_iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// In the format of records: `2026.11.15`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// A text that is not a calendar date, or is one far from any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDateError;

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a date such as 2026.11.15")
    }
}

impl Error for ParseDateError {}

/// Year, month and day, separated by `.`, `-` or `/`.
impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let mut parts = text.split(['.', '-', '/']);
        let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok());
        let (Some(year), Some(month), Some(day)) = (part(), part(), part()) else {
            return Err(ParseDateError);
        };
        let possible = (1900..3000).contains(&year) && (1..=12).contains(&month);
        if !possible || !(1..=31).contains(&day) {
            return Err(ParseDateError);
        }
        let date = Self { year: year.into(), month: month as u8, day: day as u8 };
        // 30 February is 2 March.
        let exists = Self::from_days(date.days()) == date;
        exists.then_some(date).ok_or(ParseDateError)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn day_numbers_follow_the_calendar() {
        for (days, text) in [
            (0, "1970.01.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_772, "2026.11.15"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), text);
            assert_eq!(Date::from_timestamp(days * DAY + DAY - 1).to_string(), text);
        }
        assert_eq!(Date::from_timestamp(-1).to_iso(), "1969-12-31");
    }

    #[test]
    fn dates_round_trip_through_days_and_text() {
        for days in (-20_000..200_000).step_by(17) {
            let date = Date::from_days(days);
            assert_eq!(date.days(), days);
            assert_eq!(date.to_string().parse(), Ok(date));
            assert_eq!(date.to_iso().parse(), Ok(date));
        }
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in [
            "",
            "????.??.??",
            "2026",
            "2026.13.01",
            "2026.02.30",
            "2026.01.32",
            "x.y.z",
            "99999.1.1",
        ] {
            assert_eq!(text.parse::<Date>(), Err(ParseDateError), "{text}");
        }
    }
}
