//! Online games.
//!
//! All async code stays in [`Messenger`]'s thread. [`OnlineRoom`] and [`PlainOnline`] are sans-IO: they
//! know neither the network nor a clock; news come in, orders go out.

mod event;
mod keep;
mod lobby;
mod lookout;
mod messenger;
mod plain;
mod room;
mod snapshot;
mod stage;
mod tame;
mod told;
mod typed;

pub use event::ListedEvent;
pub use keep::{Keeping, keep};
pub use messenger::{Listed, Messenger, News, Order, Wish};
pub use plain::{Heard, PlainOnline};
pub use room::OnlineRoom;
pub use snapshot::{Snapshot, time_text};
pub use stage::{Visit, run_online, run_plain};
pub use tame::tame;
pub(crate) use told::clock_name;
pub use told::{Told, fault, refusal};

/// How a session at a server ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// The user quit; with a line about games still in progress there.
    Quit(Option<String>),
    /// The session failed, and why.
    Failed(String),
}
