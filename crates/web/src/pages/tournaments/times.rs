//! Formatting of dates and times, in local time.

use js_sys::{Date, Object, Reflect};

use crate::browser;
use crate::language::{fill, texts, tr};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
/// How far ahead a tournament may start, in milliseconds.
pub const MAX_TIME_AHEAD_MS: i64 = 365 * DAY_MS;

fn format(at: i64, options: &[(&str, &str)]) -> String {
    let bag = Object::new();
    for (name, value) in options {
        let _ = Reflect::set(&bag, &(*name).into(), &(*value).into());
    }
    let date = Date::new(&(at as f64).into());
    date.to_locale_string(&browser::locale(texts().language().code()), &bag).into()
}

/// The time of day.
pub fn time(at: i64) -> String {
    format(at, &[("hour", "2-digit"), ("minute", "2-digit")])
}

/// A date with its weekday, and the time of day.
pub fn date_and_time(at: i64) -> String {
    let parts = [("weekday", "short"), ("day", "numeric"), ("month", "short")];
    format!("{}, {}", format(at, &parts), time(at))
}

/// A date without a time.
pub fn short_date(at: i64) -> String {
    browser::date_and_time(at as f64, texts().language().code())
}

/// The parts of a calendar leaf: weekday, day, month.
pub fn leaf(at: i64) -> [String; 3] {
    let day = Date::new(&(at as f64).into()).get_date().to_string();
    [format(at, &[("weekday", "short")]), day, format(at, &[("month", "short")])]
}

/// The day as a heading: today, tomorrow, or its date.
pub fn day(at: i64, now: i64) -> String {
    let key = |at: i64| browser::date(at as f64);
    if key(at) == key(now) {
        tr("events-today")
    } else if key(at) == key(now + DAY_MS) {
        tr("events-tomorrow")
    } else {
        format(at, &[("weekday", "long"), ("day", "numeric"), ("month", "long")])
    }
}

/// A duration, rounded.
pub fn span(left: i64) -> String {
    // Rounded up.
    let minutes = (left + MINUTE_MS - 1) / MINUTE_MS;
    if left >= 2 * DAY_MS {
        texts().count("event-days", (left / DAY_MS) as u32)
    } else if left >= 12 * HOUR_MS {
        texts().count("event-whole-hours", (minutes / 60) as u32)
    } else if minutes >= 90 {
        let (hours, minutes) = (minutes / 60, minutes % 60);
        fill("event-hours", &[("hours", hours.into()), ("minutes", minutes.into())])
    } else {
        texts().count("event-minutes", minutes.max(1) as u32)
    }
}

/// The time left until a moment, to the second within the last hour.
pub fn countdown(at: i64, now: i64) -> String {
    let left = at - now;
    if (1..HOUR_MS).contains(&left) { minutes_and_seconds(left) } else { relative_time(at, now) }
}

fn minutes_and_seconds(left: i64) -> String {
    // Rounded up, so that it ends with 0:01.
    let seconds = (left + 999) / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A time relative to now.
pub fn relative_time(at: i64, now: i64) -> String {
    if at <= now {
        return tr("event-soon");
    }
    fill("event-in", &[("left", span(at - now).into())])
}

/// Formats a time for a form field: `2026-11-16T20:00`, local.
pub fn field(at: i64) -> String {
    let date = Date::new(&(at as f64).into());
    format!(
        "{}-{:02}-{:02}T{:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes(),
    )
}

/// The inverse of [`field`].
pub fn parse_field(text: &str) -> Option<i64> {
    let at = Date::new(&text.into()).get_time();
    (!at.is_nan()).then_some(at as i64)
}

/// A full hour on a later day, in local time.
pub fn at_hour(now: i64, days: i64, hour: u32) -> i64 {
    let date = Date::new(&((now + days * DAY_MS) as f64).into());
    date.set_hours(hour);
    date.set_minutes(0);
    date.set_seconds(0);
    date.set_milliseconds(0);
    date.get_time() as i64
}

/// The number of days until Saturday; 0 on Saturdays.
pub fn days_to_saturday(now: i64) -> i64 {
    6 - i64::from(Date::new(&(now as f64).into()).get_day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hour_is_counted_in_seconds() {
        assert_eq!(countdown(HOUR_MS, 1), "60:00");
        assert_eq!(countdown(252_000, 0), "4:12");
        assert_eq!(countdown(9_001, 1), "0:09");
        assert_eq!(countdown(10, 9), "0:01");
    }
}
