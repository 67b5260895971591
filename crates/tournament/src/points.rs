use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Points, stored in halves so that they are exact: a win is one point, a draw half a point.
///
/// Written as `2½`, and as the number `2.5` on the wire.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(from = "f64", into = "f64")]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// Half a point.
    pub const HALF: Self = Self(1);
    /// One point.
    pub const ONE: Self = Self(2);

    /// Points from a number of halves.
    pub fn of_halves(halves: u32) -> Self {
        Self(halves)
    }

    /// The number of halves.
    pub fn halves(self) -> u32 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        Self::from(points.0) / 2.0
    }
}

impl From<f64> for Points {
    fn from(points: f64) -> Self {
        Self((points * 2.0).round().max(0.0) as u32)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}
