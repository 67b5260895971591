use bosworth_rules::{BySide, Card, Position, Ruleset, Side};

/// A seeded pseudo-random number generator: Steele, Lea and Flood's `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0. The bias is below 2⁻³².
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }

    /// A number in the half-open interval [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The starting position of a random deal; Red acts first. Fast and good enough for
    /// experiments; games between people are dealt by `bosworth-fair`.
    pub fn deal(&mut self, ruleset: Ruleset) -> Position {
        let mut cards = Card::ALL;
        for place in 0..10 {
            cards.swap(place, place + self.below((Card::COUNT - place) as u32) as usize);
        }
        let hand = |cards: &[Card]| cards.iter().copied().collect();
        let hands = BySide { red: hand(&cards[..5]), white: hand(&cards[5..10]) };
        match Position::deal(hands, Side::Red, ruleset) {
            Some(position) => position,
            None => unreachable!("the ten cards are distinct"),
        }
    }
}
