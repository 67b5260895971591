//! Runs the engine beside a program that has other things to do.
//!
//! `bosworth-engine` starts no thread and reads no clock, so that its answers are the same
//! everywhere. Whoever wants an answer in time, on several cores, or while keys are still being
//! read, asks here: [`analyse`] searches one position, [`review`] goes through a whole game,
//! [`choose`] plays for a level, [`Background`] does any of it on a thread that can be stopped.

mod background;
mod budget;
mod choose;
mod pool;
mod review;
mod timer;

use std::num::NonZero;
use std::thread::available_parallelism;

pub use background::Background;
pub use budget::Budget;
pub use choose::{choose, or_any};
pub use pool::{MOST_THREADS, analyse};
pub use review::{ReviewPlan, review};
pub use timer::{StopSign, Timer};

/// How many threads this machine runs at a time: what a program that is not told otherwise uses.
pub fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}
