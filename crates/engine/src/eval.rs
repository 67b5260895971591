//! Static evaluation.

mod features;
mod hand_made;
mod network;
mod proof;
mod weights;

use bosworth_rules::{Action, BySide, Card, Next, PendingDraw, Position, Score, Verdict};

use crate::Value;

pub use features::{FEATURES, Features};
pub use hand_made::HandMade;
pub use network::{
    INPUT_LAYOUT, INPUTS, InputLayout, Inputs, Kernel, MAX_ACTIVE_INPUTS, Network, NotANetwork,
    turned_inputs,
};
pub use weights::KNOTS;

pub use hand_made::shares;
pub(crate) use proof::{at_least, at_most, territory_sizes};

/// A static evaluation, from the point of view of the side to act.
pub trait Evaluation: Sync {
    /// The value of a position in which the game goes on.
    fn evaluate(&self, position: &Position) -> Value;

    /// The value of a draw before its card is known, for the side that draws. The default is the
    /// mean over all cards; override it where a single evaluation will do.
    fn evaluate_draw(&self, pending: &PendingDraw) -> Value {
        let share = 1.0 / pending.outcomes().len() as f32;
        pending
            .each()
            .map(|(_, next)| -self.evaluate(&next) * share)
            .fold(Value::default(), |a, b| a + b)
    }

    /// Evaluates the successors of a position in one batch, appending their values to `out` in
    /// order: of a position for the side to act in it, of a draw for the side that draws.
    /// Override it to share the work that siblings have in common.
    fn evaluate_acted(&self, position: &Position, nexts: &[(Action, Next)], out: &mut Vec<Value>) {
        let _ = position;
        out.extend(nexts.iter().map(|(_, next)| match next {
            Next::Position(next) => self.evaluate(next),
            Next::Draw(pending) => self.evaluate_draw(pending),
        }));
    }

    /// Evaluates the outcomes of a draw in one batch, appending their values to `out` in order.
    fn evaluate_drawn(
        &self,
        pending: &PendingDraw,
        nexts: &[(Card, Position)],
        out: &mut Vec<Value>,
    ) {
        let _ = pending;
        out.extend(nexts.iter().map(|(_, next)| self.evaluate(next)));
    }
}

/// The value of a finished game for the side to act.
pub(crate) fn final_value(position: &Position, scores: BySide<Score>) -> Value {
    let side = position.side();
    let margin = scores[side].points as f32 - scores[!side].points as f32;
    let win = match Verdict::of(scores, position.ruleset()).winner() {
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    };
    Value { win, margin }
}

/// The value of a terminal position, or `None` while the game goes on.
#[inline]
pub(crate) fn over(position: &Position) -> Option<Value> {
    position.is_over().then(|| final_value(position, position.scores()))
}

/// With more roses left than this, the bounds are too wide to prove anything.
const MAX_ROSES_TO_PROVE: u8 = 8;

/// The proven result of a game that goes on: 1 if the side to act wins, -1 if its opponent does.
#[inline]
pub(crate) fn decided(position: &Position) -> Option<f32> {
    if position.supply() > MAX_ROSES_TO_PROVE {
        return None;
    }
    let winner = proof::decided(position)?;
    Some(if winner == position.side() { 1.0 } else { -1.0 })
}

/// `tanh(x / 2)`, from operations that are bit-exact on every machine, unlike those of the
/// platform's maths library.
fn squash(x: f32) -> f32 {
    let x = x.clamp(-9.0, 9.0) * 0.5;
    let square = x * x;
    // Lambert's continued fraction for tanh.
    let top = x * (135_135.0 + square * (17_325.0 + square * (378.0 + square)));
    let bottom = 135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0));
    (top / bottom).clamp(-1.0, 1.0)
}
