//! Online play: the lobby and the table. `labels`, `require_server` and `widgets` are also used by
//! the pages about people and tournaments.

mod connection;
pub mod labels;
mod lobby;
pub mod require_server;
mod seek;
mod table;
pub mod widgets;

pub use lobby::{Edition, Lobby, TimeControlFields, challenge_form};
pub use seek::SeekPage;
pub use table::OnlineTable;
