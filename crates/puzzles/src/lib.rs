//! Puzzles: one decision each, graded by what every action costs.
//!
//! The Rose King is a game of chance, so a [`Puzzle`] asks for one action, and each legal action is an
//! [`Answer`] with its loss: by how many points of win chance out of 100 it falls short of the best.
//! A [`PuzzleSet`] is a file of puzzles in 38 bytes each, which are decoded one at a time.
//!
//! Two positions that a symmetry of the board or an exchange of the sides turns into each other are the
//! same puzzle; [`canonical`] gives both the same form, and [`PuzzleId`] the same number.
//!
//! The maker is in `bosworth-lab`.
//!
//! ```
//! use bosworth_puzzles::{Answer, Grade, Puzzle, PuzzleSet, Tag, Tags};
//! use bosworth_rules::Position;
//!
//! let position: Position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic".parse()?;
//! let losses = [("S1", 0.0), ("E1", 9.0), ("+", 6.5)];
//! let answers = losses.map(|(action, loss)| Answer::new(action.parse().unwrap(), loss));
//! let puzzle = Puzzle::new(position, 58.0, answers.to_vec(), Tags::of(Tag::Join), 3, 1300)?;
//!
//! let set = PuzzleSet::new(&[puzzle])?;
//! let read = PuzzleSet::read(set.bytes().to_vec())?;
//! let puzzle = read.get(0).expect("a puzzle");
//! assert_eq!(puzzle.best().action.to_string(), "S1");
//! assert_eq!(puzzle.grade("+".parse()?), Some(Grade::Wrong));
//! assert_eq!(puzzle.gap(), 6.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod answer;
mod canonical;
mod json;
mod packed;
mod puzzle;
mod set;
#[cfg(feature = "shipped")]
mod shipped;
mod tag;

pub use answer::{Answer, Grade};
pub use canonical::{PuzzleId, canonical};
pub use puzzle::{NotAPuzzle, Puzzle};
pub use set::{NotAPuzzleSet, PuzzleHeader, PuzzleSet, SameId};
pub use tag::{Tag, Tags, TagsIter};
