//! Exact values near the end of a game.

mod board;
mod classes;
mod ending;
mod search;
mod swing;
mod table;
mod territories;

pub(crate) use ending::{ExactLeaves, Patience, exact_analysis, insert_solved, is_near_the_end};
pub use search::{Solution, SolvedAction, Solver};
