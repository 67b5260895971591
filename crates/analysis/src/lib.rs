//! Runs the engine on background threads and against the clock.
//!
//! `bosworth-engine` spawns no threads and reads no clock, so its results are deterministic. Time
//! limits, multithreading and cancellation live here: [`analyse`] searches one position, [`review`]
//! a whole game, [`roll_out`] plays on from a position, [`ParallelSolver`] solves endings, [`choose`] plays for a level, [`Background`] runs
//! any of them on a cancellable thread.

mod background;
mod budget;
mod choose;
mod decision_group;
mod pool;
mod review;
mod rollout;
mod solve;
mod timer;

use std::num::NonZero;
use std::thread::available_parallelism;

pub use background::Background;
pub use budget::Budget;
pub use choose::{choose, or_any};
pub use decision_group::{DecisionKind, GamePhase};
pub use pool::{MAX_THREADS, SearchPool, analyse};
pub use review::{ReviewPlan, review};
pub use rollout::{FIRST_SEARCH_NODES, roll_out};
pub use solve::ParallelSolver;
pub use timer::{StopSign, Timer};

/// The available parallelism of this machine: the default number of threads.
pub fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}
