use bosworth_analysis::{Timer, roll_out};
use bosworth_engine::{
    Engine, EngineSettings, Random, Rollout, RolloutAction, RolloutSettings, SearchLimits, Solver,
};
use bosworth_rules::{Action, Next, Position, Ruleset};
use serde::Serialize;

/// Measures rollouts: whether their intervals contain the truth, and what makes them precise.
#[derive(Clone, Copy, Debug)]
pub struct RolloutBench {
    /// The rules of the games that the positions come from.
    pub rules: Ruleset,
    /// The number of positions.
    pub positions: usize,
    /// The nodes that the players of those games search for each action.
    pub player_nodes: u64,
    /// How the positions are rolled out.
    pub settings: RolloutSettings,
    /// The number of threads.
    pub threads: u16,
    /// The seed of the games.
    pub seed: u64,
}

/// How often intervals contain the truth.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CoverageReport {
    /// What the truth is: `exact` values, or `long` rollouts.
    truth: &'static str,
    rules: String,
    positions: usize,
    actions: u32,
    /// The share of actions whose interval contains the truth.
    covered: f64,
    /// The mean distance from the truth, of rollouts and of a search that takes as many nodes, in
    /// percentage points of win chance.
    error: f64,
    search_error: f64,
    /// The mean half width of the intervals, in percentage points.
    reach: f64,
    /// The mean number of games of an action.
    games: f64,
}

/// An action with its rollouts and the truth.
#[derive(Clone, Debug, Serialize)]
pub struct CoverageRow {
    rules: String,
    position: String,
    /// The number of roses left.
    roses: u8,
    action: String,
    truth: f64,
    win: f64,
    low: f64,
    high: f64,
    games: u32,
    /// The standard deviation of its games.
    deviation: f64,
    /// The value of a search that takes as many nodes as all the games.
    search: f64,
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

/// Called with the number of positions so far and the rows of the last one.
pub type OnPosition<'f> = &'f mut dyn FnMut(usize, &[CoverageRow]);

/// The roses left where values can be solved exactly, but not within a short search.
const ROSES: std::ops::RangeInclusive<u8> = 3..=6;
/// In editions that end suddenly, the last decisions of a game, without the very last.
const LAST_DECISIONS: std::ops::Range<usize> = 4..16;
/// The nodes of the solver that finds the exact values of a position: some seconds.
const TRUTH_NODES: u64 = 10_000_000;
/// The memory of the solver that finds them.
const TRUTH_BYTES: usize = 256 << 20;

impl RolloutBench {
    /// Compares rollouts with exact values, on positions where these can be found but a search of a
    /// few hundred nodes does not find them. Reports the rows of each position.
    pub fn exact_coverage(&self, on_position: OnPosition<'_>) -> CoverageReport {
        let mut count = CoverageCount::default();
        let mut solver = Solver::new(TRUTH_BYTES);
        for game in 0.. {
            let near_end = |decisions: &[Position]| self.near_end(decisions);
            let Some(position) = self.position(game, &near_end) else { continue };
            solver.clear();
            let solution = solver.solve(&position, SearchLimits::nodes(TRUTH_NODES), &mut ());
            if !solution.complete {
                continue;
            }
            let rollout = self.roll_out(&position, self.settings);
            let truth = |action| {
                let solved = solution.actions.iter().find(|it| it.action == action);
                solved.map(|it| it.win_chance)
            };
            let rows = self.rows(&position, &rollout, &truth);
            if count.add(&rows) {
                on_position(count.positions, &rows);
            }
            if count.positions == self.positions {
                break;
            }
        }
        count.report("exact", self.rules)
    }

    /// Compares rollouts with the means of `times` as many games with other piles, anywhere in a game.
    pub fn long_coverage(&self, times: u32, on_position: OnPosition<'_>) -> CoverageReport {
        let mut count = CoverageCount::default();
        for game in 0.. {
            let Some(position) = self.position(game, &anywhere) else { continue };
            let rollout = self.roll_out(&position, self.settings);
            let games = self.settings.games.saturating_mul(times);
            let long = RolloutSettings {
                seed: !self.settings.seed,
                precision: 0.0,
                games,
                ..self.settings
            };
            let long = self.roll_out(&position, long).actions();
            // Actions that were closed early have too few games to be the truth.
            let truth = |action| {
                let found = long.iter().find(|it| it.action == action)?;
                (found.games == games).then_some(found.win)
            };
            let rows = self.rows(&position, &rollout, &truth);
            if count.add(&rows) {
                on_position(count.positions, &rows);
            }
            if count.positions == self.positions {
                break;
            }
        }
        count.report("long", self.rules)
    }

    /// The actions of a position whose truth is known and was not known to the rollouts.
    fn rows(
        &self,
        position: &Position,
        rollout: &Rollout,
        truth: &dyn Fn(Action) -> Option<f64>,
    ) -> Vec<CoverageRow> {
        let searched = self.search(position, rollout);
        let row = |it: &RolloutAction| {
            let truth = truth(it.action)?;
            let search = searched.iter().find(|(action, _)| *action == it.action);
            Some(CoverageRow {
                rules: self.rules.to_string(),
                position: position.to_string(),
                roses: position.supply(),
                action: it.action.to_string(),
                truth,
                win: it.win,
                low: it.low,
                high: it.high,
                games: it.games,
                deviation: variance(rollout.values(it.action)).sqrt(),
                search: search.map_or(0.5, |(_, value)| *value),
            })
        };
        rollout.actions().iter().filter(|it| !it.exact).filter_map(row).collect()
    }

    /// Measures the variance with and without each means against it.
    pub fn variance(&self, on_position: &mut dyn FnMut(usize)) -> Vec<VarianceReport> {
        let kinds = [(false, false), (false, true), (true, false), (true, true)];
        let mut sums = [(0.0, 0.0); 4];
        let mut positions = 0;
        for game in 0.. {
            let Some(position) = self.position(game, &anywhere) else { continue };
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

    /// What a search says with as many nodes as the games took.
    fn search(&self, position: &Position, rollout: &Rollout) -> Vec<(Action, f64)> {
        let RolloutSettings { nodes, card_nodes, plies, end_nodes, .. } = self.settings;
        // Half of the plies are draws of ten cards.
        let game = u64::from(plies) * (nodes + 5 * card_nodes) + end_nodes;
        let nodes = (u64::from(rollout.games()) * game).clamp(1_000, 3_000_000);
        let settings = EngineSettings { solve: false, hash: 512, ..EngineSettings::default() };
        let found = Engine::new(settings).analyse(position, SearchLimits::nodes(nodes));
        found.lines.iter().map(|line| (line.action(), line.win_chance())).collect()
    }

    /// A decision of a game between engines; none if the game has none that is wanted.
    fn position(
        &self,
        game: u64,
        wanted: &dyn Fn(&[Position]) -> Vec<Position>,
    ) -> Option<Position> {
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
        let wanted = wanted(&decisions);
        let place = random.below(wanted.len().max(1) as u32);
        wanted.get(place as usize).copied()
    }

    fn near_end(&self, decisions: &[Position]) -> Vec<Position> {
        if self.rules == Ruleset::KINGOFROSES {
            let from_end = decisions.iter().rev();
            return from_end.take(LAST_DECISIONS.end).skip(LAST_DECISIONS.start).copied().collect();
        }
        decisions.iter().filter(|position| ROSES.contains(&position.supply())).copied().collect()
    }
}

fn anywhere(decisions: &[Position]) -> Vec<Position> {
    decisions.to_vec()
}

fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
}

#[derive(Default)]
struct CoverageCount {
    positions: usize,
    actions: u32,
    covered: u32,
    error: f64,
    search_error: f64,
    reach: f64,
    games: u64,
}

impl CoverageCount {
    /// Counts the actions of a position; returns whether there are any.
    fn add(&mut self, rows: &[CoverageRow]) -> bool {
        for row in rows {
            self.actions += 1;
            // A value on the bound is inside, whatever the rounding.
            let slack = 1e-9;
            self.covered +=
                u32::from(row.low - slack <= row.truth && row.truth <= row.high + slack);
            self.error += (row.win - row.truth).abs();
            self.search_error += (row.search - row.truth).abs();
            self.reach += (row.high - row.low) / 2.0;
            self.games += u64::from(row.games);
        }
        self.positions += usize::from(!rows.is_empty());
        !rows.is_empty()
    }

    fn report(self, truth: &'static str, rules: Ruleset) -> CoverageReport {
        let count = f64::from(self.actions.max(1));
        CoverageReport {
            truth,
            rules: rules.to_string(),
            positions: self.positions,
            actions: self.actions,
            covered: f64::from(self.covered) / count,
            error: 100.0 * self.error / count,
            search_error: 100.0 * self.search_error / count,
            reach: 100.0 * self.reach / count,
            games: self.games as f64 / count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bench() -> RolloutBench {
        let few = RolloutSettings { nodes: 10, card_nodes: 2, end_nodes: 20, ..Default::default() };
        RolloutBench {
            rules: Ruleset::CLASSIC,
            positions: 2,
            player_nodes: 10,
            settings: RolloutSettings { games: 32, plies: 4, ..few },
            threads: 1,
            seed: 1,
        }
    }

    #[test]
    fn coverage_is_counted_over_actions_whose_truth_is_known() {
        let long = bench().long_coverage(4, &mut |_, _| ());
        assert_eq!((long.truth, long.positions), ("long", 2));
        assert!(long.actions >= 2 && (0.0..=1.0).contains(&long.covered), "{long:?}");
        assert!(long.reach > 0.0 && long.games >= 16.0, "{long:?}");
    }

    #[test]
    fn variance_is_measured_with_and_without_each_means() {
        let reports = bench().variance(&mut |_| ());
        let kinds: Vec<_> = reports.iter().map(|it| (it.without_luck, it.same_piles)).collect();
        assert_eq!(kinds, [(false, false), (false, true), (true, false), (true, true)]);
        assert!(reports[3].deviation < reports[0].deviation, "{reports:?}");
    }
}
