//! Randomness of the server, all from the operating system.

use bosworth_fair::Secret;
use bosworth_table::{AccountId, GameId};

use crate::service_time::now;

/// Random bytes.
///
/// # Panics
/// If the system's random number generator fails.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random bytes");
    bytes
}

/// An id for a game that begins now.
pub fn game() -> GameId {
    GameId::new(now(), u64::from_le_bytes(bytes()))
}

/// An unguessable id: twelve letters and digits.
pub fn name() -> String {
    GameId::from_random(u128::from_le_bytes(bytes())).to_string()
}

/// An id for an account.
pub fn account() -> AccountId {
    AccountId::from_random(u64::from_le_bytes(bytes()))
}

/// A secret for a shuffle.
pub fn secret() -> Secret {
    Secret::new(bytes())
}

/// A fair coin flip.
pub fn coin() -> bool {
    bytes::<1>()[0] & 1 == 1
}

/// An id for a node.
pub fn node() -> u64 {
    u64::from_le_bytes(bytes()) >> 11
}
