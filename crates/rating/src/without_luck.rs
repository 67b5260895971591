use core::f64::consts::PI;

use super::{GLICKO_SCALE, Glicko};

/// The variance of a result without luck, whatever is expected (`docs/lab/ratings.md`).
pub const VARIANCE_WITHOUT_LUCK: f64 = 0.055;

/// Both ratings after a result without luck, of the first one. It may be below 0 or above 1.
///
/// Glicko-2 takes a game as one toss of a coin: with an expected score E, its variance is E(1 − E). A
/// result without luck has a [smaller, constant variance](VARIANCE_WITHOUT_LUCK), so it says more. The
/// volatility does not change, and the deviation has no minimum.
pub fn rate_without_luck(one: Glicko, other: Glicko, score: f64) -> (Glicko, Glicko) {
    (after(one, other, score), after(other, one, 1.0 - score))
}

/// A rating after a game: the slope of the expected score says how much a point of rating changes it.
fn after(own: Glicko, other: Glicko, score: f64) -> Glicko {
    let flat = 1.0 / (1.0 + 3.0 * (other.deviation / GLICKO_SCALE / PI).powi(2)).sqrt();
    let lead = (own.rating - other.rating) / GLICKO_SCALE;
    let expected = 1.0 / (1.0 + (-flat * lead).exp());
    let slope = flat * expected * (1.0 - expected);
    let grown = (own.deviation / GLICKO_SCALE).powi(2) + own.volatility.powi(2);
    let information = slope / VARIANCE_WITHOUT_LUCK;
    let variance = 1.0 / (1.0 / grown + slope * information);
    Glicko {
        rating: own.rating + GLICKO_SCALE * variance * information * (score - expected),
        deviation: (GLICKO_SCALE * variance.sqrt()).min(Glicko::MAX_DEVIATION),
        ..own
    }
}

#[cfg(test)]
mod tests {
    use core::cmp::Ordering;

    use super::*;
    use crate::rate;

    const NEWCOMER: Glicko = Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 };

    #[test]
    fn a_result_without_luck_says_more_than_a_result() {
        let (with_luck, _) = rate(NEWCOMER, NEWCOMER, Ordering::Greater, 0.5);
        let (without, _) = rate_without_luck(NEWCOMER, NEWCOMER, 1.0);
        assert!(without.deviation < with_luck.deviation, "{without:?} {with_luck:?}");
    }

    #[test]
    fn the_sides_are_treated_alike() {
        let strong = Glicko { rating: 1700.0, deviation: 80.0, ..NEWCOMER };
        let (one, other) = rate_without_luck(strong, NEWCOMER, 0.75);
        let (turned, back) = rate_without_luck(NEWCOMER, strong, 0.25);
        assert_eq!((one, other), (back, turned));
    }

    #[test]
    fn ratings_settle_where_scores_are_as_expected() {
        let (mut strong, mut weak) = (NEWCOMER, NEWCOMER);
        for _ in 0..200 {
            (strong, weak) = rate_without_luck(strong, weak, 0.74);
        }
        let lead = strong.rating - weak.rating;
        assert!((lead - 185.0).abs() < 5.0, "{lead}");
        assert!((35.0..60.0).contains(&strong.deviation), "{}", strong.deviation);
    }

    #[test]
    fn a_score_beyond_a_win_counts_for_more_than_one() {
        let (win, _) = rate_without_luck(NEWCOMER, NEWCOMER, 1.0);
        let (more, _) = rate_without_luck(NEWCOMER, NEWCOMER, 1.3);
        assert!(more.rating > win.rating);
    }
}
