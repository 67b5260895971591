//! The game client: shared by web pages, terminals, bots, tests and benchmarks.
//!
//! [`Conversation`] is the protocol as a sans-I/O state machine: it is fed the time and incoming
//! messages, and returns what to send and when to wake it. It keeps a connection alive,
//! retransmits commands until they are acknowledged, follows a game's log across gaps and pages,
//! and subscribes to open offers; [`clocks`] computes what clocks display. It uses no socket, timer
//! or thread, so tests run it over simulated networks that drop, duplicate, delay and reorder.
//!
//! Thin drivers do the I/O:
//!
//! - with the feature `tokio`, `Driver` for native programs, and `Play` for a single game.
//!   `Client` makes one-off HTTP requests; `Connection` is a bare websocket.
//! - with the feature `browser`, `browser::Socket` for web pages.

mod backoff;
mod conversation;
mod follower;
mod link;
mod live;
mod offers;
mod outbox;
mod random;
mod update;

/// How clocks are displayed.
pub mod clocks;

#[cfg(feature = "browser")]
pub mod browser;
#[cfg(feature = "tokio")]
mod native;

pub use backoff::Millis;
pub use bosworth_protocol as protocol;
pub use conversation::Conversation;
pub use link::{LinkState, SocketOperation};
pub use live::Live;
pub use offers::is_by;
pub use outbox::Outbox;
pub use random::RandomSource;
pub use update::Update;

#[cfg(feature = "tokio")]
pub use native::{Client, ClientError, Connection, Driver, Play, fresh_key, fresh_nonce};
