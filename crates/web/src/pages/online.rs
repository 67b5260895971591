//! Playing with others: lobby and tables. What pages about people use as well is `door`,
//! `pieces` and `words`.

mod connection;
pub mod door;
mod lobby;
pub mod pieces;
mod seek;
mod table;
pub mod words;

pub use lobby::Lobby;
pub use seek::SeekPage;
pub use table::OnlineTable;
