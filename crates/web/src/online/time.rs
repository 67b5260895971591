use crate::chess_clock;
use crate::language::fill;

/// Formats the remaining time on a clock.
pub fn left_text(milliseconds: i64) -> String {
    let left = milliseconds.max(0);
    let hours = left / 3_600_000;
    if hours >= 48 {
        fill("left-days", &[("days", (hours / 24).into()), ("hours", (hours % 24).into())])
    } else if hours >= 4 {
        let minutes = format!("{:02}", left / 60_000 % 60);
        fill("left-hours", &[("hours", hours.into()), ("minutes", minutes.into())])
    } else {
        chess_clock::text(left as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_formatted_as_on_clocks() {
        assert_eq!(left_text(180_000), "3:00");
        assert_eq!(left_text(-1), "0:00.0");
    }
}
