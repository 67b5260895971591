//! Games at a server.
//!
//! All that is async stays in [`Messenger`]'s thread. What is shown is decided by [`Room`] and
//! [`PlainOnline`], which know neither the network nor a clock: news come in, orders go out.

mod keep;
mod lobby;
mod messenger;
mod phrase;
mod plain;
mod room;
mod snapshot;
mod stage;
mod tame;
mod told;

pub use keep::{Keeping, keep};
pub use messenger::{Messenger, News, Order, Wish};
pub use plain::{Heard, PlainOnline};
pub use room::Room;
pub use snapshot::{Snapshot, time_text};
pub use stage::{Visit, run_online, run_plain};
pub use told::{Told, fault, refusal};

/// How a server was left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// By whoever was there; a line about what goes on at the server without them.
    Quit(Option<String>),
    /// Because nothing more could be done there, and why.
    Failed(String),
}
