use core::hash::Hasher;

use bosworth_rules::{BySide, Card, Cards, Side};

/// Which cards are interchangeable on a board.
///
/// Two cards in a side's hand are when playing one or the other leads to the same result, now and
/// on every board that can still be reached. With few plays left, most cards do nothing or decide
/// the game at once, so that the 24 fall into a handful of classes; states that differ only within
/// the classes have the same value.
pub(super) struct CardClasses {
    /// The class of each card in the hand of a side.
    hand: BySide<[u8; Card::COUNT]>,
    hand_groups: BySide<Vec<CardGroup>>,
    /// Of cards that either side may still draw: the pairs of both classes.
    pile_groups: Vec<CardGroup>,
}

/// A class of several cards.
struct CardGroup {
    cards: Cards,
    /// By number: that many cards of the class, always the same ones.
    some: Vec<Cards>,
}

impl CardClasses {
    /// Cards with equal signatures are of one class.
    pub(super) fn new<S: PartialEq>(signatures: &BySide<Vec<S>>) -> Self {
        let hand = BySide::from_fn(|side| numbered(&signatures[side]));
        let pairs: Vec<_> = hand.red.into_iter().zip(hand.white).collect();
        Self {
            hand,
            hand_groups: BySide::from_fn(|side| groups(&hand[side])),
            pile_groups: groups(&numbered(&pairs)),
        }
    }

    /// The class of a card in the hand of a side.
    pub(super) fn of_hand(&self, side: Side, card: Card) -> u8 {
        self.hand[side][card.index()]
    }

    /// The same number of cards of each class of a hand, always the same ones.
    pub(super) fn canonical_hand(&self, side: Side, hand: Cards) -> Cards {
        canonical(&self.hand_groups[side], hand)
    }

    /// The same number of cards of each class of the pile, always the same ones.
    pub(super) fn canonical_pile(&self, pile: Cards) -> Cards {
        canonical(&self.pile_groups, pile)
    }

    /// The cards that are interchangeable with a card in a hand.
    pub(super) fn like_in_hand(&self, side: Side, card: Card) -> Cards {
        like(&self.hand_groups[side], card)
    }

    /// The cards that are interchangeable with a card in the pile.
    pub(super) fn like_in_pile(&self, card: Card) -> Cards {
        like(&self.pile_groups, card)
    }
}

/// Numbers values in the order of their first appearance.
fn numbered<S: PartialEq>(values: &[S]) -> [u8; Card::COUNT] {
    let mut seen: Vec<&S> = Vec::new();
    let mut numbers = [0; Card::COUNT];
    for (number, value) in numbers.iter_mut().zip(values) {
        let known = seen.iter().position(|other| *other == value);
        *number = known.unwrap_or(seen.len()) as u8;
        if known.is_none() {
            seen.push(value);
        }
    }
    numbers
}

fn groups(classes: &[u8; Card::COUNT]) -> Vec<CardGroup> {
    let mut groups = Vec::new();
    for class in 0..Card::COUNT as u8 {
        let members = Card::ALL.into_iter().filter(|card| classes[card.index()] == class);
        let mut some = vec![Cards::EMPTY];
        let mut cards = Cards::EMPTY;
        for card in members {
            cards.insert(card);
            some.push(cards);
        }
        if cards.len() > 1 {
            groups.push(CardGroup { cards, some });
        }
    }
    groups
}

fn canonical(groups: &[CardGroup], mut cards: Cards) -> Cards {
    for group in groups {
        let count = (cards & group.cards).len() as usize;
        if count > 0 {
            cards = (cards - group.cards) | group.some[count];
        }
    }
    cards
}

fn like(groups: &[CardGroup], card: Card) -> Cards {
    let group = groups.iter().find(|group| group.cards.contains(card));
    group.map_or(Cards::of(card), |group| group.cards)
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

    #[test]
    fn hands_that_differ_within_a_class_have_one_canonical_form() {
        // Two classes in Red's hand, by direction; every card alone in White's.
        let signatures = BySide {
            red: Card::ALL.map(|card| usize::from(card.index() < 12)).to_vec(),
            white: Card::ALL.map(|card| card.index()).to_vec(),
        };
        let classes = CardClasses::new(&signatures);
        let cards = |names: &str| -> Cards {
            names.split(',').map(|name| name.parse::<Card>().expect("a card")).collect()
        };
        let canonical = |names| classes.canonical_hand(Side::Red, cards(names));
        assert_eq!(canonical("N2,E1,S3"), canonical("NE3,N1,NW1"));
        assert_ne!(canonical("N2,E1,S3"), canonical("N2,SW1,S3"));
        assert_eq!(canonical("N2,E1,S3").len(), 3);
        assert_eq!(classes.canonical_pile(cards("N2,E1")), cards("N2,E1"));
        assert_eq!(classes.like_in_hand(Side::Red, Card::ALL[3]).len(), 12);
        assert_eq!(classes.like_in_pile(Card::ALL[3]).len(), 1);
    }
}
