use core::ops::Range;

/// What is known of the value of a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Bound {
    Exact(f64),
    AtLeast(f64),
    AtMost(f64),
}

/// What the table holds about a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) bound: Bound,
    /// The index of the card to try first, or [`NO_CARD`].
    pub(super) card: u8,
}

/// The index that stands for no card.
pub(super) const NO_CARD: u8 = 31;

/// A transposition table of bounds.
///
/// An entry is 16 bytes, and the four that a state can be in share a cache line: nearly all the
/// time of a lookup is one cache miss. 42 bits of the key are compared besides those that choose
/// the line, so among a million lookups in a table of a million entries fewer than one in a
/// million finds another state.
pub(super) struct Table {
    /// The check bits, generation, card and kind of an entry, and the bits of its value. Plain
    /// integers, because a zeroed table is allocated lazily by the operating system.
    entries: Vec<[u64; 2]>,
    /// Entries of earlier generations count as empty.
    generation: u64,
}

const WAYS: usize = 4;
const KIND_BITS: u32 = 2;
const CARD_BITS: u32 = 5;
const GENERATION_BITS: u32 = 15;
const CHECK_SHIFT: u32 = KIND_BITS + CARD_BITS + GENERATION_BITS;

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<[u64; 2]>()).max(1 << 10);
        Self { entries: vec![[0; 2]; 1 << entries.ilog2()], generation: 1 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> GENERATION_BITS != 0 {
            self.entries.fill([0; 2]);
            self.generation = 1;
        }
    }

    fn line(&self, key: u64) -> Range<usize> {
        let lines = self.entries.len() / WAYS;
        let first = (key as usize & (lines - 1)) * WAYS;
        first..first + WAYS
    }

    fn generation_of(word: u64) -> u64 {
        word >> (KIND_BITS + CARD_BITS) & ((1 << GENERATION_BITS) - 1)
    }

    fn is_of(&self, word: u64, key: u64) -> bool {
        word >> CHECK_SHIFT == key >> CHECK_SHIFT && Self::generation_of(word) == self.generation
    }

    pub(super) fn get(&self, key: u64) -> Option<Found> {
        let line = &self.entries[self.line(key)];
        let [word, value] = *line.iter().find(|[word, _]| self.is_of(*word, key))?;
        let value = f64::from_bits(value);
        let bound = match word & ((1 << KIND_BITS) - 1) {
            0 => Bound::Exact(value),
            1 => Bound::AtLeast(value),
            _ => Bound::AtMost(value),
        };
        Some(Found { bound, card: (word >> KIND_BITS) as u8 & ((1 << CARD_BITS) - 1) })
    }

    pub(super) fn put(&mut self, key: u64, Found { bound, card }: Found) {
        let (kind, value) = match bound {
            Bound::Exact(value) => (0, value),
            Bound::AtLeast(value) => (1, value),
            Bound::AtMost(value) => (2, value),
        };
        let small = (self.generation << CARD_BITS | u64::from(card)) << KIND_BITS | kind;
        let word = key >> CHECK_SHIFT << CHECK_SHIFT | small;
        let line = self.line(key);
        let way = line.clone().find(|&way| self.is_of(self.entries[way][0], key));
        let old = |&way: &usize| Self::generation_of(self.entries[way][0]) != self.generation;
        // Without an empty entry, one that the key chooses: all are equally good.
        let way = way
            .or_else(|| line.clone().find(old))
            .unwrap_or_else(|| line.start + (key >> CHECK_SHIFT) as usize % WAYS);
        self.entries[way] = [word, value.to_bits()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_found_until_the_table_is_cleared() {
        let mut table = Table::new(1 << 16);
        let keys: Vec<u64> = (1..200).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let bound = |n: usize| match n % 3 {
            0 => Bound::Exact(n as f64 / 7.0),
            1 => Bound::AtLeast(-0.25),
            _ => Bound::AtMost(n as f64),
        };
        for (n, &key) in keys.iter().enumerate() {
            table.put(key, Found { bound: bound(n), card: n as u8 % 24 });
        }
        for (n, &key) in keys.iter().enumerate() {
            let found = table.get(key);
            assert_eq!(found, Some(Found { bound: bound(n), card: n as u8 % 24 }));
        }
        for _ in 0..1 << (GENERATION_BITS + 1) {
            table.clear();
            assert_eq!(table.get(keys[0]), None);
        }
    }

    #[test]
    fn a_new_bound_replaces_that_of_the_same_state() {
        let mut table = Table::new(0);
        table.put(5 << 40, Found { bound: Bound::AtLeast(0.5), card: NO_CARD });
        table.put(5 << 40, Found { bound: Bound::Exact(0.75), card: 3 });
        assert_eq!(table.get(5 << 40), Some(Found { bound: Bound::Exact(0.75), card: 3 }));
    }
}
