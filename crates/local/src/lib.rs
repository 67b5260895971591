//! A game of The Rose King on one screen: seats, undo and redo. Shared by the web app and the
//! terminal; uses no clock, file or thread.

mod loss;
mod seat;
mod table;

pub use loss::Loss;
pub use seat::Seat;
pub use table::LocalTable;
