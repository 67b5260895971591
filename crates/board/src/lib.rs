//! The headless state of an interactive board, for any renderer.
//!
//! A [`Scene`] is the view model: the position, what can be pressed, the targets with their gain,
//! the last move, the selection awaiting confirmation, the keyboard cursor. A [`Board`] is the UI
//! state that is not part of the game: the selection, a premove, the displayed ply, the
//! orientation. A [`Press`] or a [`BoardKey`] is an input event; it updates the board and returns a
//! [`Reply`], which the surrounding program carries out. A [`Confirmation`], derived from the
//! [`Confirm`] setting, decides which inputs need a confirmation.
//!
//! All pages and the terminal share it, and none keeps a selection of its own. The crate does no
//! rendering, timing or localisation; legality comes from `bosworth-rules`.
//!
//! ```
//! use bosworth_board::{Board, Confirmation, Press, Reply};
//! use bosworth_rules::{Action, Position, Side};
//!
//! let position: Position =
//!     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
//! let mut board = Board::default();
//! let mut scene = board.scene(position, Side::White);
//! scene.offer(&board, false);
//! assert_eq!(scene.target_at("g7".parse()?).map(|target| target.gain.red), Some(1));
//!
//! let card = "NE2".parse()?;
//! let reply = board.press(Press::Card(card), &scene, Confirmation::NONE);
//! assert_eq!(reply, Reply::Act(Action::Play(card)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod board;
mod board_key;
mod confirm;
mod decision;
mod final_count;
mod place;
mod premove;
mod press;
mod scene;
mod target;

pub use board::Board;
pub use board_key::{BoardKey, Navigation};
pub use confirm::{Confirm, Confirmation};
pub use decision::{DecidingTerritory, TerritoryWeight, heart, uncancelled};
pub use final_count::{CountedTerritory, FinalCount, count};
pub use place::{Arrow, place, square_at};
pub use premove::Premove;
pub use press::{Press, Reply};
pub use scene::{HandCard, Scene, facing, last_move};
pub use target::{Reach, Target, action_of, card_of, movement, targets, threats};
