use bosworth_protocol::Key;

/// A source of random numbers. Nothing here draws its own: whoever drives the core lends one
/// with every call that may need it, a seeded one in tests.
pub type Luck<'a> = &'a mut dyn FnMut() -> u64;

/// An idempotency key for a command: up to 2⁵³, so that every language reads it from JSON.
pub fn key(luck: Luck<'_>) -> Key {
    Key(luck() >> 11)
}

/// A player's part of a shuffle.
pub fn nonce(luck: Luck<'_>) -> String {
    format!("{:016x}{:016x}", luck(), luck())
}
