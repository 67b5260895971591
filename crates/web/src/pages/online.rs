//! Online play: the lobby and the table. `door`, `pieces` and `words` are shared with the profile
//! pages.

mod connection;
pub mod labels;
mod lobby;
pub mod require_server;
mod seek;
mod table;
pub mod widgets;

pub use lobby::{Edition, Lobby, TimeControlFields, offer_form};
pub use seek::SeekPage;
pub use table::OnlineTable;
