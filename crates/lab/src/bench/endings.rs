use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bosworth_analysis::{StopSign, Timer};
use bosworth_engine::{Engine, EngineSettings, Random, SearchKind, SearchLimits, Solver};
use bosworth_rules::{Action, BySide, Card, Cards, First, Next, Position, Ruleset, Side};
use serde::Serialize;

/// Measures the engine near the end of games against the truth.
///
/// Strong players play games; every decision near the end is solved as far as the time allows, and
/// the engine is asked the same. Its loss is the true win chance of the best action less that of
/// the one it chooses.
#[derive(Clone, Copy, Debug)]
pub struct EndingsBench {
    /// The rules of the games.
    pub rules: Ruleset,
    /// The number of games.
    pub games: u64,
    /// The nodes that the players search for each action.
    pub player_nodes: u64,
    /// The time of the engine for each decision.
    pub time: Duration,
    /// The time of the solver for each decision.
    pub truth_time: Duration,
    /// The search of the engine.
    pub search: SearchKind,
    /// Whether the engine uses the solver as well.
    pub solve: bool,
    /// The seed of the deals and draws.
    pub seed: u64,
}

/// Decisions with the same number of roses left, or all of them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EndingsReport {
    /// The number of roses left; none for the total.
    roses: Option<u8>,
    decisions: u32,
    /// How many decisions the solver solves within 10 ms, 100 ms, 1 s and the given time.
    solved_10ms: u32,
    solved_100ms: u32,
    solved_1s: u32,
    solved: u32,
    /// The nodes of the solver, in the mean over the solved decisions.
    solver_nodes: u64,
    /// The mean loss of the engine in percentage points of win chance, and the half width of its
    /// 95 % confidence interval.
    loss: f64,
    loss_interval: f64,
    worst_loss: f64,
    /// Decisions that cost more than two percentage points.
    above_two: u32,
    /// Win chances of actions that the engine calls exact, and how many of them are not.
    exact: u32,
    false_exact: u32,
    #[serde(skip)]
    sums: (f64, f64),
}

/// With more roses left, decisions do not count as near the end, except in editions whose games end
/// suddenly.
const MAX_ROSES: u8 = 6;
/// In those editions the last decisions of a game count.
const LAST_DECISIONS: usize = 8;
/// The memory of the solver that finds the truth.
const TRUTH_BYTES: usize = 512 << 20;

impl EndingsBench {
    /// Plays and measures, reporting the number of finished games.
    pub fn run(&self, on_game: &mut dyn FnMut(u64)) -> Vec<EndingsReport> {
        let mut by_roses: BTreeMap<u8, EndingsReport> = BTreeMap::new();
        let mut total = EndingsReport::default();
        let mut truth = Solver::new(TRUTH_BYTES);
        let player = Engine::default();
        let settings =
            EngineSettings { search: self.search, solve: self.solve, ..EngineSettings::default() };
        let engine = Engine::new(settings);
        for game in 0..self.games {
            for position in self.decisions(game, &player) {
                let roses = position.supply();
                let own = by_roses.entry(roses).or_insert_with(|| EndingsReport {
                    roses: Some(roses),
                    ..EndingsReport::default()
                });
                self.judge(&position, &engine, &mut truth, [own, &mut total]);
            }
            on_game(game + 1);
        }
        by_roses.into_values().chain([total]).map(EndingsReport::finished).collect()
    }

    /// The decisions near the end of a game.
    fn decisions(&self, game: u64, player: &Engine) -> Vec<Position> {
        let mut random = Random::new(self.seed.wrapping_add(game));
        let mut cards = Card::ALL;
        for n in (1..cards.len()).rev() {
            cards.swap(n, random.next() as usize % (n + 1));
        }
        let hand = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
        let hands = BySide { red: hand(&cards[..5]), white: hand(&cards[5..10]) };
        let first = match self.rules.first {
            First::Lot if random.next() % 2 == 1 => Side::White,
            _ => Side::Red,
        };
        let Some(mut position) = Position::deal(hands, first, self.rules) else {
            unreachable!("ten different cards are a deal")
        };
        let mut decisions = Vec::new();
        while !position.is_over() {
            if position.actions().len() > 1 {
                decisions.push(position);
            }
            let found = player.analyse(&position, SearchLimits::nodes(self.player_nodes));
            let next = position.act(found.best().unwrap_or(Action::Pass));
            position = match next {
                Ok(Next::Position(next)) => next,
                Ok(Next::Draw(pending)) => {
                    let count = pending.outcomes().len();
                    let drawn = pending.pick((random.next() % u64::from(count)) as u32);
                    drawn.unwrap_or(*pending.position())
                }
                Err(illegal) => unreachable!("the engine acts legally: {illegal}"),
            };
        }
        if self.rules == Ruleset::KINGOFROSES {
            decisions.drain(..decisions.len().saturating_sub(LAST_DECISIONS));
        } else {
            decisions.retain(|position| position.supply() <= MAX_ROSES);
        }
        decisions
    }

    fn judge(
        &self,
        position: &Position,
        engine: &Engine,
        truth: &mut Solver,
        reports: [&mut EndingsReport; 2],
    ) {
        truth.clear();
        let started = Instant::now();
        let mut timer = Timer::new(Some(self.truth_time), &StopSign::default());
        let solution = truth.solve(position, SearchLimits::default(), &mut timer);
        let time = started.elapsed();
        let mut timer = Timer::new(Some(self.time), &StopSign::default());
        let analysis = solution
            .complete
            .then(|| engine.analyse_watched(position, SearchLimits::default(), &mut timer));
        let true_chance = |action| {
            let solved = solution.actions.iter().find(|solved| solved.action == action);
            solved.map_or(0.0, |solved| solved.win_chance)
        };
        for report in reports {
            report.decisions += 1;
            let Some(analysis) = &analysis else { continue };
            report.solved += 1;
            report.solved_10ms += u32::from(time.as_millis() < 10);
            report.solved_100ms += u32::from(time.as_millis() < 100);
            report.solved_1s += u32::from(time.as_millis() < 1000);
            report.solver_nodes += solution.nodes;
            let best = solution.actions.first().map_or(0.0, |solved| solved.win_chance);
            let loss = 100.0 * (best - analysis.best().map_or(best, true_chance));
            report.sums = (report.sums.0 + loss, report.sums.1 + loss * loss);
            report.worst_loss = report.worst_loss.max(loss);
            report.above_two += u32::from(loss > 2.0);
            for line in &analysis.lines {
                if let Some(exact) = line.exact {
                    report.exact += 1;
                    let same = (exact - true_chance(line.action())).abs() < 1e-9;
                    report.false_exact += u32::from(!same);
                }
            }
        }
    }
}

impl EndingsReport {
    fn finished(self) -> Self {
        let count = f64::from(self.solved.max(1));
        let mean = self.sums.0 / count;
        let variance = (self.sums.1 / count - mean * mean).max(0.0);
        Self {
            loss: mean,
            loss_interval: 1.96 * (variance / count).sqrt(),
            solver_nodes: self.solver_nodes / u64::from(self.solved.max(1)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_near_the_end_are_compared_with_the_truth() {
        let bench = EndingsBench {
            rules: Ruleset::CLASSIC,
            games: 2,
            player_nodes: 50,
            time: Duration::from_millis(10),
            truth_time: Duration::from_millis(200),
            search: SearchKind::Tree,
            solve: true,
            seed: 1,
        };
        let mut games = 0;
        let reports = bench.run(&mut |done| games = done);
        assert_eq!(games, 2);
        let (total, by_roses) = reports.split_last().expect("a total");
        assert_eq!(total.roses, None);
        assert!(total.decisions > 0);
        assert_eq!(by_roses.iter().map(|part| part.decisions).sum::<u32>(), total.decisions);
        assert_eq!(total.false_exact, 0);
        assert!(total.solved_10ms <= total.solved_100ms && total.solved_1s <= total.solved);
    }
}
