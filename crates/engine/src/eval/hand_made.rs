use bosworth_rules::{Ending, PendingDraw, Position};

use super::weights::{BOTH, EITHER, KNOTS};
use super::{Evaluation, FEATURES, Features, squash};
use crate::Value;

/// The hand-made evaluation: a linear model over hand-picked [`Features`].
///
/// The weights were fitted to the results of self-play games
/// (`cargo run --release -p bosworth-engine --example fit`). They depend on the number of roses
/// left, by linear interpolation between knots. Editions that end when either side is blocked
/// have separate weights, because their games are short.
pub struct HandMade {
    both: Box<[Pair; Position::ROSES as usize + 1]>,
    either: Box<[Pair; Position::ROSES as usize + 1]>,
}

/// The weights for the result and for the margin.
#[derive(Clone, Copy)]
struct Pair {
    win: [f32; FEATURES],
    margin: [f32; FEATURES],
}

/// The weights at a knot.
pub(super) type Knot = [[f32; FEATURES]; 2];

impl HandMade {
    /// The evaluation with the shipped weights.
    pub fn new() -> Self {
        Self { both: table(&BOTH), either: table(&EITHER) }
    }

    #[inline]
    fn judge(&self, position: &Position, features: &Features) -> Value {
        let table = match position.ruleset().ending {
            Ending::BothBlocked => &self.both,
            Ending::EitherBlocked => &self.either,
        };
        let Pair { win, margin } = &table[usize::from(position.supply())];
        let dot = |weights: &[f32; FEATURES]| -> f32 {
            weights.iter().zip(&features.0).map(|(weight, feature)| weight * feature).sum()
        };
        Value { win: squash(dot(win)), margin: dot(margin) * 100.0 }
    }
}

impl Default for HandMade {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluation for HandMade {
    fn evaluate(&self, position: &Position) -> Value {
        self.judge(position, &Features::of(position))
    }

    fn evaluate_draw(&self, pending: &PendingDraw) -> Value {
        // The features are those of the opponent, who acts next.
        -self.judge(pending.position(), &Features::of_draw(pending))
    }
}

fn table(knots: &[Knot; KNOTS.len()]) -> Box<[Pair; Position::ROSES as usize + 1]> {
    let mut pairs = Box::new([Pair { win: [0.0; FEATURES], margin: [0.0; FEATURES] }; 53]);
    for (supply, pair) in (0u8..).zip(pairs.iter_mut()) {
        for (knot, share) in shares(supply) {
            let [win, margin] = &knots[knot];
            add(&mut pair.win, win, share);
            add(&mut pair.margin, margin, share);
        }
    }
    pairs
}

fn add(sum: &mut [f32; FEATURES], weights: &[f32; FEATURES], share: f32) {
    for (sum, weight) in sum.iter_mut().zip(weights) {
        *sum += share * weight;
    }
}

/// The two knots around a number of roses left, with their interpolation weights.
pub fn shares(supply: u8) -> [(usize, f32); 2] {
    let last = KNOTS.len() - 1;
    let upper = KNOTS.iter().position(|&knot| supply <= knot).unwrap_or(last).max(1);
    let (low, high) = (f32::from(KNOTS[upper - 1]), f32::from(KNOTS[upper]));
    let share = (f32::from(supply) - low) / (high - low);
    [(upper - 1, 1.0 - share), (upper, share)]
}
