use bosworth_rules::{Action, Next, Position, Score, Setup};

use super::LadderPlayer;
use crate::{SearchLimits, Watch};

/// Alpha-beta with iterative deepening; the evaluation is points plus 30 per hero. With a depth
/// of seven plies it is the default player of a published thesis. A draw is searched as a turn
/// without effect.
pub struct AlphaBeta {
    depth: u32,
    nodes: u64,
    stopped: bool,
}

impl AlphaBeta {
    /// A player with a maximum depth in plies.
    pub const fn new(depth: u32) -> Self {
        Self { depth, nodes: 0, stopped: false }
    }

    fn value(
        &mut self,
        at: &Position,
        depth: u32,
        mut alpha: i64,
        beta: i64,
        watch: &mut dyn Watch,
    ) -> i64 {
        self.nodes += 1;
        if self.nodes % 512 == 0 && watch.keep_on(self.nodes).is_break() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let side = at.side();
        let actions = at.actions();
        if depth == 0 || actions.is_empty() {
            let worth = |side| {
                i64::from(Score::of(at.roses(side)).points) + 30 * i64::from(at.heroes(side))
            };
            return worth(side) - worth(!side);
        }
        let mut best = i64::MIN;
        for action in actions.iter() {
            let value = -self.value(&after(at, action), depth - 1, -beta, -alpha, watch);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }
}

/// The successor; a draw only passes the turn.
fn after(position: &Position, action: Action) -> Position {
    if let Ok(Next::Position(next)) = position.act(action) {
        return next;
    }
    let setup = Setup { side: !position.side(), ..Setup::from(*position) };
    Position::try_from(setup).unwrap_or(*position)
}

impl LadderPlayer for AlphaBeta {
    fn choose(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Action {
        self.nodes = 0;
        self.stopped = false;
        let mut best = position.actions().iter().next().unwrap_or(Action::Pass);
        for depth in 1..=limits.depth.unwrap_or(self.depth).min(self.depth) {
            let mut found = (i64::MIN, best);
            for action in position.actions().iter() {
                let low = found.0.max(-1_000_000);
                let value =
                    -self.value(&after(position, action), depth - 1, -1_000_000, -low, watch);
                if self.stopped {
                    return best;
                }
                if value > found.0 {
                    found = (value, action);
                }
            }
            best = found.1;
        }
        best
    }
}
