//! Computer players: training data, matches and benchmarks.
//!
//! [`player`] parses names such as `tree:200ms`, for built-in players and other programs; [`arena`]
//! plays matches, [`computer_tournament`] tournaments, [`handicap`] games between unequal levels; [`datagen`] generates self-play games; [`inputs`] turns those into training rows;
//! [`bench`](mod@bench) measures speed and regret; [`puzzles`] finds puzzles in games; [`study`]
//! describes the game. Nothing here writes to a terminal: `bosworth`
//! does.

pub mod arena;
pub mod bench;
pub mod computer_tournament;
pub mod datagen;
pub mod handicap;
pub mod inputs;
mod overwrite;
pub mod player;
pub mod puzzles;
mod record_archive;
pub mod study;
