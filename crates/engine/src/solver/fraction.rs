use core::cmp::Ordering;
use core::fmt;

/// An exact fraction from 0 to 1, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    // Invariant: at most the denominator, and without a common divisor.
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// 1/2.
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };
    /// 1.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The number above the line.
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The number below the line.
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// The difference from 1.
    pub fn complement(self) -> Self {
        Self { numerator: self.denominator - self.numerator, ..self }
    }

    /// The mean, or `None` of nothing, or if the denominator exceeds 64 bits.
    pub fn mean(fractions: &[Self]) -> Option<Self> {
        let mut sum: (u128, u128) = (0, 1);
        for &Self { numerator, denominator } in fractions {
            let (numerator, denominator) = (u128::from(numerator), u128::from(denominator));
            let common = sum.1 / greatest_common_divisor(sum.1, denominator);
            let scale = common.checked_mul(denominator)? / sum.1;
            sum.0 = sum.0.checked_mul(scale)?.checked_add(numerator.checked_mul(common)?)?;
            sum.1 = sum.1.checked_mul(scale)?;
        }
        sum.1 = sum.1.checked_mul(fractions.len() as u128)?;
        if sum.1 == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(sum.0, sum.1);
        let part = |number: u128| u64::try_from(number / divisor).ok();
        Some(Self { numerator: part(sum.0)?, denominator: part(sum.1)? })
    }
}

fn greatest_common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |one: u64, two: u64| u128::from(one) * u128::from(two);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Rounded.
impl From<Fraction> for f64 {
    fn from(Fraction { numerator, denominator }: Fraction) -> Self {
        numerator as f64 / denominator as f64
    }
}

/// Such as `3/8`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: u64, denominator: u64) -> Fraction {
        Fraction { numerator, denominator }
    }

    #[test]
    fn means_are_exact_and_in_lowest_terms() {
        use Fraction as F;
        assert_eq!(F::mean(&[F::ZERO, F::ONE]), Some(F::HALF));
        assert_eq!(F::mean(&[F::ONE, F::ONE, F::ONE]), Some(F::ONE));
        assert_eq!(F::mean(&[fraction(1, 3), fraction(1, 4), F::ZERO]), Some(fraction(7, 36)));
        assert_eq!(F::mean(&[fraction(1, 6), fraction(5, 6), F::HALF]), Some(F::HALF));
        assert_eq!(F::mean(&[]), None);
        let finest = [fraction(1, u64::MAX), fraction(1, u64::MAX - 1)];
        assert_eq!(F::mean(&finest), None, "no overflow");
    }

    #[test]
    fn fractions_are_ordered_and_written() {
        assert!(fraction(1, 3) < fraction(2, 5));
        assert!(fraction(u64::MAX - 1, u64::MAX) < Fraction::ONE);
        assert_eq!(fraction(2, 7).complement().to_string(), "5/7");
        assert_eq!(Fraction::ZERO.complement(), Fraction::ONE);
    }
}
