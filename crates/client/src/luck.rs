use bosworth_protocol::IdempotencyKey;

/// A source of random numbers, passed in by the driver with every call that may need it. Tests
/// pass a seeded one.
pub type Luck<'a> = &'a mut dyn FnMut() -> u64;

/// An idempotency key for a command: below 2⁵³, which JSON numbers represent exactly.
pub fn key(luck: Luck<'_>) -> IdempotencyKey {
    IdempotencyKey(luck() >> 11)
}

/// A player's nonce for the shuffle.
pub fn nonce(luck: Luck<'_>) -> String {
    format!("{:016x}{:016x}", luck(), luck())
}
