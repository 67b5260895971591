mod coverage;
mod equal_time;
mod processor_time;

use std::ops::RangeInclusive;

use bosworth_analysis::{Timer, roll_out};
use bosworth_engine::{Engine, Random, Rollout, RolloutSettings, SearchLimits};
use bosworth_rules::{Action, Next, Position, Ruleset};
use serde::Serialize;

pub use self::coverage::{CoverageReport, CoverageRow, OnRows};
pub use self::equal_time::{EqualTimeReport, EqualTimeRow};

/// Measures rollouts: whether their intervals contain the truth, and what makes them precise.
#[derive(Clone, Copy, Debug)]
pub struct RolloutBench {
    /// The rules of the games that the positions come from.
    pub rules: Ruleset,
    /// The number of positions.
    pub positions: usize,
    /// The number of the first game. Each game gives one position at most, the same in every run, so a
    /// measurement that was interrupted can go on after the last game of its rows.
    pub first_game: u64,
    /// The maximum number of nodes of the solver that finds exact values.
    pub truth_nodes: u64,
    /// The nodes that the players of those games search for each action.
    pub player_nodes: u64,
    /// How the positions are rolled out.
    pub settings: RolloutSettings,
    /// The number of threads.
    pub threads: u16,
    /// The seed of the games.
    pub seed: u64,
}

/// The standard deviation of a game, and what follows from it, with one set of means against variance.
#[derive(Clone, Debug, Serialize)]
pub struct VarianceReport {
    rules: String,
    positions: usize,
    without_luck: bool,
    same_piles: bool,
    /// The standard deviation of the value of a game, in percentage points of win chance, and the
    /// games for an interval of ± 1 point.
    deviation: f64,
    games: f64,
    /// The same for the difference of the two best actions.
    difference_deviation: f64,
    difference_games: f64,
}

impl RolloutBench {
    /// Measures the variance with and without each means against it.
    pub fn variance(&self, on_position: &mut dyn FnMut(usize)) -> Vec<VarianceReport> {
        let kinds = [(false, false), (false, true), (true, false), (true, true)];
        let mut sums = [(0.0, 0.0); 4];
        let mut positions = 0;
        for (_, position) in self.decisions(ANYWHERE) {
            let reference = self.settings;
            let best = self.roll_out(&position, RolloutSettings { games: 32, ..reference });
            let open: Vec<_> =
                best.actions().iter().filter(|it| !it.exact).map(|it| it.action).collect();
            let [one, other, ..] = open[..] else { continue };
            for (sum, (without_luck, same_piles)) in sums.iter_mut().zip(kinds) {
                let settings = RolloutSettings { without_luck, same_piles, ..reference };
                let values = self.values(&position, [one, other], settings);
                let difference: Vec<_> =
                    values[0].iter().zip(&values[1]).map(|(one, other)| one - other).collect();
                sum.0 += variance(&values[0]);
                sum.1 += variance(&difference);
            }
            positions += 1;
            on_position(positions);
            if positions == self.positions {
                break;
            }
        }
        let report = |((own, difference), (without_luck, same_piles)): ((f64, f64), _)| {
            let mean = |sum: f64| 100.0 * (sum / positions as f64).sqrt();
            let games = |deviation: f64| (1.96 * deviation).powi(2);
            let (deviation, difference) = (mean(own), mean(difference));
            VarianceReport {
                rules: self.rules.to_string(),
                positions,
                without_luck,
                same_piles,
                deviation,
                games: games(deviation),
                difference_deviation: difference,
                difference_games: games(difference),
            }
        };
        sums.into_iter().zip(kinds).map(report).collect()
    }

    fn roll_out(&self, position: &Position, settings: RolloutSettings) -> Rollout {
        roll_out(position, settings, self.threads, &Timer::default(), |_| ())
    }

    /// The values of all games of two actions.
    fn values(
        &self,
        position: &Position,
        actions: [Action; 2],
        settings: RolloutSettings,
    ) -> [Vec<f64>; 2] {
        let settings = RolloutSettings { precision: 0.0, ..settings };
        let rollout = self.roll_out(position, settings);
        actions.map(|action| rollout.values(action).to_vec())
    }

    /// A decision of a game between engines; none if the game has none that is wanted.
    fn decision(&self, game: u64, wanted: &dyn Fn(&Position) -> bool) -> Option<Position> {
        let mut random = Random::new(Random::new(self.seed).next() ^ Random::new(!game).next());
        let engine = Engine::default();
        let mut position = random.deal(self.rules);
        let mut decisions = Vec::new();
        while !position.is_over() {
            if position.actions().len() > 1 {
                decisions.push(position);
            }
            let found = engine.analyse(&position, SearchLimits::nodes(self.player_nodes));
            position = match position.act(found.best().unwrap_or(Action::Pass)) {
                Ok(Next::Position(next)) => next,
                Ok(Next::Draw(pending)) => {
                    let card = random.below(pending.outcomes().len());
                    pending.pick(card).unwrap_or(position)
                }
                Err(illegal) => unreachable!("the engine acts legally: {illegal}"),
            };
        }
        decisions.retain(wanted);
        let place = random.below(decisions.len().max(1) as u32);
        decisions.get(place as usize).copied()
    }

    /// A decision with such a number of roses left of each game that has one, and the number of the game.
    fn decisions(self, roses: RangeInclusive<u8>) -> impl Iterator<Item = (u64, Position)> {
        let wanted = move |position: &Position| roses.contains(&position.supply());
        (self.first_game..).filter_map(move |game| Some((game, self.decision(game, &wanted)?)))
    }
}

/// The roses left anywhere in a game.
const ANYWHERE: RangeInclusive<u8> = 0..=52;

fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn bench() -> RolloutBench {
        let few = RolloutSettings { nodes: 10, card_nodes: 2, end_nodes: 20, ..Default::default() };
        RolloutBench {
            rules: Ruleset::CLASSIC,
            positions: 2,
            first_game: 0,
            truth_nodes: 200_000,
            player_nodes: 10,
            settings: RolloutSettings { games: 32, plies: 4, ..few },
            threads: 1,
            seed: 1,
        }
    }

    #[test]
    fn variance_is_measured_with_and_without_each_means() {
        let reports = bench().variance(&mut |_| ());
        let kinds: Vec<_> = reports.iter().map(|it| (it.without_luck, it.same_piles)).collect();
        assert_eq!(kinds, [(false, false), (false, true), (true, false), (true, true)]);
        assert!(reports[3].deviation < reports[0].deviation, "{reports:?}");
    }
}
