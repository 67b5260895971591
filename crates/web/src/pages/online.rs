//! Online play: the lobby and the table. `door`, `pieces` and `words` are shared with the profile
//! pages.

mod connection;
pub mod door;
mod lobby;
pub mod pieces;
mod seek;
mod table;
pub mod words;

pub use lobby::{ClockChoice, Edition, Lobby, offer_form};
pub use seek::SeekPage;
pub use table::OnlineTable;
