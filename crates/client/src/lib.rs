//! Talks to a server: one client for pages, terminals, bots, tests and measurements.
//!
//! [`Conversation`] is the client without I/O, like the protocol crates of other networks: a
//! value that is told the time and what arrived, and says what to send and when to wake. It
//! keeps a connection, sends commands until they are answered, follows a game through gaps and
//! pages, and hears of open offers; [`clocks`] has how time is shown. It knows no socket, no timer
//! and no thread, so it is tested by itself, through networks that lose, double, delay and reorder.
//!
//! Thin drivers carry out what it says:
//!
//! - with the feature `tokio`, `Driver` for programs, with `Play` for one game. `Client` asks
//!   what is asked once, over HTTP; `Connection` is a bare websocket.
//! - with the feature `browser`, `browser::Socket` for pages.

mod backoff;
mod conversation;
mod follower;
mod link;
mod live;
mod luck;
mod offers;
mod outbox;
mod update;

/// Clocks as they are shown.
pub mod clocks;

#[cfg(feature = "browser")]
pub mod browser;
#[cfg(feature = "tokio")]
mod native;

pub use backoff::Millis;
pub use bosworth_protocol as protocol;
pub use conversation::Conversation;
pub use link::{LinkState, Step};
pub use live::Live;
pub use luck::Luck;
pub use offers::{is_by, sort_games};
pub use outbox::Outbox;
pub use update::Update;

#[cfg(feature = "tokio")]
pub use native::{Client, ClientError, Connection, Driver, Play, fresh_key, fresh_nonce};
