use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::{Card, Square};

/// A set of cards: a hand, the discard, the pile.
///
/// A bitset in which each card's bit is the offset of its target from the crown, in the layout
/// of the [`Squares`](crate::Squares) bitboard. The cards of a hand that lead to a rose are
/// therefore found all at once: shift the roses by the crown's square and intersect. That is why
/// the bits are spread over 61 positions rather than packed into 24, and it is most of what makes
/// action generation fast.
///
/// ```
/// use bosworth_rules::{Card, Cards};
///
/// let hand: Cards = ["W3", "NE2"].iter().map(|name| name.parse::<Card>().unwrap()).collect();
/// assert_eq!(hand.len(), 2);
/// assert_eq!(hand.to_string(), "NE2,W3", "always in canonical order");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// The bit of offset zero, the crown's own square: three ranks and three files from the
    /// south-western-most target.
    pub(crate) const CENTRE_BIT: usize = 3 * Square::WIDTH as usize + 3;
    const BITS: usize = 2 * Self::CENTRE_BIT + 1;

    const BIT_OF: [u8; Card::COUNT] = {
        let mut bits = [0; Card::COUNT];
        let mut index = 0;
        while index < Card::COUNT {
            let card = Card::ALL[index];
            let (east, north) = card.direction.vector();
            let offset = (north * Square::WIDTH as i8 + east) * (card.steps as i8 + 1);
            bits[index] = (Self::CENTRE_BIT as i8 + offset) as u8;
            index += 1;
        }
        bits
    };

    const CARD_OF: [Card; Self::BITS] = {
        let mut cards = [Card::ALL[0]; Self::BITS];
        let mut index = 0;
        while index < Card::COUNT {
            cards[Self::BIT_OF[index] as usize] = Card::ALL[index];
            index += 1;
        }
        cards
    };

    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 24 cards.
    pub const ALL: Self = {
        let mut bits = 0;
        let mut index = 0;
        while index < Card::COUNT {
            bits |= 1 << Self::BIT_OF[index];
            index += 1;
        }
        Self(bits)
    };

    /// By square of the crown: the cards whose target is on the board.
    const ON_BOARD: [Self; Square::SLOTS] = {
        let mut sets = [Self::EMPTY; Square::SLOTS];
        let mut square = 0;
        while square < Square::COUNT {
            let mut index = 0;
            while index < Card::COUNT {
                let card = Card::ALL[index];
                if let Some(from) = Square::from_index(square) {
                    if from.step(card.direction, card.steps).is_some() {
                        sets[square].0 |= 1 << Self::BIT_OF[index];
                    }
                }
                index += 1;
            }
            square += 1;
        }
        sets
    };

    /// The set of one card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(1 << Self::BIT_OF[card.index()])
    }

    /// The cards whose target is on the board when the crown stands on `square`.
    #[inline]
    pub const fn on_board(square: Square) -> Self {
        Self::ON_BOARD[square.slot()]
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        *self |= Self::of(card);
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        *self = *self - Self::of(card);
    }

    /// The same cards seen from the other side of the table: rotated by 180°.
    #[inline]
    pub const fn turned(self) -> Self {
        Self(self.0.reverse_bits() >> (u64::BITS as usize - Self::BITS))
    }

    /// The cards whose target is in a set of squares, given as `Squares::seen_from` the crown.
    #[inline]
    pub(crate) const fn leading_to(self, seen: u64) -> Self {
        Self(self.0 & seen)
    }

    /// The target of the only card in this set with the crown on `square`. It must be on the
    /// board.
    #[inline]
    pub(crate) fn target_from(self, square: Square) -> Square {
        Square::from_slot((square.index() + self.place()).wrapping_sub(Self::CENTRE_BIT))
    }

    /// The bits, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The position of the lowest bit: in a singleton, that card's bit.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The lowest card as a singleton, or the empty set.
    #[inline]
    const fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    #[inline]
    const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The `n`-th card in the order of [`unordered`](Self::unordered) as a singleton, or the
    /// empty set.
    #[inline]
    pub(crate) fn pick_set(self, n: u32) -> Self {
        // Branch-free for the first four steps: on hand-sized sets that beats a loop whose trip
        // count the processor mispredicts.
        let few = (0..4).fold(self.0, |bits, step| bits & bits.wrapping_sub(u64::from(step < n)));
        (4..n).fold(Self(few), |set, _| set.without_first()).first()
    }

    /// The `n`-th card in the order of [`unordered`](Self::unordered); meant for random sampling.
    ///
    /// ```
    /// use bosworth_rules::Cards;
    ///
    /// let picked: Cards = (0..24).filter_map(|n| Cards::ALL.pick(n)).collect();
    /// assert_eq!(picked, Cards::ALL);
    /// assert_eq!(Cards::ALL.pick(24), None);
    /// ```
    #[inline]
    pub fn pick(self, n: u32) -> Option<Card> {
        self.pick_set(n).unordered().next()
    }

    /// The cards in bit order: deterministic, *not* canonical, but the fastest to iterate.
    #[inline]
    pub const fn unordered(self) -> Unordered {
        Unordered(self)
    }

    /// The cards in canonical order.
    #[inline]
    pub fn iter(self) -> CardsIter {
        CardsIter { indices: self.unordered().fold(0, |all, card| all | 1 << card.index()) }
    }
}

/// Iterates over the cards of a set in bit order.
#[derive(Clone, Debug)]
pub struct Unordered(Cards);

impl Iterator for Unordered {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = Cards::CARD_OF.get(self.0.place())?;
        self.0 = self.0.without_first();
        Some(*card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for Unordered {}

/// Iterates over the cards of a set in canonical order.
#[derive(Clone, Debug)]
pub struct CardsIter {
    indices: u32,
}

impl Iterator for CardsIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = *Card::ALL.get(self.indices.trailing_zeros() as usize)?;
        self.indices &= self.indices - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.indices.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardsIter {}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsIter;

    fn into_iter(self) -> CardsIter {
        self.iter()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | Self::of(card))
    }
}

impl BitAnd for Cards {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Cards {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The set difference.
impl Sub for Cards {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The cards in canonical order, separated by commas; `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            fmt::Display::fmt(&card, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
