use std::ops::RangeInclusive;
use std::time::Duration;

use bosworth_analysis::FIRST_SEARCH_NODES;
use bosworth_engine::{
    Engine, EngineSettings, Rollout, RolloutSettings, SearchLimits, Solver, Watch,
};
use bosworth_rules::{Action, Position};
use serde::Serialize;

use super::RolloutBench;
use super::coverage::OnRows;
use super::processor_time::ProcessorTimer;

/// How far rollouts and a search are from exact values after the same processor time.
#[derive(Clone, Debug, Serialize)]
pub struct EqualTimeReport {
    rules: String,
    seconds: f64,
    positions: usize,
    /// The mean error of an action, in percentage points of win chance.
    rollout_error: f64,
    search_error: f64,
    /// The mean win chance that the best action of each gives away, in percentage points.
    rollout_loss: f64,
    search_loss: f64,
}

/// What rollouts and a search said of a position after the same processor time, in percentage points of win
/// chance.
#[derive(Clone, Debug, Serialize)]
pub struct EqualTimeRow {
    rules: String,
    seed: u64,
    /// The number of the game that the position comes from.
    game: u64,
    position: String,
    /// The number of roses left.
    roses: u8,
    actions: usize,
    seconds: f64,
    rollout: Judgement,
    search: Judgement,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Judgement {
    /// The mean error of an action.
    error: f64,
    /// The error of the truly best action.
    best_error: f64,
    /// What its best action gives away.
    loss: f64,
}

/// The roses left where values can be solved.
const ROSES: RangeInclusive<u8> = 3..=6;
/// The solver nodes of the first search of rollouts: what takes no more is known to them.
const KNOWN_NODES: u64 = 200_000;
/// The memory of the solver that finds exact values.
const TRUTH_BYTES: usize = 256 << 20;

impl RolloutBench {
    /// Compares rollouts with a search without a solver of the same processor time on this thread, on
    /// positions that the solver needs to know exactly: beyond its reach, that is what an engine has.
    pub fn equal_time(
        &self,
        seconds: &[f64],
        on_position: OnRows<'_, EqualTimeRow>,
    ) -> Vec<EqualTimeReport> {
        let mut rows: Vec<EqualTimeRow> = Vec::new();
        let mut solver = Solver::new(TRUTH_BYTES);
        let found = self.near_the_end(ROSES).filter_map(|(game, position)| {
            let truth = self.truth(&position, &mut solver, KNOWN_NODES)?;
            Some((game, position, truth))
        });
        for (place, (game, position, truth)) in found.take(self.positions).enumerate() {
            let rollouts = self.rollouts_of(&position, seconds);
            let row = |(&seconds, rollout): (&f64, &Vec<(Action, f64)>)| EqualTimeRow {
                rules: self.rules.to_string(),
                seed: self.seed,
                game,
                position: position.to_string(),
                roses: position.supply(),
                actions: truth.len(),
                seconds,
                rollout: Judgement::of(rollout, &truth),
                search: Judgement::of(&search(&position, seconds), &truth),
            };
            let new: Vec<_> = seconds.iter().zip(&rollouts).map(row).collect();
            on_position(place + 1, &new);
            rows.extend(new);
        }
        let report = |&seconds: &f64| {
            let same = |row: &&EqualTimeRow| row.seconds.total_cmp(&seconds).is_eq();
            let positions = rows.iter().filter(same).count();
            let mean = |value: fn(&EqualTimeRow) -> f64| {
                rows.iter().filter(same).map(value).sum::<f64>() / positions.max(1) as f64
            };
            EqualTimeReport {
                rules: self.rules.to_string(),
                seconds,
                positions,
                rollout_error: mean(|row| row.rollout.error),
                search_error: mean(|row| row.search.error),
                rollout_loss: mean(|row| row.rollout.loss),
                search_loss: mean(|row| row.search.loss),
            }
        };
        seconds.iter().map(report).collect()
    }

    /// What rollouts say of each action after each of some times, the best action first.
    fn rollouts_of(&self, position: &Position, seconds: &[f64]) -> Vec<Vec<(Action, f64)>> {
        let mut said = Vec::new();
        let limit = seconds.iter().copied().fold(0.0, f64::max);
        let mut timer = ProcessorTimer::new(Duration::from_secs_f64(limit));
        let searched = Engine::default().analyse(position, SearchLimits::nodes(FIRST_SEARCH_NODES));
        let endless = RolloutSettings { games: u32::MAX / 2, precision: 0.0, ..self.settings };
        let mut rollout = Rollout::new(position, &searched, endless);
        let engine = Engine::new(EngineSettings { hash: 1, ..EngineSettings::default() });
        let known = |rollout: &Rollout| {
            let actions = rollout.actions();
            actions.iter().map(|it| (it.action, it.win)).collect::<Vec<_>>()
        };
        while timer.keep_on(0).is_continue() {
            let round = rollout.round();
            if round.is_empty() {
                break;
            }
            let mut outcomes = Vec::new();
            for &game in &round {
                outcomes.push(rollout.play(&engine, game));
                let due = |seconds: &f64| timer.elapsed().as_secs_f64() >= *seconds;
                while seconds.get(said.len()).is_some_and(due) {
                    let mut so_far = rollout.clone();
                    so_far.add(&round, &outcomes);
                    said.push(known(&so_far));
                }
                if timer.keep_on(0).is_break() {
                    break;
                }
            }
            rollout.add(&round, &outcomes);
        }
        // Once everything is known, more time changes nothing.
        said.resize_with(seconds.len(), || known(&rollout));
        said
    }
}

/// What a search says of each action, the best first.
fn search(position: &Position, seconds: f64) -> Vec<(Action, f64)> {
    let settings = EngineSettings { hash: 1024, solve: false, ..EngineSettings::default() };
    let mut timer = ProcessorTimer::new(Duration::from_secs_f64(seconds));
    let found =
        Engine::new(settings).analyse_watched(position, SearchLimits::default(), &mut timer);
    found.lines.iter().map(|line| (line.action(), line.win_chance())).collect()
}

impl Judgement {
    /// Of values of actions, the best first.
    fn of(values: &[(Action, f64)], truth: &[(Action, f64)]) -> Self {
        let of = |wanted: Action, list: &[(Action, f64)]| {
            let found = list.iter().find(|(action, _)| *action == wanted);
            found.map_or(0.5, |(_, value)| *value)
        };
        let error = |&(action, value): &(Action, f64)| 100.0 * (value - of(action, values)).abs();
        let best = truth.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let chosen = values.first().map_or(0.0, |(action, _)| of(*action, truth));
        Self {
            error: truth.iter().map(error).sum::<f64>() / truth.len() as f64,
            best_error: truth.first().map_or(0.0, error),
            loss: 100.0 * (best - chosen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::bench;
    use super::*;

    #[test]
    fn errors_are_distances_from_the_truth() {
        let [one, other] = ["N1", "+"].map(|action| action.parse().expect("an action"));
        let truth = [(one, 0.75), (other, 0.5)];
        let found = Judgement::of(&[(other, 0.75), (one, 0.75)], &truth);
        assert!((found.error - 12.5).abs() < 1e-9 && found.best_error.abs() < 1e-9, "{found:?}");
        assert!((found.loss - 25.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn rollouts_say_something_at_each_time() {
        let bench = bench();
        let (_, position) = bench.near_the_end(ROSES).next().expect("a position");
        let said = bench.rollouts_of(&position, &[0.001, 0.05]);
        let actions = position.actions().len() as usize;
        assert_eq!(said.iter().map(Vec::len).collect::<Vec<_>>(), [actions; 2]);
    }
}
