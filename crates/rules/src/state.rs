//! The small fields of a position, packed into one word.

use crate::{CardView, Colours, Ending, First, Position, Reshuffle, Ruleset, Side, Square, Ties};

/// Crown, side to act, supply, heroes and ruleset.
///
/// They share one word because a position is copied for every action: a wide load of bytes that
/// were just written one by one defeats store-to-load forwarding and stalls the processor, a
/// load of a whole word does not.
///
/// Invariant: made by [`State::new`] and changed only by the methods below, so that every field
/// keeps a valid value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State(u64);

const CROWN: u32 = 0;
const SIDE: u32 = 8;
const HOLDER: u64 = 1 << 9;
const LOT: u64 = 1 << 10;
const EMPTIED: u64 = 1 << 11;
const EITHER: u64 = 1 << 12;
const ROSES: u64 = 1 << 13;
const BLUE: u64 = 1 << 14;
/// Flags without influence on the rest of the game: how the first side was chosen, what the
/// colours are called.
const IDLE: u64 = LOT | BLUE;
const SUPPLY: u32 = 16;
const HEROES: u32 = 24;

impl State {
    pub(crate) fn new(crown: Square, side: Side, supply: u8, ruleset: Ruleset) -> Self {
        let flags = [
            (ruleset.cards == CardView::Holder, HOLDER),
            (ruleset.first == First::Lot, LOT),
            (ruleset.reshuffle == Reshuffle::WhenEmptied, EMPTIED),
            (ruleset.ending == Ending::EitherBlocked, EITHER),
            (ruleset.ties == Ties::Roses, ROSES),
            (ruleset.colours == Colours::RedBlue, BLUE),
        ];
        let flags: u64 = flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum();
        Self(
            flags
                | (crown.index() as u64) << CROWN
                | u64::from(supply) << SUPPLY
                | (side as u64) << SIDE,
        )
    }

    /// Sets the heroes of a side, which must have none so far.
    pub(crate) fn with_heroes(self, side: Side, heroes: u8) -> Self {
        Self(self.0 + (u64::from(heroes.min(Position::HEROES)) << Self::heroes_of(side)))
    }

    #[inline]
    pub(crate) fn crown(self) -> Square {
        Square::from_slot((self.0 >> CROWN) as usize)
    }

    #[inline]
    pub(crate) fn side(self) -> Side {
        if self.0 >> SIDE & 1 == 0 { Side::Red } else { Side::White }
    }

    #[inline]
    pub(crate) fn supply(self) -> u8 {
        (self.0 >> SUPPLY) as u8
    }

    #[inline]
    pub(crate) fn heroes(self, side: Side) -> u8 {
        (self.0 >> Self::heroes_of(side)) as u8
    }

    #[inline]
    pub(crate) fn turns_cards(self) -> bool {
        self.0 & HOLDER != 0
    }

    #[inline]
    pub(crate) fn refills_at_once(self) -> bool {
        self.0 & EMPTIED != 0
    }

    #[inline]
    pub(crate) fn ends_for_either(self) -> bool {
        self.0 & EITHER != 0
    }

    pub(crate) fn ruleset(self) -> Ruleset {
        let has = |flag| self.0 & flag != 0;
        Ruleset {
            cards: if has(HOLDER) { CardView::Holder } else { CardView::Board },
            first: if has(LOT) { First::Lot } else { First::Red },
            reshuffle: if has(EMPTIED) { Reshuffle::WhenEmptied } else { Reshuffle::WhenNeeded },
            ending: if has(EITHER) { Ending::EitherBlocked } else { Ending::BothBlocked },
            ties: if has(ROSES) { Ties::Roses } else { Ties::LargestThenRoses },
            colours: if has(BLUE) { Colours::RedBlue } else { Colours::RedWhite },
        }
    }

    /// The part that enters the position's key.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.0 & !IDLE
    }

    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.0 ^= 1 << SIDE;
    }

    #[inline]
    pub(crate) fn move_crown(&mut self, to: Square) {
        self.0 = self.0 & !(0xff << CROWN) | (to.index() as u64) << CROWN;
    }

    /// Takes a rose from the supply, which must not be empty.
    #[inline]
    pub(crate) fn take_rose(&mut self) {
        self.0 -= 1 << SUPPLY;
    }

    /// Takes a hero from a side, which must have one.
    #[inline]
    pub(crate) fn take_hero(&mut self, side: Side) {
        self.0 -= 1 << Self::heroes_of(side);
    }

    #[inline]
    fn heroes_of(side: Side) -> u32 {
        HEROES + 8 * side as u32
    }
}
