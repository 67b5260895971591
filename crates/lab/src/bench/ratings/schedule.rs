//! Random schedules, and the ratings after each game.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use bosworth_engine::Random;
use bosworth_rules::{BySide, Side};

use super::ReviewedGame;

/// Glicko-2 with a constant volatility, as on a server where each game is a rating period.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum RatingSystem {
    /// From results. Their variance is that of a coin, E(1 − E).
    Results,
    /// From results without luck, which have this variance, whatever is expected.
    WithoutLuck(f64),
}

/// How long it takes until players are in the right order.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// For each pair the number of games of all players after which the stronger one was ahead in 95 %
    /// of the schedules, and stayed ahead; none if that did not happen.
    pub(super) games: BTreeMap<[usize; 2], Option<usize>>,
}

/// Games from which schedules are drawn.
pub(super) struct GamePool {
    players: usize,
    by_pair: Vec<Vec<ReviewedGame>>,
}

/// Glicko-2's internal scale, in points.
const SCALE: f64 = 173.7178;
/// The deviation of a new player, and the least one, in points.
const MAX_DEVIATION: f64 = 350.0;
const MIN_DEVIATION: f64 = 45.0;
const VOLATILITY: f64 = 0.06;
/// The length of a schedule for each player, and the distance of the games after which the order is looked at.
const GAMES_PER_PLAYER: usize = 400;
const STEP: usize = 4;
/// The share of schedules in which a pair has to be in the right order.
const CERTAINTY: f64 = 0.95;

/// A rating on the internal scale.
#[derive(Clone, Copy)]
struct Standing {
    rating: f64,
    deviation: f64,
}

impl GamePool {
    pub(super) fn new(players: usize, games: &[ReviewedGame]) -> Self {
        let mut by_pair: BTreeMap<[usize; 2], Vec<ReviewedGame>> = BTreeMap::new();
        for game in games {
            let BySide { red, white } = game.players;
            by_pair.entry([red.min(white), red.max(white)]).or_default().push(*game);
        }
        Self { players, by_pair: by_pair.into_values().collect() }
    }

    /// Rates the players in many random schedules.
    pub(super) fn order(&self, system: RatingSystem, schedules: u32, seed: u64) -> Order {
        let length = self.players * GAMES_PER_PLAYER / 2;
        let pairs = (0..self.players)
            .flat_map(|one| (one + 1..self.players).map(move |other| [one, other]));
        // In how many schedules a pair was in order after each number of games.
        let mut counts: BTreeMap<[usize; 2], Vec<u32>> =
            pairs.map(|pair| (pair, vec![0; length / STEP])).collect();
        for schedule in 0..schedules {
            let mut random = Random::new(Random::new(seed).next() ^ u64::from(schedule));
            let newcomer = Standing { rating: 0.0, deviation: MAX_DEVIATION / SCALE };
            let mut standings = vec![newcomer; self.players];
            for played in 1..=length {
                let games = &self.by_pair[random.below(self.by_pair.len() as u32) as usize];
                let game = games[random.below(games.len() as u32) as usize];
                system.rate(&mut standings, &game);
                if played % STEP == 0 {
                    for (pair, counts) in &mut counts {
                        let [one, other] = pair.map(|place| standings[place].rating);
                        counts[played / STEP - 1] += u32::from(other > one);
                    }
                }
            }
        }
        let enough = CERTAINTY * f64::from(schedules);
        let first = |counts: &[u32]| {
            let late = counts.iter().rposition(|&count| f64::from(count) < enough);
            let first = late.map_or(0, |late| late + 1);
            (first < counts.len()).then_some((first + 1) * STEP)
        };
        Order { games: counts.iter().map(|(pair, counts)| (*pair, first(counts))).collect() }
    }
}

impl RatingSystem {
    fn rate(self, standings: &mut [Standing], game: &ReviewedGame) {
        let red = match self {
            Self::Results => game.result,
            Self::WithoutLuck(_) => game.adjusted,
        };
        let before = BySide::from_fn(|side| standings[game.players[side]]);
        for side in Side::ALL {
            let score = if side == Side::Red { red } else { 1.0 - red };
            standings[game.players[side]] = self.after(before[side], before[!side], score);
        }
    }

    /// A rating after a game: the slope of the expected score says how much a point of rating changes
    /// it, the variance how much a score says.
    fn after(self, own: Standing, other: Standing, score: f64) -> Standing {
        let flat = 1.0 / (1.0 + 3.0 * (other.deviation / PI).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-flat * (own.rating - other.rating)).exp());
        let coin = expected * (1.0 - expected);
        let slope = flat * coin;
        let noise = match self {
            Self::Results => coin,
            Self::WithoutLuck(variance) => variance,
        };
        let grown = own.deviation.powi(2) + VOLATILITY.powi(2);
        let variance = 1.0 / (1.0 / grown + slope.powi(2) / noise);
        let least = match self {
            Self::Results => MIN_DEVIATION / SCALE,
            Self::WithoutLuck(_) => 0.0,
        };
        Standing {
            rating: own.rating + variance * slope / noise * (score - expected),
            deviation: variance.sqrt().clamp(least, MAX_DEVIATION / SCALE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's paper has three opponents; with one game and a constant volatility its
    /// formulas give these numbers.
    #[test]
    fn a_plain_result_is_rated_as_by_glicko_2() {
        let standing = |rating: f64, deviation: f64| Standing {
            rating: (rating - 1500.0) / SCALE,
            deviation: deviation / SCALE,
        };
        let after =
            RatingSystem::Results.after(standing(1500.0, 200.0), standing(1400.0, 30.0), 1.0);
        let points = after.rating * SCALE + 1500.0;
        assert!((points - 1563.4).abs() < 0.5, "{points}");
        assert!((after.deviation * SCALE - 175.4).abs() < 0.5, "{}", after.deviation * SCALE);
    }

    #[test]
    fn a_stronger_player_is_ahead_after_some_games() {
        let game = |result: f64| ReviewedGame {
            players: BySide { red: 0, white: 1 },
            result,
            adjusted: 0.3,
            loss: BySide::from_fn(|_| (0.0, 0)),
        };
        let pool = GamePool::new(2, &[game(0.0), game(0.0), game(1.0)]);
        let games = |system| pool.order(system, 100, 7).games[&[0, 1]];
        assert_eq!(games(RatingSystem::WithoutLuck(0.05)), Some(STEP));
        assert!(games(RatingSystem::Results) > Some(STEP));
    }
}
