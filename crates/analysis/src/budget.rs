use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bosworth_engine::SearchLimits;

use crate::{StopSign, Timer};

/// The budget of a search, as people write it: `200ms`, `1000n` or `d4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Milliseconds.
    Time(u64),
    /// Nodes, or playouts for a player that counts those.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
}

impl Budget {
    /// The limits for the search itself. Time is not among them: a timer enforces it.
    pub fn limits(self) -> SearchLimits {
        match self {
            Self::Time(_) => SearchLimits::default(),
            Self::Nodes(nodes) => SearchLimits::nodes(nodes),
            Self::Depth(depth) => SearchLimits::depth(depth),
        }
    }

    /// A timer that starts now and fires when the time is up or `stop` is set.
    pub fn timer(self, stop: &StopSign) -> Timer {
        Timer::new(self.time(), stop)
    }

    fn time(self) -> Option<Duration> {
        match self {
            Self::Time(ms) => Some(Duration::from_millis(ms)),
            Self::Nodes(_) | Self::Depth(_) => None,
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(ms) => write!(f, "{ms}ms"),
            Self::Nodes(nodes) => write!(f, "{nodes}n"),
            Self::Depth(depth) => write!(f, "d{depth}"),
        }
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let budget = if let Some(ms) = text.strip_suffix("ms") {
            number(ms, 3_600_000).map(Self::Time)
        } else if let Some(nodes) = text.strip_suffix('n') {
            number(nodes, 1_000_000_000_000).map(Self::Nodes)
        } else {
            let depth = text.strip_prefix('d').and_then(|depth| number(depth, 100));
            depth.map(|depth| Self::Depth(depth as u32))
        };
        budget.ok_or_else(|| {
            format!(
                "{text:?} is not a budget: use a time (200ms, at most an hour), nodes or playouts \
                 (1000n) or a depth (d4, at most d100), none of them 0"
            )
        })
    }
}

/// A number from 1 to the largest.
fn number(text: &str, largest: u64) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits)?;
    (1..=largest).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_written_as_they_are_read() {
        for text in ["1ms", "200ms", "3600000ms", "1n", "1000n", "d1", "d100"] {
            assert_eq!(text.parse::<Budget>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn an_invalid_budget_is_refused_with_examples() {
        for text in
            ["", "ms", "n", "d", "0ms", "0n", "d0", "+5n", "-1ms", "3600001ms", "d101", "4d", "5s"]
        {
            let fault = text.parse::<Budget>().expect_err(text);
            assert!(fault.contains("200ms"), "{text}: {fault}");
        }
    }
}
