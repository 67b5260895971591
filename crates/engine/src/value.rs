use core::ops::{Add, AddAssign, Mul, Neg};

/// How good a position is for the side to act.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Value {
    /// The expected result, from -1 for a loss to 1 for a win; a draw is 0.
    pub win: f32,
    /// The expected margin in points.
    pub margin: f32,
}

impl Value {
    /// The win probability, a draw counting as half: `win` mapped to 0 to 1.
    pub fn win_chance(self) -> f64 {
        0.5 + 0.5 * f64::from(self.win)
    }

    /// The scalar that search maximises: the expected result, with the margin as a tie-break.
    #[inline]
    pub fn worth(self) -> f32 {
        self.win + self.margin * Self::MARGIN_WORTH
    }

    /// The weight of one point of margin.
    const MARGIN_WORTH: f32 = 1.0 / 16_384.0;
    /// The largest possible margin: 52 roses in one territory.
    const MAX_MARGIN: f32 = 2704.0;
    /// An upper bound on [`worth`](Self::worth).
    pub const MAX_WORTH: f32 = 1.0 + Self::MAX_MARGIN * Self::MARGIN_WORTH;
}

/// The same value from the other side's point of view.
impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { win: -self.win, margin: -self.margin }
    }
}

impl Add for Value {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { win: self.win + other.win, margin: self.margin + other.margin }
    }
}

impl AddAssign for Value {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f32> for Value {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f32) -> Self {
        Self { win: self.win * factor, margin: self.margin * factor }
    }
}
