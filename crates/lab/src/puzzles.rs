//! Puzzles: finding them, checking them, and the set that ships.
//!
//! [`PuzzleMaker`] looks through games for decisions with one clearly best action that is not obvious, and
//! appends what it finds to a file of candidates. [`pack`] makes a set of them. [`check`] and the
//! measurements look at a set from outside.

mod candidates;
mod check;
mod grading;
mod ideas;
mod judge;
mod maker;
mod measure;
mod pack;
mod reachable;
mod source;

pub use check::{PuzzleFault, check};
pub use judge::{JudgeSettings, PuzzleKind};
pub use maker::{MakerProgress, PuzzleMaker};
pub use measure::{Agreement, LevelShares, PuzzleJudge, agreement, level_shares};
pub use pack::{PackSettings, Packed, pack};
pub use source::PuzzleSource;
