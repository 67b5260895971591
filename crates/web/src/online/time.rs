use crate::chess_clock;
use crate::language::fill;

const HOUR_MS: i64 = 3_600_000;

/// Formats the remaining time on a clock.
pub fn left_text(milliseconds: i64) -> String {
    let left = milliseconds.max(0);
    let hours = left / HOUR_MS;
    if hours >= 48 {
        fill("left-days", &[("days", (hours / 24).into()), ("hours", (hours % 24).into())])
    } else if hours >= 10 {
        fill("left-whole-hours", &[("hours", ((left + HOUR_MS / 2) / HOUR_MS).into())])
    } else if hours >= 4 {
        let minutes = format!("{:02}", left / 60_000 % 60);
        fill("left-hours", &[("hours", hours.into()), ("minutes", minutes.into())])
    } else {
        chess_clock::text(left as f64)
    }
}

/// Formats the time until something happens, in full seconds.
pub fn countdown_text(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).max(0.0).ceil() as u32;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countdowns_are_in_full_seconds() {
        assert_eq!(countdown_text(252_001.0), "4:13");
        assert_eq!(countdown_text(9_000.0), "0:09");
        assert_eq!(countdown_text(-5.0), "0:00");
    }

    #[test]
    fn short_times_are_formatted_as_on_clocks() {
        assert_eq!(left_text(180_000), "3:00");
        assert_eq!(left_text(-1), "0:00.0");
    }
}
