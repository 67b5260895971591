//! A game of The Rose King at one screen: seats, undo and redo, and card targets. Shared by the
//! web app and the terminal; no clock, no file, no thread.

mod table;
mod target;

pub use table::{Loss, Seat, Table};
pub use target::{Target, action_of, card, movement, targets, threats};
