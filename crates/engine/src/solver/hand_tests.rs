use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashSet;

use bosworth_rules::{BySide, Card, Cards, Side};

/// What matters about the hands on a board.
///
/// A test asks whether a hand holds at least one card of a set: a card that wins at once, one that
/// at least draws, the card that leads to a certain board. The tests of every board that can still
/// be reached are among them. So hands of equal size that pass the same tests are interchangeable,
/// and they stay so whatever is drawn or played. Near the end there are few tests: most cards do
/// nothing or decide the game.
pub(super) struct HandTests {
    /// The set of cards that each test of a side's hand asks for.
    sets: BySide<Vec<Cards>>,
    /// The tests that each card passes alone, as bits. A hand passes those of all its cards.
    passed: BySide<[u64; Card::COUNT]>,
}

impl HandTests {
    pub(super) fn new(sets: BySide<Vec<Cards>>) -> Self {
        let sets = sets.map(without_redundant);
        let passed = BySide::from_fn(|side| {
            Card::ALL.map(|card| {
                let numbered = sets[side].iter().enumerate();
                numbered.filter(|(_, set)| set.contains(card)).map(|(n, _)| 1 << n).sum()
            })
        });
        Self { sets, passed }
    }

    pub(super) fn sets(&self, side: Side) -> &[Cards] {
        &self.sets[side]
    }

    /// The tests that a card passes in a side's hand.
    #[inline]
    pub(super) fn of_card(&self, side: Side, card: Card) -> u64 {
        self.passed[side][card.index()]
    }

    /// The tests that a side's hand passes.
    #[inline]
    pub(super) fn of_hand(&self, side: Side, hand: Cards) -> u64 {
        hand.unordered().fold(0, |tests, card| tests | self.of_card(side, card))
    }
}

/// Leaves out empty and repeated sets, and those that say no more than others together: a hand
/// meets a union if it meets a part. Of more sets than fit, each card alone remains: then only
/// equal hands are interchangeable.
fn without_redundant(sets: Vec<Cards>) -> Vec<Cards> {
    let mut seen = HashSet::<_, BuildHasherDefault<WordHasher>>::default();
    let mut sets: Vec<_> =
        sets.into_iter().filter(|set| !set.is_empty() && seen.insert(*set)).collect();
    // The largest first, so that a union is gone before its parts are looked at.
    sets.sort_by_key(|set| core::cmp::Reverse(set.len()));
    let is_union = |(n, &set): (usize, &Cards)| {
        let parts = sets[n + 1..].iter().filter(|&&part| (part - set).is_empty());
        parts.fold(Cards::EMPTY, |union, &part| union | part) == set
    };
    let needed: Vec<_> =
        sets.iter().enumerate().filter(|&it| !is_union(it)).map(|(_, &set)| set).collect();
    if needed.len() > u64::BITS as usize {
        return Card::ALL.into_iter().map(Cards::of).collect();
    }
    needed
}

/// Mixes two words into one. The sum of the results over some cards identifies what those cards
/// pass, whichever cards they are.
#[inline]
pub(super) fn mix((one, other): (u64, u64)) -> u64 {
    let product =
        u128::from(one ^ WordHasher::SALT) * u128::from(other.rotate_left(32) ^ WordHasher::FACTOR);
    product as u64 ^ (product >> 64) as u64
}

/// A fast hash of a few words.
#[derive(Default)]
pub(super) struct WordHasher(u64);

impl WordHasher {
    const SALT: u64 = 0x9e37_79b9_7f4a_7c15;
    const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ Self::SALT) * u128::from(Self::FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(names: &str) -> Cards {
        names.split(',').map(|name| name.parse::<Card>().expect("a card")).collect()
    }

    #[test]
    fn hands_that_meet_the_same_sets_pass_the_same_tests() {
        let sets = vec![cards("N1,N2,E3"), cards("SW1")];
        let tests = HandTests::new(BySide { red: sets, white: vec![] });
        let of_red = |names| tests.of_hand(Side::Red, cards(names));
        assert_eq!(of_red("N1,S3"), of_red("N2,E3"));
        assert_ne!(of_red("N1,S3"), of_red("N1,SW1"));
        assert_ne!(of_red("N1,S3"), of_red("S3,W2"));
        assert_eq!(tests.of_hand(Side::White, cards("N1,SW1")), 0);
    }

    #[test]
    fn a_union_of_tests_is_no_test_of_its_own() {
        let (parts, union) = ([cards("N1,N2"), cards("N2,E3")], cards("N1,N2,E3"));
        let sets = vec![union, parts[0], Cards::EMPTY, parts[1], parts[0]];
        assert_eq!(without_redundant(sets), parts);
    }

    #[test]
    fn with_too_many_tests_only_equal_hands_are_interchangeable() {
        let all: Vec<_> = Card::ALL.into_iter().collect();
        let pairs = all.iter().enumerate().flat_map(|(n, &one)| {
            all[..n].iter().map(move |&other| Cards::of(one) | Cards::of(other))
        });
        assert_eq!(without_redundant(pairs.collect()), Card::ALL.map(Cards::of));
    }
}
