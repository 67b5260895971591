use core::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The key that all shuffles of one game are derived from.
#[derive(Clone, PartialEq, Eq)]
pub struct ShuffleKey([u8; 32]);

impl ShuffleKey {
    pub(crate) const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The numbers of the game's shuffle `n`: the `ChaCha20` key stream with the block counter
    /// in 64 bits from 0 and `n` in the 64 bits of the nonce, read as little-endian words.
    pub(crate) fn stream(&self, n: u64) -> UniformStream {
        let mut chacha = ChaCha20Rng::from_seed(self.0);
        chacha.set_stream(n);
        UniformStream { chacha }
    }

    #[cfg(test)]
    pub(crate) fn is(&self, digits: &str) -> bool {
        crate::hex::read(digits) == Some(self.0)
    }
}

/// Reveals nothing: knowing the key means knowing the pile.
impl fmt::Debug for ShuffleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Uniform numbers from a key.
pub(crate) struct UniformStream {
    chacha: ChaCha20Rng,
}

impl UniformStream {
    /// A uniform number below `bound`, by rejection sampling: words that would introduce modulo
    /// bias are discarded.
    fn below(&mut self, bound: u32) -> u32 {
        let usable = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.chacha.next_u32();
            if word < usable {
                return word % bound;
            }
        }
    }

    /// The Fisher–Yates shuffle: from the last place down, each is swapped with one at or before
    /// it.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A fair coin.
    pub(crate) fn lot(&mut self) -> bool {
        self.below(2) == 1
    }
}
