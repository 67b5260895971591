//! A game of The Rose King at one screen: who sits where, taking back and doing again. What the
//! web app and the terminal share; no clock, no file, no thread.

mod table;

pub use table::{Loss, Seat, Table};
