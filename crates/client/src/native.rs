//! The driver for native programs, on tokio's sockets and timers.

mod client;
mod connection;
mod driver;
mod error;
mod play;

pub use client::Client;
pub use connection::Connection;
pub use driver::Driver;
pub use error::ClientError;
pub use play::Play;

use bosworth_protocol::IdempotencyKey;

/// A fresh idempotency key.
pub fn fresh_key() -> IdempotencyKey {
    crate::random::key(&mut random)
}

/// A player's nonce for the shuffle.
pub fn fresh_nonce() -> String {
    crate::random::nonce(&mut random)
}

fn random() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system's random source");
    u64::from_le_bytes(bytes)
}
