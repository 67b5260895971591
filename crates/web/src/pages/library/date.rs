//! The dates of records.

use bosworth_rules::{Date, Record};

const DAY_MS: f64 = 86_400_000.0;

/// The start of a game in milliseconds since the Unix epoch: from `UTCDate` and `UTCTime`, or else
/// noon of its `Date`.
pub fn moment(record: &Record) -> Option<f64> {
    let days = |tag| Some(record.tag(tag)?.parse::<Date>().ok()?.days() as f64);
    match days("UTCDate").zip(record.tag("UTCTime").and_then(clock)) {
        Some((days, time)) => Some(days * DAY_MS + time),
        None => Some(days("Date")? * DAY_MS + DAY_MS / 2.0),
    }
}

/// Formats a moment as the tags `UTCDate` and `UTCTime`.
pub fn tags(moment: f64) -> (String, String) {
    let days = (moment / DAY_MS).floor();
    let seconds = ((moment - days * DAY_MS) / 1000.0) as u32;
    let time = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    (Date::from_days(days as i64).to_string(), time)
}

/// Parses a time such as `10:24:07` into milliseconds.
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
    fn moments_round_trip_through_tags() {
        let (date, time) = tags(1_763_288_647_000.0);
        assert_eq!((date.as_str(), time.as_str()), ("2025.11.16", "10:24:07"));
        assert_eq!(clock(&time), Some(37_447_000.0));
        assert_eq!(date.parse::<Date>().map(Date::days), Ok(20_408));
    }
}
