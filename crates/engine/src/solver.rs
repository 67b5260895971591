//! Exact values near the end of a game.

mod board;
mod classes;
mod search;
mod swing;
mod table;
mod territories;

pub use search::{Solution, SolvedAction, Solver};
