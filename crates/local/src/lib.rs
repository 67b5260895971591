//! A game of The Rose King at one screen: who sits where, taking back and doing again. What the
//! web app and the terminal share; no clock, no file, no thread.

mod loss;
mod seat;
mod table;

pub use loss::Loss;
pub use seat::Seat;
pub use table::LocalTable;
