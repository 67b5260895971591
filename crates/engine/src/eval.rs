//! Judging positions without looking ahead.

mod features;
mod hand_made;
mod proof;
mod weights;

use bosworth_rules::{BySide, PendingDraw, Position, Score, Verdict};

use crate::Value;

pub use features::{FEATURES, Features};
pub use hand_made::HandMade;
pub use weights::KNOTS;

pub use hand_made::shares;

/// Something that says how good a position is, for the side to act.
pub trait Evaluation: Sync {
    /// The value of a game that goes on.
    fn evaluate(&self, position: &Position) -> Value;

    /// The value of a draw before its card is known, for the side that draws. By default the
    /// mean over all cards; an evaluation that knows how to do it in one step is faster.
    fn evaluate_draw(&self, pending: &PendingDraw) -> Value {
        let share = 1.0 / pending.outcomes().len() as f32;
        pending
            .each()
            .map(|(_, next)| -self.evaluate(&next) * share)
            .fold(Value::default(), |a, b| a + b)
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

/// The value of a position if its game is over.
#[inline]
pub(crate) fn over(position: &Position) -> Option<Value> {
    position.is_over().then(|| final_value(position, position.scores()))
}

/// With more roses left than this, nothing is ever proven.
const NEAR_THE_END: u8 = 8;

/// The value of a position if it is certain who wins: the game is over, or decided.
#[inline]
pub(crate) fn certain<E: Evaluation + ?Sized>(
    position: &Position,
    evaluation: &E,
) -> Option<Value> {
    if let Some(value) = over(position) {
        return Some(value);
    }
    if position.supply() > NEAR_THE_END {
        return None;
    }
    let winner = proof::decided(position)?;
    let win = if winner == position.side() { 1.0 } else { -1.0 };
    Some(Value { win, ..evaluation.evaluate(position) })
}
