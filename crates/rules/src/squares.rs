use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

use crate::{Cards, Square};

/// A set of squares, as a bitboard.
///
/// Bits are in the order of [`Square::index`], offset by as much as the longest card reaches
/// down. The neighbourhood of any square, in the bit layout of [`Cards`], is therefore a single
/// right shift away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

/// The bit of `a1`.
const LOWEST: usize = Cards::CENTRE_BIT;

/// Each square's bit. A table lookup is faster than a variable shift of a `u128`.
static BITS: [u128; Square::SLOTS] = {
    let mut bits = [0; Square::SLOTS];
    let mut index = 0;
    while index < Square::COUNT {
        bits[index] = 1 << (LOWEST + index);
        index += 1;
    }
    bits
};

impl Squares {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self(((1 << Square::COUNT) - 1) << LOWEST);
    const WEST_EDGE: Self = {
        let mut bits = 0;
        let mut rank = 0;
        while rank < Square::WIDTH {
            bits |= 1 << (LOWEST + (rank * Square::WIDTH) as usize);
            rank += 1;
        }
        Self(bits)
    };
    const EAST_EDGE: Self = Self(Self::WEST_EDGE.0 << (Square::WIDTH - 1));

    /// The squares at this distance from the nearest edge; 0 is the border itself.
    pub const fn ring(distance: u8) -> Self {
        let mut ring = Self::EMPTY;
        let mut index = 0;
        while index < Square::COUNT {
            let (file, rank) = (index as u8 % Square::WIDTH, index as u8 / Square::WIDTH);
            let last = Square::WIDTH - 1;
            let mut nearest = if file < rank { file } else { rank };
            if last - file < nearest {
                nearest = last - file;
            }
            if last - rank < nearest {
                nearest = last - rank;
            }
            if nearest == distance {
                ring.0 |= 1 << (LOWEST + index);
            }
            index += 1;
        }
        ring
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(BITS[square.slot()])
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self |= Self::of(square);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        *self = *self - Self::of(square);
    }

    /// The lowest square of the set.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index((self.0.trailing_zeros() as usize).wrapping_sub(LOWEST))
    }

    /// The set without its lowest square.
    #[inline]
    const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The squares of the set, lowest first.
    #[inline]
    pub const fn iter(self) -> SquaresIter {
        SquaresIter(self)
    }

    /// The squares orthogonally adjacent to any square of the set. A square of the set is
    /// included only if it has a neighbour in the set.
    #[inline]
    pub const fn neighbours(self) -> Self {
        let sideways = (self.0 & !Self::EAST_EDGE.0) << 1 | (self.0 & !Self::WEST_EDGE.0) >> 1;
        let upright = self.0 << Square::WIDTH | self.0 >> Square::WIDTH;
        Self((sideways | upright) & Self::ALL.0)
    }

    /// The squares in connected components of size one, and those in components of size two.
    #[inline]
    pub(crate) const fn small_groups(self) -> (Self, Self) {
        let up = Square::WIDTH as u32;
        // By direction: the squares of the set that have a neighbour on that side.
        let east = self.0 & (self.0 & !Self::WEST_EDGE.0) >> 1;
        let west = self.0 & (self.0 & !Self::EAST_EDGE.0) << 1;
        let north = self.0 & self.0 >> up;
        let south = self.0 & self.0 << up;
        let single = self.0 & !(east | west | north | south);
        let one = (east ^ west ^ north ^ south) & !(east & west | north & south);
        let across = one & east & (one & west) >> 1;
        let upright = one & north & (one & south) >> up;
        (Self(single), Self(across | across << 1 | upright | upright << up))
    }

    /// The local articulation points of the set: squares whose neighbours in the set are not all
    /// connected to each other within the surrounding eight squares. A longer way round is not
    /// considered, so this is a cheap superset of the true articulation points.
    #[inline]
    pub const fn joints(self) -> Self {
        const UP: u32 = Square::WIDTH as u32;
        let (set, eastern, western) =
            (self.0, self.0 & !Self::WEST_EDGE.0, self.0 & !Self::EAST_EDGE.0);
        // By direction: the squares that have a neighbour on that side.
        let (north, east, south, west) = (set >> UP, eastern >> 1, set << UP, western << 1);
        // Neighbours that are not connected, through the corner between them, to the neighbour
        // before them in clockwise order.
        let north_alone = north & !(west & western >> (UP - 1));
        let east_alone = east & !(north & eastern >> (UP + 1));
        let south_alone = south & !(east & eastern << (UP - 1));
        let west_alone = west & !(south & western << (UP + 1));
        let two = north_alone & south_alone
            | east_alone & west_alone
            | (north_alone | south_alone) & (east_alone | west_alone);
        Self(set & two)
    }

    /// The flood fill of `seed` within the set: the seed's territory, if this is one side's
    /// roses. Squares of `seed` outside the set are ignored.
    #[inline]
    pub fn joined_to(self, seed: Self) -> Self {
        let mut group = seed & self;
        loop {
            let next = (group | group.neighbours()) & self;
            if next == group {
                return group;
            }
            group = next;
        }
    }

    /// The neighbourhood of `centre` in the bit layout of [`Cards`]: a card's bit is set if its
    /// target is in the set. Targets wrap around at the edges, so the result is meaningful only
    /// for cards that stay on the board.
    #[inline]
    pub(crate) const fn seen_from(self, centre: Square) -> u64 {
        (self.0 >> centre.index()) as u64
    }
}

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitAnd for Squares {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The set difference.
impl Sub for Squares {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct SquaresIter(Squares);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for SquaresIter {}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    fn into_iter(self) -> SquaresIter {
        self.iter()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
