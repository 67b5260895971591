//! Glicko-2 ratings.

use bosworth_rules::{BySide, Side};
use bosworth_table::Speed;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::store::Rating;

/// The rating deviation of a new player, which is also the maximum.
const MAX_DEVIATION: f64 = 350.0;
/// The minimum rating deviation, so that a rating can still follow a player who improves.
const MIN_DEVIATION: f64 = 45.0;
/// The factor from Glicko-2's internal scale to the Glicko scale.
const GLICKO_SCALE: f64 = 173.7178;
/// Rating periods per day of inactivity: at the usual volatility, a deviation of 60 becomes 110,
/// which is provisional again, within a year.
const RATING_PERIODS_PER_DAY: f64 = 0.214;
const DAY_MS: f64 = 86_400_000.0;

/// Both ratings after a rated game that ended at `now`. A drawn game has no winner.
///
/// One game is one rating period. Before it, each deviation grows for the time since that player's
/// last game.
pub fn after(before: BySide<Rating>, winner: Option<Side>, now: i64) -> BySide<Rating> {
    let outcome = match winner {
        Some(Side::Red) => Outcomes::WIN,
        Some(Side::White) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let BySide { red, white } = BySide::from_fn(|side| known(&before[side], now));
    let (red, white) = glicko2(&red, &white, &outcome, &Glicko2Config::default());
    let played = BySide { red, white };
    BySide::from_fn(|side| Rating {
        rating: played[side].rating,
        deviation: played[side].deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
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
fn known(rating: &Rating, now: i64) -> Glicko2Rating {
    let idle = if rating.games == 0 { 0 } else { (now - rating.updated).max(0) };
    let periods = idle as f64 / DAY_MS * RATING_PERIODS_PER_DAY;
    let growth = (rating.volatility * GLICKO_SCALE).powi(2) * periods;
    Glicko2Rating {
        rating: rating.rating,
        deviation: (rating.deviation.powi(2) + growth).sqrt().min(MAX_DEVIATION),
        volatility: rating.volatility,
    }
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

    #[test]
    fn a_draw_moves_unequal_ratings_closer() {
        let after =
            after(BySide { red: rating(1800.0, 60.0), white: rating(1400.0, 60.0) }, None, 0);
        assert!(after.red.rating < 1800.0 && after.white.rating > 1400.0);
    }

    #[test]
    fn a_year_without_a_game_makes_a_rating_provisional_again() {
        let deviation = known(&rating(1500.0, 60.0), YEAR).deviation;
        assert!((109.0..111.0).contains(&deviation), "{deviation}");
        assert!(known(&rating(1500.0, 60.0), 100 * YEAR).deviation <= MAX_DEVIATION);
        let early = known(&rating(1500.0, 60.0), -YEAR).deviation;
        assert!((early - 60.0).abs() < 1e-9, "a clock that goes back changes nothing");
    }

    #[test]
    fn a_rating_never_stops_changing() {
        let mut players = BySide { red: newcomer(), white: newcomer() };
        for game in 0..2_000 {
            let winner = if game % 2 == 0 { Side::Red } else { Side::White };
            players = after(players, Some(winner), game);
        }
        assert!(players.red.deviation >= MIN_DEVIATION && players.white.deviation >= MIN_DEVIATION);
        assert!(players.red.rating.is_finite() && players.red.volatility.is_finite());
    }
}
