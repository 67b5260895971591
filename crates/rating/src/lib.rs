//! Glicko-2 ratings: of players by their games, and of players and puzzles by answers; and ratings
//! from results without luck.
//!
//! The formulas of Glicko-2 are those of the crate `skillratings`. This crate adds the bounds of a
//! deviation, and its growth with the time since the last result.
//!
//! ```
//! use bosworth_rating::{Glicko, rate};
//! use std::cmp::Ordering;
//!
//! let newcomer = Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
//! let (winner, loser) = rate(newcomer, newcomer, Ordering::Greater, 0.5);
//! assert!(winner.rating > 1650.0 && loser.rating < 1350.0);
//! assert!(winner.deviation < 300.0);
//! ```

mod without_luck;

pub use without_luck::{VARIANCE_WITHOUT_LUCK, rate_without_luck};

use core::cmp::Ordering;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// The factor from Glicko-2's internal scale to the Glicko scale.
const GLICKO_SCALE: f64 = 173.7178;
/// Rating periods per day of inactivity: at the usual volatility, a deviation of 60 becomes 110,
/// which is provisional again, within a year.
const RATING_PERIODS_PER_DAY: f64 = 0.214;
const DAY_MS: f64 = 86_400_000.0;

/// A rating with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its deviation: with 95 % probability, the true strength is within two deviations.
    pub deviation: f64,
    /// How much the strength fluctuates.
    pub volatility: f64,
}

impl Glicko {
    /// The deviation of a newcomer, which is also the maximum.
    pub const MAX_DEVIATION: f64 = 350.0;
    /// The minimum deviation, so that a rating can still follow a player who improves.
    pub const MIN_DEVIATION: f64 = 45.0;

    /// The rating after a time without a result, in milliseconds: its deviation grows.
    pub fn idle(self, milliseconds: i64) -> Self {
        let periods = milliseconds.max(0) as f64 / DAY_MS * RATING_PERIODS_PER_DAY;
        let growth = (self.volatility * GLICKO_SCALE).powi(2) * periods;
        let deviation = (self.deviation.powi(2) + growth).sqrt().min(Self::MAX_DEVIATION);
        Self { deviation, ..self }
    }

    fn bounded(rating: Glicko2Rating) -> Self {
        Self {
            rating: rating.rating,
            deviation: rating.deviation.clamp(Self::MIN_DEVIATION, Self::MAX_DEVIATION),
            volatility: rating.volatility,
        }
    }
}

/// Both ratings after a result, which is a rating period of its own: `Greater` if the first one won,
/// `Equal` for a draw. The larger `tau`, the faster the volatility changes.
pub fn rate(one: Glicko, other: Glicko, result: Ordering, tau: f64) -> (Glicko, Glicko) {
    let outcome = match result {
        Ordering::Greater => Outcomes::WIN,
        Ordering::Less => Outcomes::LOSS,
        Ordering::Equal => Outcomes::DRAW,
    };
    let known = |it: Glicko| Glicko2Rating {
        rating: it.rating,
        deviation: it.deviation,
        volatility: it.volatility,
    };
    let settings = Glicko2Config { tau, ..Glicko2Config::default() };
    let (one, other) = glicko2(&known(one), &known(other), &outcome, &settings);
    (Glicko::bounded(one), Glicko::bounded(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR_MS: i64 = 365 * 86_400_000;

    fn rated(rating: f64, deviation: f64) -> Glicko {
        Glicko { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn equals_exchange_equal_rating_points() {
        let (winner, loser) =
            rate(rated(1500.0, 350.0), rated(1500.0, 350.0), Ordering::Greater, 0.5);
        let (gain, loss) = (winner.rating - 1500.0, 1500.0 - loser.rating);
        assert!((gain - loss).abs() < 1e-6 && (150.0..180.0).contains(&gain), "{gain} {loss}");
    }

    #[test]
    fn a_draw_moves_unequal_ratings_closer() {
        let (one, other) = rate(rated(1800.0, 60.0), rated(1400.0, 60.0), Ordering::Equal, 0.5);
        assert!(one.rating < 1800.0 && other.rating > 1400.0);
    }

    #[test]
    fn a_year_without_a_game_makes_a_rating_provisional_again() {
        let deviation = rated(1500.0, 60.0).idle(YEAR_MS).deviation;
        assert!((109.0..111.0).contains(&deviation), "{deviation}");
        assert!(rated(1500.0, 60.0).idle(100 * YEAR_MS).deviation <= Glicko::MAX_DEVIATION);
        let early = rated(1500.0, 60.0).idle(-YEAR_MS).deviation;
        assert!((early - 60.0).abs() < 1e-9, "a clock that goes back changes nothing");
    }

    #[test]
    fn a_rating_never_stops_changing() {
        let (mut one, mut other) = (rated(1500.0, 350.0), rated(1500.0, 350.0));
        for game in 0..2_000 {
            let result = if game % 2 == 0 { Ordering::Greater } else { Ordering::Less };
            (one, other) = rate(one, other, result, 0.75);
        }
        assert!(one.deviation >= Glicko::MIN_DEVIATION && other.deviation >= Glicko::MIN_DEVIATION);
        assert!(one.rating.is_finite() && one.volatility.is_finite());
    }
}
