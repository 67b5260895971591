//! Online games.
//!
//! All async code stays in [`NetworkThread`]'s thread. [`OnlineScreen`] and [`PlainOnline`] are
//! sans-IO: they know neither the network nor a clock; events come in, requests go out.

mod error_text;
mod line_editor;
mod lobby_list;
mod lobby_tournament;
mod network;
mod plain;
mod sanitise;
mod screen;
mod session;
mod snapshot;
mod table_description;
mod verify_and_save;
mod waiting_games;

pub use error_text::{fault, refusal};
pub use lobby_tournament::LobbyTournament;
pub use network::{Destination, LobbyContent, NetworkEvent, NetworkRequest, NetworkThread};
pub use plain::{PlainInput, PlainOnline};
pub use sanitise::sanitise;
pub use screen::OnlineScreen;
pub use session::{OnlineSession, run_online, run_plain};
pub use snapshot::{Snapshot, time_text};
pub use table_description::TableDescription;
pub(crate) use table_description::clock_name;
pub use verify_and_save::{SaveReport, verify_and_save};

/// How a session on a server ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The user quit; with a line about games still in progress there.
    Quit(Option<String>),
    /// The session failed, and why.
    Failed(String),
}
