use std::collections::BTreeMap;

use anyhow::{Context, Result};
use bosworth_analysis::StopSign;
use bosworth_engine::{Engine, Random, Review, SearchLimits};
use bosworth_rules::{BySide, Game, PendingDraw, Ruleset, Side};
use serde::Serialize;

use self::schedule::{GamePool, Order, RatingSystem};
use super::decisions::chosen_card;
use crate::player::{Contestant, PlayerSpec};

mod schedule;

/// Measures how many games ratings need, from results and from luck-adjusted results.
///
/// Each pair of players plays some games, which are reviewed. Random schedules are then drawn from these
/// games again and again, and both ratings are computed after every game.
#[derive(Clone, Debug)]
pub struct RatingBench {
    /// The players, the weakest first.
    pub players: Vec<PlayerSpec>,
    /// The rules of the games.
    pub rules: Ruleset,
    /// The games of each pair.
    pub games: u32,
    /// Whether only neighbours play each other; then there are no schedules.
    pub neighbours: bool,
    /// The nodes of the review for each position.
    pub nodes: u64,
    /// The number of schedules.
    pub schedules: u32,
    /// The seed of the games and schedules.
    pub seed: u64,
}

/// What the measurement found: about pairs, players, all games, and rating systems.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum RatingReport {
    /// A pair of players.
    Pair(PairResults),
    /// The decisions of a player.
    Player(ReviewedPlayer),
    /// How much of the variance is luck.
    Variance(LuckVariance),
    /// How long a rating takes.
    Order(RatingOrder),
}

/// The results of the stronger player of a pair.
#[derive(Clone, Debug, Serialize)]
pub struct PairResults {
    /// The weaker and the stronger.
    players: [String; 2],
    games: usize,
    /// The mean result and its standard deviation in one game.
    score: f64,
    deviation: f64,
    /// The same, luck-adjusted.
    adjusted: f64,
    adjusted_deviation: f64,
}

/// What the decisions of a player cost in reviews.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedPlayer {
    player: String,
    games: usize,
    decisions: usize,
    /// The mean loss of win chance in percentage points, and the half width of its 95 % interval.
    loss: f64,
    interval: f64,
}

/// The variance of luck-adjusted results.
#[derive(Clone, Debug, Serialize)]
pub struct LuckVariance {
    games: usize,
    /// The variance of a result within a pair, and of a result without luck.
    plain: f64,
    adjusted: f64,
    /// The mean difference of both, and the half width of its 95 % interval.
    difference: f64,
    interval: f64,
}

/// How many games of each player a rating needs until pairs are in the right order in 95 % of the
/// schedules.
#[derive(Clone, Debug, Serialize)]
pub struct RatingOrder {
    system: &'static str,
    schedules: u32,
    /// Until every pair is in order; none if that never happens.
    games: Option<f64>,
    /// The pair that takes longest.
    slowest: [String; 2],
    /// The mean over all pairs.
    mean: Option<f64>,
    /// The share of pairs that get in order.
    ordered: f64,
}

/// A reviewed game.
#[derive(Clone, Copy, Debug)]
struct ReviewedGame {
    /// The places of the players.
    players: BySide<usize>,
    /// Red's result, and Red's result without luck.
    result: f64,
    adjusted: f64,
    /// The total loss and the number of decisions.
    loss: BySide<(f64, usize)>,
}

impl RatingBench {
    /// Plays, reviews and rates, reporting the number of games.
    pub fn run(&self, on_game: &mut dyn FnMut(usize)) -> Result<Vec<RatingReport>> {
        let games = self.play(on_game)?;
        let mut reports = self.pair_reports(&games);
        reports.extend(self.player_reports(&games));
        let variance = LuckVariance::of(&games);
        reports.push(RatingReport::Variance(variance.clone()));
        if !self.neighbours {
            let pool = GamePool::new(self.players.len(), &games);
            let systems = [
                ("glicko-2", RatingSystem::Results),
                ("without luck", RatingSystem::WithoutLuck(variance.adjusted)),
            ];
            for (system, rating) in systems {
                let order = pool.order(rating, self.schedules, self.seed);
                reports.push(self.order_report(system, &order));
            }
        }
        Ok(reports)
    }

    /// The number of games.
    pub fn count(&self) -> usize {
        self.pairs().count() * self.games as usize
    }

    /// The places of the weaker and the stronger player of each pair.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let (count, neighbours) = (self.players.len(), self.neighbours);
        let pairs = (0..count).flat_map(move |one| (one + 1..count).map(move |other| [one, other]));
        pairs.filter(move |[one, other]| !neighbours || one + 1 == *other)
    }

    fn play(&self, on_game: &mut dyn FnMut(usize)) -> Result<Vec<ReviewedGame>> {
        let stop = StopSign::default();
        let mut players: Vec<_> = self.players.iter().map(|spec| spec.contestant(&stop)).collect();
        let engine = Engine::default();
        let mut games = Vec::new();
        for round in 0..u64::from(self.games) {
            for [one, other] in self.pairs() {
                let even = round % 2 == 0;
                let seats = BySide {
                    red: if even { one } else { other },
                    white: if even { other } else { one },
                };
                // Two games with changed sides have the same deal and the same cards.
                let seed =
                    Random::new(self.seed ^ ((round / 2) << 16) ^ (one * 64 + other) as u64).next();
                let game = self.play_game(&mut players, &seats, seed)?;
                let review = Review::of(&game, &engine, SearchLimits::nodes(self.nodes));
                let summaries = BySide::from_fn(|side| review.summary(side));
                games.push(ReviewedGame {
                    players: seats,
                    result: review.result(),
                    adjusted: review.balance().luck_adjusted(),
                    loss: BySide::from_fn(|side| (summaries[side].loss, summaries[side].decisions)),
                });
                on_game(games.len());
            }
        }
        Ok(games)
    }

    fn play_game(
        &self,
        players: &mut [Box<dyn Contestant>],
        seats: &BySide<usize>,
        seed: u64,
    ) -> Result<Game> {
        let mut random = Random::new(seed);
        let mut game = Game::new(random.deal(self.rules));
        for side in Side::ALL {
            players[seats[side]].begin(random.next())?;
        }
        while !game.position().is_over() {
            let player = &mut players[seats[game.position().side()]];
            let action = player.choose(&game)?;
            let card = random.next();
            let draw = |pending: &PendingDraw| chosen_card(pending, card);
            game.act_with(action, draw).with_context(|| format!("{action} is not allowed"))?;
        }
        Ok(game)
    }

    fn pair_reports(&self, games: &[ReviewedGame]) -> Vec<RatingReport> {
        let report = |[one, other]: [usize; 2]| {
            let of_pair = |game: &&ReviewedGame| {
                Side::ALL.iter().all(|&side| [one, other].contains(&game.players[side]))
            };
            let seen = |game: &ReviewedGame, red: f64| {
                if game.players.red == other { red } else { 1.0 - red }
            };
            let scores: Vec<_> =
                games.iter().filter(of_pair).map(|game| seen(game, game.result)).collect();
            let adjusted: Vec<_> =
                games.iter().filter(of_pair).map(|game| seen(game, game.adjusted)).collect();
            let (score, deviation) = mean_and_deviation(&scores);
            let (adjusted, adjusted_deviation) = mean_and_deviation(&adjusted);
            RatingReport::Pair(PairResults {
                players: self.names([one, other]),
                games: scores.len(),
                score,
                deviation,
                adjusted,
                adjusted_deviation,
            })
        };
        self.pairs().map(report).collect()
    }

    fn player_reports(&self, games: &[ReviewedGame]) -> Vec<RatingReport> {
        let report = |(place, spec): (usize, &PlayerSpec)| {
            let own = games.iter().flat_map(|game| {
                let sides = Side::ALL.into_iter().filter(|&side| game.players[side] == place);
                sides.map(|side| game.loss[side])
            });
            let own: Vec<_> = own.collect();
            let decisions: usize = own.iter().map(|(_, decisions)| decisions).sum();
            let per_game = decisions as f64 / own.len().max(1) as f64;
            // Decisions of one game are not independent, games are.
            let losses: Vec<_> = own.iter().map(|(loss, _)| 100.0 * loss / per_game).collect();
            let (loss, deviation) = mean_and_deviation(&losses);
            RatingReport::Player(ReviewedPlayer {
                player: spec.to_string(),
                games: own.len(),
                decisions,
                loss,
                interval: 1.96 * deviation / (own.len().max(1) as f64).sqrt(),
            })
        };
        self.players.iter().enumerate().map(report).collect()
    }

    fn order_report(&self, system: &'static str, order: &Order) -> RatingReport {
        let players = self.players.len() as f64;
        // Each game has two players.
        let of_a_player = |games: f64| 2.0 * games / players;
        let slowest = order.games.iter().max_by_key(|(_, games)| games.unwrap_or(usize::MAX));
        let in_order = order.games.values().flatten().count();
        let ordered = in_order as f64 / order.games.len() as f64;
        let known: Option<Vec<_>> = order.games.values().copied().collect();
        let mean = known.as_ref().map(|all| all.iter().sum::<usize>() as f64 / all.len() as f64);
        RatingReport::Order(RatingOrder {
            system,
            schedules: self.schedules,
            games: known.and_then(|all| all.iter().max().map(|most| of_a_player(*most as f64))),
            slowest: slowest.map(|(pair, _)| self.names(*pair)).unwrap_or_default(),
            mean: mean.map(of_a_player),
            ordered,
        })
    }

    fn names(&self, pair: [usize; 2]) -> [String; 2] {
        pair.map(|place| self.players[place].to_string())
    }
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

impl LuckVariance {
    fn of(games: &[ReviewedGame]) -> Self {
        let mut pairs: BTreeMap<[usize; 2], Vec<&ReviewedGame>> = BTreeMap::new();
        for game in games {
            pairs.entry([game.players.red, game.players.white]).or_default().push(game);
        }
        let variance = |value: fn(&ReviewedGame) -> f64| {
            let squares = pairs.values().map(|games| {
                let values: Vec<_> = games.iter().map(|game| value(game)).collect();
                mean_and_deviation(&values).1.powi(2) * (values.len() - 1) as f64
            });
            squares.sum::<f64>() / (games.len() - pairs.len()).max(1) as f64
        };
        let luck: Vec<_> = games.iter().map(|game| game.adjusted - game.result).collect();
        let (difference, deviation) = mean_and_deviation(&luck);
        Self {
            games: games.len(),
            plain: variance(|game| game.result),
            adjusted: variance(|game| game.adjusted),
            difference,
            interval: 1.96 * deviation / (games.len() as f64).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_adjusted_results_vary_less_and_order_players_sooner() {
        let players = ["random", "level:4"].map(|name| name.parse().expect("a player"));
        let bench = RatingBench {
            players: players.to_vec(),
            rules: Ruleset::CLASSIC,
            games: 6,
            neighbours: false,
            nodes: 16,
            schedules: 20,
            seed: 1,
        };
        assert_eq!(bench.count(), 6);
        let reports = bench.run(&mut |_| ()).expect("reports");
        let [RatingReport::Pair(pair), rest @ ..] = &reports[..] else { panic!("{reports:?}") };
        assert!(pair.games == 6 && pair.score > 0.6, "{reports:?}");
        let [RatingReport::Player(weak), RatingReport::Player(strong), ..] = rest else {
            panic!("{reports:?}")
        };
        assert!(weak.loss > strong.loss, "{reports:?}");
        assert_eq!(rest.len(), 5);
    }
}
