//! How the engine uses the solver.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use bosworth_rules::{Action, Next, Position};

use super::{Solution, SolvedAction, Solver};
use crate::engine::SOLVER_NODES_PER_NODE;
use crate::{Analysis, PrincipalVariation, SearchLimits, Value, Watch};

/// With more roses left, hardly any position can be solved in the time of a move.
const MAX_ROSES_TO_SOLVE: u8 = 6;
/// The share of a time limit that the solver gets. A search hardly chooses worse with a third of
/// the time.
const TIME_SHARE: f32 = 0.7;
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
        self.watch.keep_on(self.nodes + nodes / SOLVER_NODES_PER_NODE)
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
        nodes: searched.nodes,
        exact: true,
        forecast: None,
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
