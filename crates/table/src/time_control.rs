use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Days, Speed};

/// A day in milliseconds.
pub(crate) const DAY_MS: i64 = 86_400_000;

/// A time control.
///
/// As text, `5+3` is five minutes with an increment of three seconds per action (1 to 180, 0 to 180),
/// `2d` two days per action (1 to 14), `10d+1d` a reserve of ten days (1 to 30) to which every action
/// adds one (1 up to the reserve), up to ten again, `2dw` and `10d+1dw` the same with weekends off,
/// and `-` no clock.
///
/// ```
/// use bosworth_table::{TimeControl, Speed};
///
/// let clock: TimeControl = "5+3".parse()?;
/// assert_eq!(clock.speed(), Speed::Blitz);
/// assert!("200+0".parse::<TimeControl>().is_err());
/// # Ok::<(), bosworth_table::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Clock", extend("pattern" = r"^([0-9]+\+[0-9]+|[0-9]+d(\+[0-9]+d)?w?|-)$"))
)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// Minutes for the whole game, and an increment in seconds per action.
    Live {
        /// From 1 to 180.
        minutes: u8,
        /// From 0 to 180.
        increment: u8,
    },
    /// Days per action, or a reserve of days.
    Days(Days),
    /// No clock.
    Untimed,
}

impl TimeControl {
    /// Each side's initial time, in milliseconds.
    pub fn initial(self) -> Option<i64> {
        match self {
            Self::Live { minutes, .. } => Some(i64::from(minutes) * 60_000),
            Self::Days(days) => Some(days.maximum()),
            Self::Untimed => None,
        }
    }

    /// A side's remaining time after an action, in milliseconds.
    pub fn after_action(self, left: i64) -> i64 {
        match self {
            Self::Live { increment, .. } => left.saturating_add(i64::from(increment) * 1_000),
            Self::Days(days) => days.after_action(left),
            Self::Untimed => left,
        }
    }

    /// Whether the game is played in one sitting.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Live { .. })
    }

    /// The speed in which games with this time control are rated.
    pub fn speed(self) -> Speed {
        match self {
            Self::Live { minutes, increment } => {
                // A side makes about forty decisions that take more than a click.
                match u32::from(minutes) * 60 + u32::from(increment) * 40 {
                    0..180 => Speed::Bullet,
                    180..480 => Speed::Blitz,
                    480..1500 => Speed::Rapid,
                    _ => Speed::Slow,
                }
            }
            Self::Days(_) | Self::Untimed => Speed::Days,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Live { minutes, increment } => write!(f, "{minutes}+{increment}"),
            Self::Days(days) => days.fmt(f),
            Self::Untimed => f.write_str("-"),
        }
    }
}

/// The text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTimeControlError(String);

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a time control; expected minutes and seconds per action (5+3; 1 to 180 and \
             0 to 180), days per action (2d; 1 to 14), days in reserve and days per action (10d+1d; \
             1 to 30), either with weekends off (2dw, 10d+1dw), or - for no clock",
            self.0
        )
    }
}

impl core::error::Error for ParseTimeControlError {}

/// Parses an unsigned number.
pub(crate) fn number(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse::<u8>().ok()).flatten()
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let clock = if text == "-" {
            Some(Self::Untimed)
        } else if text.ends_with(['d', 'w']) {
            Days::parse(text).map(Self::Days)
        } else {
            text.split_once('+').and_then(|(minutes, increment)| {
                let minutes = number(minutes).filter(|minutes| (1..=180).contains(minutes))?;
                let increment = number(increment).filter(|&seconds| seconds <= 180)?;
                Some(Self::Live { minutes, increment })
            })
        };
        clock.ok_or_else(|| ParseTimeControlError(text.into()))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<Self, ParseTimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(clock: TimeControl) -> Self {
        clock.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip_through_text() {
        for text in ["1+0", "5+3", "180+180", "1d", "14d", "2dw", "10d+1d", "30d+30dw", "-"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_time_controls_are_rejected() {
        let live = ["", "5", "+", "0+5", "181+0", "5+181", "+5+3", "5+-3", "x"];
        let days = ["0d", "15d", "d", "w", "2w", "2dww", "5+3w", "10d+1", "10+1d"];
        let reserves = ["31d+1d", "2d+3d", "2d+0d", "0d+0d", "2d+", "+1d", "1d+1d+1d"];
        for text in live.into_iter().chain(days).chain(reserves) {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
