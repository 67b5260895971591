use core::ops::{Add, AddAssign, Mul, Neg};

/// How good a position is for the side to act.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Value {
    /// From -1, lost, to 1, won; a draw is 0. Half of one more than it is the win chance.
    pub win: f32,
    /// By how many points the side to act is expected to win.
    pub margin: f32,
}

impl Value {
    /// The chance to win, a draw counted as half.
    pub fn win_chance(self) -> f64 {
        0.5 + 0.5 * f64::from(self.win)
    }

    /// What search compares: the win chance and, where that hardly differs, the margin.
    #[inline]
    pub fn worth(self) -> f32 {
        self.win + self.margin * Self::MARGIN_WORTH
    }

    /// What one point of margin is worth against the win chance.
    const MARGIN_WORTH: f32 = 1.0 / 16_384.0;
    /// No margin is larger: 52 roses in one territory.
    const MAX_MARGIN: f32 = 2704.0;
    /// No value is worth more.
    pub const MAX_WORTH: f32 = 1.0 + Self::MAX_MARGIN * Self::MARGIN_WORTH;
}

/// The same value seen by the other side.
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
