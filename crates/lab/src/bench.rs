//! How fast the rules and the engine are, and how well the engine decides.

mod playouts;
mod regret;
mod search;

pub use playouts::{PlayoutBench, PlayoutReport};
pub use regret::{RegretReport, RegretSet};
pub use search::{SearchReport, search};
