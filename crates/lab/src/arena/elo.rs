//! Scores to Elo and back, and the normal distribution.

/// The Elo difference of a score: 0 for one half, infinite for 0 and 1.
pub(super) fn elo(score: f64) -> f64 {
    // `+ 0.0` normalises the -0.0 of an even score.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The expected score at an Elo difference.
pub(super) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the standard normal distribution.
pub(super) fn normal(deviations: f64) -> f64 {
    0.5 * (1.0 + error_function(deviations / std::f64::consts::SQRT_2))
}

/// Abramowitz and Stegun 7.1.26: maximum error 1.5e-7.
fn error_function(x: f64) -> f64 {
    const FACTORS: [f64; 5] =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let sum = FACTORS.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    x.signum() * (1.0 - sum * (-x * x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let near = |found: f64, expected: f64, off: f64| {
            assert!((found - expected).abs() < off, "{found} is not {expected}");
        };
        near(elo(0.75), 190.848_5, 1e-3);
        near(elo(0.25), -190.848_5, 1e-3);
        near(elo(0.64), 99.95, 0.01);
        near(elo(0.5), 0.0, 1e-9);
        assert!(elo(0.5).is_sign_positive());
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        for lead in [-400.0, -5.0, 0.0, 5.0, 400.0] {
            near(elo(score(lead)), lead, 1e-9);
        }
        near(normal(0.0), 0.5, 1e-6);
        near(normal(1.96), 0.975, 1e-4);
        near(normal(-1.0), 0.158_655, 1e-6);
        near(normal(9.0), 1.0, 1e-6);
    }
}
