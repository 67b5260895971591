//! Exact values near the end of a game.

mod board;
mod classes;
mod ending;
mod forecast;
mod search;
mod swing;
mod table;
mod territories;

pub(crate) use ending::{Patience, exact_analysis, insert_solved, is_near_the_end};
pub(crate) use forecast::forecast;
pub use search::{Solution, SolvedAction, Solver};
