//! What training leaves behind, and laws about it.

mod attempts;
mod daily;
mod merging;
mod mistakes;
mod puzzles;
