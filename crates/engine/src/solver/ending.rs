//! How the engine uses the solver.

use core::cmp::Ordering;
use core::ops::ControlFlow;
use std::sync::Mutex;

use bosworth_rules::{Action, Card, Next, PendingDraw, Position, Side};

use super::{Solution, SolvedAction, Solver};
use crate::{Analysis, Evaluation, PrincipalVariation, SearchLimits, Value, Watch};

/// With more roses left, hardly any position can be solved in the time of a move.
const MAX_ROSES_TO_SOLVE: u8 = 6;
/// The share of a time limit that the solver gets.
const TIME_SHARE: f32 = 0.35;
/// The node limit for finding the replies of a principal variation.
const REPLY_NODES: u64 = 1_000;
/// The maximum length of a principal variation.
const MAX_LINE: usize = 8;

/// Whether the solver is worth a try.
pub(crate) fn is_near_the_end(position: &Position) -> bool {
    position.supply() <= MAX_ROSES_TO_SOLVE
}

/// Ends the solver's part of the time.
pub(crate) struct Patience<'w> {
    pub(crate) watch: &'w mut dyn Watch,
    /// The nodes searched before.
    pub(crate) nodes: u64,
}

impl Watch for Patience<'_> {
    fn keep_on(&mut self, nodes: u64) -> ControlFlow<()> {
        if self.watch.time_spent() > TIME_SHARE {
            return ControlFlow::Break(());
        }
        self.watch.keep_on(self.nodes + nodes)
    }
}

/// An evaluation that knows positions very near the end exactly.
pub(crate) struct ExactLeaves<'e> {
    pub(crate) evaluation: &'e dyn Evaluation,
    pub(crate) solver: Mutex<&'e mut Solver>,
}

/// With more plays left, solving a leaf takes too long.
const MAX_PLAYS_IN_LEAVES: u8 = 3;
/// The node limit for solving a leaf.
const LEAF_NODES: u64 = 400;

impl Evaluation for ExactLeaves<'_> {
    fn evaluate(&self, position: &Position) -> Value {
        self.evaluation.evaluate(position)
    }

    fn evaluate_draw(&self, pending: &PendingDraw) -> Value {
        self.evaluation.evaluate_draw(pending)
    }

    fn exact(&self, position: &Position) -> Option<Value> {
        let heroes: u8 = Side::ALL.iter().map(|&side| position.heroes(side)).sum();
        if position.supply() + heroes > MAX_PLAYS_IN_LEAVES {
            return None;
        }
        let mut solver = self.solver.lock().ok()?;
        let win_chance = solver.win_chance(position, SearchLimits::nodes(LEAF_NODES), &mut ())?;
        let margin = self.evaluation.evaluate(position).margin;
        Some(Value { win: (2.0 * win_chance - 1.0) as f32, margin })
    }

    fn evaluate_acted(&self, position: &Position, nexts: &[(Action, Next)], out: &mut Vec<Value>) {
        self.evaluation.evaluate_acted(position, nexts, out);
    }

    fn evaluate_drawn(
        &self,
        pending: &PendingDraw,
        nexts: &[(Card, Position)],
        out: &mut Vec<Value>,
    ) {
        self.evaluation.evaluate_drawn(pending, nexts, out);
    }
}

/// The answer when all actions are solved. A search estimated the margins, which break ties: a
/// winner still plays for points, and a loser for the smallest loss.
pub(crate) fn exact_analysis(
    position: &Position,
    solution: &Solution,
    searched: &Analysis,
    solver: &mut Solver,
) -> Analysis {
    let mut lines: Vec<_> = solution
        .actions
        .iter()
        .map(|solved| {
            let line = searched.lines.iter().find(|line| line.action() == solved.action);
            PrincipalVariation {
                actions: exact_line(position, solved.action, solver),
                value: value_of(solved, line.map_or(0.0, |line| line.value.margin)),
                exact: Some(solved.win_chance),
                nodes: line.map_or(0, |line| line.nodes),
            }
        })
        .collect();
    lines.sort_by(|a, b| {
        let margins = b.value.margin.partial_cmp(&a.value.margin).unwrap_or(Ordering::Equal);
        let same = (a.win_chance() - b.win_chance()).abs() < ROUNDING;
        if same { margins } else { b.win_chance().total_cmp(&a.win_chance()) }
    });
    Analysis {
        value: lines.first().map_or(searched.value, |line| line.value),
        depth: lines.iter().map(|line| line.actions.len() as u32).max().unwrap_or_default(),
        lines,
        nodes: searched.nodes + solution.nodes,
        exact: true,
    }
}

/// Win chances that differ by less are equal: they are sums in different orders.
const ROUNDING: f64 = 1e-12;

fn value_of(solved: &SolvedAction, margin: f32) -> Value {
    Value { win: (2.0 * solved.win_chance - 1.0) as f32, margin }
}

/// An action and the best replies up to the next draw, as far as the solver knows them at once.
fn exact_line(position: &Position, action: Action, solver: &mut Solver) -> Vec<Action> {
    let mut line = vec![action];
    let mut next = position.act(action);
    while let Ok(Next::Position(at)) = next {
        let solution = solver.solve(&at, SearchLimits::nodes(REPLY_NODES), &mut ());
        match solution.actions.first() {
            Some(best) if solution.complete && line.len() < MAX_LINE => {
                line.push(best.action);
                next = at.act(best.action);
            }
            _ => break,
        }
    }
    line
}

/// Replaces the estimates of a search by what the solver knows, and sorts the actions again if an
/// action that is known is better than the one that the search prefers.
pub(crate) fn insert_solved(analysis: &mut Analysis, solution: &Solution) {
    for solved in &solution.actions {
        if let Some(line) = analysis.lines.iter_mut().find(|line| line.action() == solved.action) {
            line.value = value_of(solved, line.value.margin);
            line.exact = Some(solved.win_chance);
        }
    }
    let preferred = analysis.best();
    let trust = |line: &PrincipalVariation| {
        let trusted = line.exact.is_some() || Some(line.action()) == preferred;
        (trusted, line.win_chance(), line.value.margin)
    };
    analysis.lines.sort_by(|a, b| trust(b).partial_cmp(&trust(a)).unwrap_or(Ordering::Equal));
    if let Some(best) = analysis.lines.first() {
        analysis.value = best.value;
    }
}
