//! What a solved position comes down to.

use bosworth_rules::{Action, Cards, Next, PendingDraw, Position, Side};

use super::{Solution, Solver};
use crate::forecast::{is_even, is_loss, is_win};
use crate::{Analysis, Forecast, SearchLimits};

/// The node limit of all questions to the solver for one forecast.
const FORECAST_NODES: u64 = 10_000;

/// The forecast of a position of which all actions are solved.
pub(crate) fn forecast(
    position: &Position,
    solved: &Analysis,
    solver: &mut Solver,
) -> Option<Forecast> {
    let mut forecaster = Forecaster { solver, nodes_left: FORECAST_NODES };
    let forecast = Forecast::of(position, &solved.lines)?;
    let Forecast::Chance { win_chance, .. } = forecast else { return Some(forecast) };
    if is_even(win_chance) && forecaster.is_drawn(position) {
        return Some(Forecast::Certain(None));
    }
    let line = &solved.lines.first()?.actions;
    Some(forecaster.decided_by_card(position, line).unwrap_or(forecast))
}

/// Asks a solver for what it knows, or can find out with few nodes.
struct Forecaster<'s> {
    solver: &'s mut Solver,
    nodes_left: u64,
}

impl Forecaster<'_> {
    /// The values of all actions, unless they take too long.
    fn solve(&mut self, position: &Position) -> Option<Solution> {
        let limits = SearchLimits::nodes(self.nodes_left);
        let solution = self.solver.solve(position, limits, &mut ());
        // What is known takes no nodes, but some time.
        self.nodes_left = self.nodes_left.saturating_sub(solution.nodes.max(1));
        solution.complete.then_some(solution)
    }

    /// Whether a position of even chances is a draw, whatever the best actions are and whatever
    /// comes. `false` if that takes too long to find out.
    fn is_drawn(&mut self, position: &Position) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner().is_none();
        }
        let Some(solution) = self.solve(position) else { return false };
        let best = solution.actions.first().is_some_and(|best| is_even(best.win_chance));
        let mut equal = solution.actions.iter().filter(|it| is_even(it.win_chance));
        best && equal.all(|solved| match position.act(solved.action) {
            Ok(Next::Position(next)) => self.is_drawn(&next),
            Ok(Next::Draw(pending)) => pending.each().all(|(_, next)| self.is_drawn(&next)),
            Err(_) => false,
        })
    }

    /// The forecast if the next draw decides the game: it comes on this line of best play, all that
    /// the opponent can do instead loses, and after every card the result is certain.
    fn decided_by_card(&mut self, position: &Position, line: &[Action]) -> Option<Forecast> {
        let mut at = *position;
        for &action in line {
            if at.side() != position.side() {
                let solution = self.solve(&at)?;
                let mut others = solution.actions.iter().filter(|it| it.action != action);
                if !others.all(|other| is_loss(other.win_chance)) {
                    return None;
                }
            }
            at = match at.act(action).ok()? {
                Next::Position(next) => next,
                Next::Draw(pending) => return self.cards(&pending, position.side()),
            };
        }
        None
    }

    /// The forecast when a card is about to be drawn, if the result after every card is certain. It
    /// names `side` as the one who can win, or the opponent if no card wins for `side`.
    fn cards(&mut self, pending: &PendingDraw, side: Side) -> Option<Forecast> {
        let (mut wins, mut draws, mut losses) = (Cards::EMPTY, Cards::EMPTY, Cards::EMPTY);
        for (card, next) in pending.each() {
            let limits = SearchLimits::nodes(self.nodes_left);
            let chance = self.solver.win_chance(&next, limits, &mut ())?;
            let chance = if next.side() == side { chance } else { 1.0 - chance };
            match () {
                () if is_win(chance) => wins.insert(card),
                () if is_loss(chance) => losses.insert(card),
                () if is_even(chance) && self.is_drawn(&next) => draws.insert(card),
                () => return None,
            }
        }
        let (side, wins, others) =
            if wins.is_empty() { (!side, losses, draws) } else { (side, wins, losses | draws) };
        let decides = !wins.is_empty() && !others.is_empty();
        decides.then_some(Forecast::Card { side, wins, others })
    }
}
