//! Ratings: Glicko-2, and without luck.

use std::cmp::Ordering;

use bosworth_rating::{Glicko, rate, rate_without_luck};
use bosworth_rules::{BySide, Side};
use bosworth_table::Speed;

use crate::store::Rating;

/// How fast volatilities change.
const TAU: f64 = 0.5;

/// Both ratings after a rated game that ended at `now`. A drawn game has no winner.
///
/// One game is one rating period. Before it, each deviation grows for the time since that player's
/// last game.
pub fn after(before: BySide<Rating>, winner: Option<Side>, now: i64) -> BySide<Rating> {
    let result = match winner {
        Some(Side::Red) => Ordering::Greater,
        Some(Side::White) => Ordering::Less,
        None => Ordering::Equal,
    };
    played(before, rate(known(&before.red, now), known(&before.white, now), result, TAU), now)
}

/// Both ratings after a result of Red without luck, in a game that ended at `now`.
pub fn after_without_luck(before: BySide<Rating>, score: f64, now: i64) -> BySide<Rating> {
    played(
        before,
        rate_without_luck(known(&before.red, now), known(&before.white, now), score),
        now,
    )
}

/// The ratings of Red and White after one more game.
fn played(before: BySide<Rating>, (red, white): (Glicko, Glicko), now: i64) -> BySide<Rating> {
    let played = BySide { red, white };
    BySide::from_fn(|side| Rating {
        rating: played[side].rating,
        deviation: played[side].deviation,
        volatility: played[side].volatility,
        games: before[side].games + 1,
        updated: now,
    })
}

/// The number that stands for a speed in the database.
pub fn number(speed: Speed) -> i64 {
    speed as i64
}

/// The speed that a number in the database stands for.
pub fn speed(number: i64) -> Option<Speed> {
    Speed::ALL.into_iter().find(|&speed| self::number(speed) == number)
}

/// A rating as of `now`: its deviation grows with the time since the last game.
fn known(rating: &Rating, now: i64) -> Glicko {
    let &Rating { rating, deviation, volatility, games, updated } = rating;
    let idle = if games == 0 { 0 } else { now - updated };
    Glicko { rating, deviation, volatility }.idle(idle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: i64 = 365 * 86_400_000;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06, games: 30, updated: 0 }
    }

    fn newcomer() -> Rating {
        Rating { games: 0, ..rating(1500.0, 350.0) }
    }

    #[test]
    fn the_numbers_of_speeds_are_stable() {
        assert_eq!(Speed::ALL.map(number), [0, 1, 2, 3, 4]);
        assert_eq!(Speed::ALL.map(number).map(speed), Speed::ALL.map(Some));
        assert_eq!(speed(5), None);
    }

    #[test]
    fn equal_players_exchange_equal_rating_points() {
        let after = after(BySide { red: newcomer(), white: newcomer() }, Some(Side::Red), YEAR);
        let (gain, loss) = (after.red.rating - 1500.0, 1500.0 - after.white.rating);
        assert!((gain - loss).abs() < 1e-6 && (150.0..180.0).contains(&gain), "{gain} {loss}");
        assert!(after.red.deviation < 300.0);
        assert_eq!((after.red.games, after.red.updated), (1, YEAR));
    }

    #[test]
    fn the_sides_are_treated_alike() {
        let (one, other) = (rating(1700.0, 80.0), rating(1450.0, 140.0));
        let seen = after(BySide { red: one, white: other }, Some(Side::White), 5);
        let turned = after(BySide { red: other, white: one }, Some(Side::Red), 5);
        assert_eq!(seen.red.rating.to_bits(), turned.white.rating.to_bits());
        assert_eq!(seen.white.deviation.to_bits(), turned.red.deviation.to_bits());
    }
}
