//! A computer player for The Rose King, honest about chance.
//!
//! [`Engine::analyse`] says how good a position is, what each action is worth and what the
//! best line is. It sees a [`Position`](bosworth_rules::Position) and nothing else: the order
//! of the pile is not in it, so no strength comes from knowing it.
//!
//! The core reads no clock, starts no thread and draws no random number that does not follow
//! from a seed: the same position, nodes and seed give the same answer on every machine.

mod analysis;
mod engine;
mod eval;
mod ladder;
mod level;
mod limits;
mod random;
mod review;
mod search;
mod value;

pub use analysis::{Analysis, Variation};
pub use engine::{Engine, Judge, SearchKind, Settings};
pub use eval::{
    Evaluation, FEATURES, Features, HandMade, INPUT_LAYOUT, INPUTS, InputLayout, Inputs, KNOTS,
    Kernel, MOST_INPUTS, Network, NotANetwork, shares, turned_inputs,
};
pub use ladder::{AlphaBeta, Greedy, LadderPlayer, RandomPlayer, Uct};
pub use level::Level;
pub use limits::{Limits, Watch};
pub use random::Random;
pub use review::{
    ACCURACY_DECAY, Balance, CardChance, DecisionReview, DrawLuck, Effort,
    FIRST_MOVER_BOTH_BLOCKED, FIRST_MOVER_EITHER_BLOCKED, Mark, ParseReviewDepthError, PlyReview,
    Review, ReviewDepth, Reviewer, Summary, Swing, first_mover_constant,
};
pub use value::Value;
