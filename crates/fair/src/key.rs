use core::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What all shuffles of one game follow from.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    pub(crate) const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The numbers of the game's shuffle `n`: the `ChaCha20` key stream with the block counter
    /// in 64 bits from 0 and `n` in the 64 bits of the nonce, read as little-endian words.
    pub(crate) fn stream(&self, n: u64) -> Stream {
        let mut chacha = ChaCha20Rng::from_seed(self.0);
        chacha.set_stream(n);
        Stream { chacha }
    }

    #[cfg(test)]
    pub(crate) fn is(&self, digits: &str) -> bool {
        crate::hex::read(digits) == Some(self.0)
    }
}

/// Says nothing: whoever knows the key knows the pile.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Uniform numbers from a key.
pub(crate) struct Stream {
    chacha: ChaCha20Rng,
}

impl Stream {
    /// A number below `bound`, every one equally likely: words that would make some of them
    /// likelier are thrown away.
    fn below(&mut self, bound: u32) -> u32 {
        let usable = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.chacha.next_u32();
            if word < usable {
                return word % bound;
            }
        }
    }

    /// Fisher and Yates: from the last place down, each changes with one at or before it.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Heads or tails.
    pub(crate) fn lot(&mut self) -> bool {
        self.below(2) == 1
    }
}
