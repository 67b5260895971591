//! A computer player for The Rose King that cannot cheat.
//!
//! [`Engine::analyse`] returns the value of a position, the value of each action and the
//! principal variation. It sees a [`Position`](bosworth_rules::Position) and nothing else: the
//! order of the pile is not part of it, so no strength can come from knowing it.
//!
//! The core reads no clock, spawns no thread and uses only seeded randomness: the same position,
//! node limit and seed give the same answer on every machine.

mod analysis;
mod engine;
mod eval;
mod forecast;
mod ladder;
mod level;
mod limits;
mod odds;
mod random;
mod review;
mod rollout;
mod search;
mod solver;
mod value;

pub use analysis::{Analysis, PrincipalVariation};
pub use engine::{Engine, EngineSettings, Judge, SearchKind};
pub use eval::{
    Evaluation, FEATURES, Features, HandMade, INPUT_LAYOUT, INPUTS, InputLayout, Inputs, KNOTS,
    Kernel, MAX_ACTIVE_INPUTS, Network, NotANetwork, shares, turned_inputs,
};
pub use forecast::Forecast;
pub use ladder::{AlphaBeta, Greedy, LadderPlayer, RandomPlayer, Uct};
pub use level::Level;
pub use limits::{SearchLimits, Watch};
pub use odds::{Odds, OddsModel};
pub use random::Random;
pub use review::{
    ACCURACY_DECAY, Balance, CardChance, DecisionReview, DrawLuck, Effort,
    FIRST_MOVER_BOTH_BLOCKED, FIRST_MOVER_EITHER_BLOCKED, Mark, ParseReviewDepthError, PlyReview,
    Review, ReviewDepth, Reviewer, Summary, Swing, first_mover_constant,
};
pub use rollout::{
    Ownership, Rollout, RolloutAction, RolloutGame, RolloutOutcome, RolloutSettings,
};
pub use solver::{Certificate, CertificateError, Fraction, Solution, SolvedAction, Solver};
pub use value::Value;
