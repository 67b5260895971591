//! Talks to a server: for terminals, bots, tests and measurements.
//!
//! [`Client`] asks what is asked once, over HTTP. [`Connection`] is a websocket. [`Play`] is a
//! game at a server that survives lost connections: it comes back by itself, asks for what it
//! missed, and sends again what was not acknowledged.

mod client;
mod connection;
mod error;
mod play;

pub use bosworth_protocol as protocol;
pub use client::Client;
pub use connection::Connection;
pub use error::ClientError;
pub use play::{Play, Update};

use bosworth_protocol::Key;

/// A number for a command that was not used before.
pub fn fresh_key() -> Key {
    Key(random() >> 11)
}

/// A player's part of a shuffle.
pub fn fresh_nonce() -> String {
    format!("{:016x}{:016x}", random(), random())
}

fn random() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    u64::from_le_bytes(bytes)
}
