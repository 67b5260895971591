//! Benchmarks of the rules and the engine: speed and quality of decisions.

mod decisions;
mod endings;
mod playouts;
mod ratings;
mod regret;
mod rollouts;
mod search;

pub use decisions::{DecisionReport, DecisionSet, DecisionSetPlan};
pub use endings::{EndingsBench, EndingsReport};
pub use playouts::{PlayoutBench, PlayoutReport};
pub use ratings::{
    LuckVariance, PairResults, RatingBench, RatingOrder, RatingReport, ReviewedPlayer,
};
pub use regret::{RegretReport, RegretSet};
pub use rollouts::{
    CoverageReport, CoverageRow, EqualTimeReport, EqualTimeRow, OnRows, RolloutBench,
    VarianceReport,
};
pub use search::{SearchReport, search};
