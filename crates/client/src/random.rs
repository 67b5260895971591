use bosworth_protocol::IdempotencyKey;

/// A source of random numbers, passed in by the driver with every call that may need it. Tests
/// pass a seeded one.
pub type RandomSource<'a> = &'a mut dyn FnMut() -> u64;

/// An idempotency key for a command: below 2⁵³, which JSON numbers represent exactly.
pub fn key(random: RandomSource<'_>) -> IdempotencyKey {
    IdempotencyKey(random() >> 11)
}

/// A player's nonce for the shuffle.
pub fn nonce(random: RandomSource<'_>) -> String {
    format!("{:016x}{:016x}", random(), random())
}
