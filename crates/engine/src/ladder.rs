//! Frozen reference opponents to measure strength against.

mod alpha_beta;
mod playout;
mod uct;

use bosworth_rules::{Action, Next, Position, Score};

use crate::{Random, SearchLimits, Watch};

pub use alpha_beta::AlphaBeta;
pub use uct::Uct;

/// A player of the ladder.
pub trait LadderPlayer {
    /// Chooses an action in a game that goes on.
    fn choose(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        watch: &mut dyn Watch,
    ) -> Action;
}

/// Plays uniformly at random.
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A player with a seed.
    pub const fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

impl LadderPlayer for RandomPlayer {
    fn choose(&mut self, position: &Position, _: SearchLimits, _: &mut dyn Watch) -> Action {
        let choices = position.choices();
        let picked = choices.pick(self.random.below(choices.len().max(1)));
        picked.map_or(Action::Pass, |choice| choice.action())
    }
}

/// A beginner: maximises the immediate gain, a hero costing ten points, and draws only if
/// nothing can be played.
pub struct Greedy;

impl LadderPlayer for Greedy {
    fn choose(&mut self, position: &Position, _: SearchLimits, _: &mut dyn Watch) -> Action {
        let side = position.side();
        let mut best = (i64::MIN, Action::Pass);
        for choice in position.choices().iter() {
            let points =
                |position: &Position, side| i64::from(Score::of(position.roses(side)).points);
            let worth = match choice.take() {
                Next::Position(next) => {
                    let lead = points(&next, side) - points(&next, !side);
                    lead - 10 * i64::from(matches!(choice.action(), Action::Hero(_)))
                }
                Next::Draw(_) => points(position, side) - points(position, !side) - 1_000_000,
            };
            if worth > best.0 {
                best = (worth, choice.action());
            }
        }
        best.1
    }
}
