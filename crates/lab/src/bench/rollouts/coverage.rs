use std::ops::RangeInclusive;

use bosworth_engine::{Rollout, RolloutAction, RolloutSettings, SearchLimits, Solver};
use bosworth_rules::{Action, Ending, Position, Ruleset, Setup};
use serde::Serialize;

use super::{ANYWHERE, RolloutBench, variance};

/// How often intervals contain the truth.
#[derive(Clone, Debug, Serialize)]
pub struct CoverageReport {
    /// What the truth is: `exact` values, or `long` rollouts.
    truth: &'static str,
    rules: String,
    positions: usize,
    actions: u32,
    /// The share of actions whose interval contains the truth.
    covered: f64,
    /// The mean distance from the truth, in percentage points of win chance.
    error: f64,
    /// The mean half width of the intervals, in percentage points.
    reach: f64,
    /// The mean number of games of an action.
    games: f64,
}

/// An action with its rollouts and the truth.
#[derive(Clone, Debug, Serialize)]
pub struct CoverageRow {
    /// What the truth is.
    measure: &'static str,
    rules: String,
    seed: u64,
    /// The number of the game that the position comes from.
    game: u64,
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
}

/// Called with the number of positions so far and the rows of the last one.
pub type OnRows<'f, Row> = &'f mut dyn FnMut(usize, &[Row]);

/// The roses left where values can be solved exactly, but not within a short search.
const ROSES: RangeInclusive<u8> = 3..=6;
/// How many times as many nodes each search of longer rollouts takes.
const LONG_NODES: u32 = 4;
/// The memory of the solver that finds exact values.
const TRUTH_BYTES: usize = 256 << 20;

impl RolloutBench {
    /// Compares rollouts with exact values, on positions where these can be found but a search of a
    /// few hundred nodes does not find them. Reports the rows of each position.
    pub fn exact_coverage(&self, on_position: OnRows<'_, CoverageRow>) -> CoverageReport {
        let mut count = CoverageCount::new("exact", self.rules);
        let mut solver = Solver::new(TRUTH_BYTES);
        for (game, position) in self.near_the_end(ROSES) {
            let Some(truth) = self.truth(&position, &mut solver, 0) else { continue };
            let rollout = self.roll_out(&position, self.settings);
            let rows = self.rows("exact", game, &position, &rollout, &truth);
            if count.add(&rows, on_position) == self.positions {
                break;
            }
        }
        count.report
    }

    /// Compares rollouts with those that take `times` as many nodes, anywhere in a game: other piles, more
    /// games, and four times the nodes in each, because games that are played alike share errors.
    pub fn long_coverage(
        &self,
        times: u32,
        on_position: OnRows<'_, CoverageRow>,
    ) -> CoverageReport {
        let mut count = CoverageCount::new("long", self.rules);
        for (game, position) in self.decisions(ANYWHERE) {
            let rollout = self.roll_out(&position, self.settings);
            let few = self.settings;
            let games = few.games.saturating_mul((times / LONG_NODES).max(1));
            let more = u64::from(LONG_NODES);
            let long = RolloutSettings {
                nodes: more * few.nodes,
                card_nodes: more * few.card_nodes,
                end_nodes: more * few.end_nodes,
                games,
                precision: 0.0,
                seed: !few.seed,
                ..few
            };
            let long = self.roll_out(&position, long).actions();
            // Actions that were closed early have too few games to be the truth.
            let long = long.iter().filter(|it| it.games == games);
            let truth: Vec<_> = long.map(|it| (it.action, it.win)).collect();
            let rows = self.rows("long", game, &position, &rollout, &truth);
            if count.add(&rows, on_position) == self.positions {
                break;
            }
        }
        count.report
    }

    /// Decisions with so few roses left, with the number of their game. Games of editions that end
    /// when either side is blocked seldom get so far: there, the players play on until both are, and
    /// positions in which the game is over then are left out.
    pub(super) fn near_the_end(
        self,
        roses: RangeInclusive<u8>,
    ) -> impl Iterator<Item = (u64, Position)> {
        let long = Ruleset { ending: Ending::BothBlocked, ..self.rules };
        let games = Self { rules: long, ..self };
        games.decisions(roses).filter_map(move |(game, position)| {
            let setup = Setup { ruleset: self.rules, ..Setup::from(position) };
            let position = Position::try_from(setup).ok()?;
            (position.actions().len() > 1).then_some((game, position))
        })
    }

    /// The exact win chances of all actions; none if they take more nodes than the limit, or `least` at
    /// most.
    pub(super) fn truth(
        &self,
        position: &Position,
        solver: &mut Solver,
        least: u64,
    ) -> Option<Vec<(Action, f64)>> {
        solver.clear();
        let solution = solver.solve(position, SearchLimits::nodes(self.truth_nodes), &mut ());
        let is_wanted = solution.complete && solution.nodes >= least;
        is_wanted.then(|| solution.actions.iter().map(|it| (it.action, it.win_chance)).collect())
    }

    /// The actions of a position whose truth is known and was not known to the rollouts.
    fn rows(
        &self,
        measure: &'static str,
        game: u64,
        position: &Position,
        rollout: &Rollout,
        truth: &[(Action, f64)],
    ) -> Vec<CoverageRow> {
        let row = |it: &RolloutAction| {
            let &(_, truth) = truth.iter().find(|(action, _)| *action == it.action)?;
            Some(CoverageRow {
                measure,
                rules: self.rules.to_string(),
                seed: self.seed,
                game,
                position: position.to_string(),
                roses: position.supply(),
                action: it.action.to_string(),
                truth,
                win: it.win,
                low: it.low,
                high: it.high,
                games: it.games,
                deviation: variance(rollout.values(it.action)).sqrt(),
            })
        };
        rollout.actions().iter().filter(|it| !it.exact).filter_map(row).collect()
    }
}

/// Counts while positions come in: the means of the report are those so far.
struct CoverageCount {
    report: CoverageReport,
    covered: u32,
}

impl CoverageCount {
    fn new(truth: &'static str, rules: Ruleset) -> Self {
        let report = CoverageReport {
            truth,
            rules: rules.to_string(),
            positions: 0,
            actions: 0,
            covered: 0.0,
            error: 0.0,
            reach: 0.0,
            games: 0.0,
        };
        Self { report, covered: 0 }
    }

    /// Counts the actions of a position, if there are any, and shows them. Returns the number of positions.
    fn add(&mut self, rows: &[CoverageRow], on_position: OnRows<'_, CoverageRow>) -> usize {
        let report = &mut self.report;
        for row in rows {
            report.actions += 1;
            let mean =
                |before: f64, value: f64| before + (value - before) / f64::from(report.actions);
            // A value on the bound is inside, whatever the rounding.
            let slack = 1e-9;
            let inside = row.low - slack <= row.truth && row.truth <= row.high + slack;
            self.covered += u32::from(inside);
            let [error, reach] = [(row.win - row.truth).abs(), (row.high - row.low) / 2.0];
            report.error = mean(report.error, 100.0 * error);
            report.reach = mean(report.reach, 100.0 * reach);
            report.games = mean(report.games, f64::from(row.games));
            report.covered = f64::from(self.covered) / f64::from(report.actions);
        }
        if !rows.is_empty() {
            report.positions += 1;
            on_position(report.positions, rows);
        }
        report.positions
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::bench;
    use super::*;

    #[test]
    fn coverage_is_counted_over_actions_whose_truth_is_known() {
        let mut rows = Vec::new();
        let long = bench().long_coverage(4, &mut |_, found| rows.extend(found.to_vec()));
        assert_eq!((long.truth, long.positions), ("long", 2));
        assert!(long.actions >= 2 && (0.0..=1.0).contains(&long.covered), "{long:?}");
        assert!(long.reach > 0.0 && long.games >= 16.0, "{long:?}");
        assert_eq!(rows.len(), long.actions as usize);
        let rest = RolloutBench { positions: 1, first_game: rows[0].game + 1, ..bench() };
        let mut after = Vec::new();
        rest.long_coverage(4, &mut |_, found| after.extend(found.to_vec()));
        let last = rows.last().expect("two positions");
        assert_eq!(after[0].position, last.position, "it goes on where it was interrupted");
    }

    #[test]
    fn endings_of_a_sudden_edition_have_few_roses_left_too() {
        let sudden = RolloutBench { rules: Ruleset::KINGOFROSES, ..bench() };
        for (_, position) in sudden.near_the_end(3..=6).take(3) {
            assert_eq!(position.ruleset(), Ruleset::KINGOFROSES);
            assert!((3..=6).contains(&position.supply()) && !position.is_over());
        }
    }
}
