//! The dates of records.

use bosworth_rules::Record;

const DAY: f64 = 86_400_000.0;

/// When a game began, in milliseconds since the Unix epoch: by `UTCDate` and `UTCTime`, or else noon
/// of its `Date`.
pub fn moment(record: &Record) -> Option<f64> {
    let exact = record.tag("UTCDate").and_then(days).zip(record.tag("UTCTime").and_then(clock));
    match exact {
        Some((days, time)) => Some(days * DAY + time),
        None => Some(days(record.tag("Date")?)? * DAY + DAY / 2.0),
    }
}

/// A moment as the tags `UTCDate` and `UTCTime`.
pub fn tags(moment: f64) -> (String, String) {
    let days = (moment / DAY).floor();
    let seconds = ((moment - days * DAY) / 1000.0) as u32;
    let (year, month, day) = civil(days as i64);
    let time = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year:04}.{month:02}.{day:02}"), time)
}

/// The days from the epoch to a date such as `2026.11.16`.
fn days(text: &str) -> Option<f64> {
    let mut parts = text.split(['.', '-', '/']).map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let possible = (1900..3000).contains(&year) && (1..=12).contains(&month);
    if !possible || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that the leap day is their last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap = year / 4 - year / 100 + year / 400;
    Some((year * 365 + leap + (month * 153 + 2) / 5 + day - 1 - 719_468) as f64)
}

/// The inverse of [`days`]: year, month and day.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + next, month, day)
}

/// The milliseconds of a time such as `10:24:07`.
fn clock(text: &str) -> Option<f64> {
    let mut parts = text.split(':').map(|part| part.parse::<u32>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let possible = hours < 24 && minutes < 60 && seconds < 61;
    possible.then(|| f64::from(hours * 3600 + minutes * 60 + seconds) * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_agree() {
        assert_eq!(days("1970.01.01"), Some(0.0));
        assert_eq!(days("2024.02.29"), Some(19_782.0));
        for day in (-20_000..200_000).step_by(17) {
            let (year, month, of_month) = civil(day);
            assert_eq!(days(&format!("{year}.{month:02}.{of_month:02}")), Some(day as f64));
        }
        for text in ["", "????.??.??", "2026", "2026.13.01", "2026.01.32", "x.y.z", "99999.1.1"] {
            assert_eq!(days(text), None, "{text}");
        }
    }

    #[test]
    fn a_moment_comes_back_from_its_tags() {
        let (date, time) = tags(1_763_288_647_000.0);
        assert_eq!((date.as_str(), time.as_str()), ("2025.11.16", "10:24:07"));
        assert_eq!(days(&date).zip(clock(&time)), Some((20_408.0, 37_447_000.0)));
    }
}
