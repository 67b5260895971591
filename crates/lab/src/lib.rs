//! What makes and measures computer players.
//!
//! [`player`] names them by a text such as `tree:200ms`, built in or other programs; [`arena`] has
//! two of them play a match; [`datagen`] has the engine play against itself and keeps what was
//! learnt; [`inputs`] turns that into what a network is trained on; [`bench`](mod@bench) measures
//! speed and regret. Nothing here writes to a terminal: `bosworth` does.

pub mod arena;
pub mod bench;
pub mod datagen;
pub mod inputs;
mod ours;
pub mod player;
