//! Benchmarks of the rules and the engine: speed and quality of decisions.

mod endings;
mod playouts;
mod regret;
mod rollouts;
mod search;

pub use endings::{EndingsBench, EndingsReport};
pub use playouts::{PlayoutBench, PlayoutReport};
pub use regret::{RegretReport, RegretSet};
pub use rollouts::{CoverageReport, RolloutBench, VarianceReport};
pub use search::{SearchReport, search};
