//! Properties of puzzles and of sets of them.

mod laws;
