use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// One of the two players. Red sits in the north, White in the south.
///
/// Editions that print the second colour blue still call it White here; see
/// [`Colours`](crate::Colours).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that begins, but where lots are drawn for it.
    Red,
    /// The other side.
    White,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::White];

    /// The letter that stands for the side in every text format.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::White => 'w',
        }
    }

    /// The side that a letter stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'r' => Some(Self::Red),
            'w' => Some(Self::White),
            _ => None,
        }
    }
}

/// The opponent.
impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Red => Self::White,
            Self::White => Self::Red,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "Red",
            Self::White => "White",
        })
    }
}

/// A pair of things, one for each side, indexed by [`Side`].
///
/// ```
/// use bosworth_rules::{BySide, Side};
///
/// let mut heroes = BySide { red: 4, white: 4 };
/// heroes[!Side::White] -= 1;
/// assert_eq!(heroes, BySide { red: 3, white: 4 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T> {
    /// What belongs to Red.
    pub red: T,
    /// What belongs to White.
    pub white: T,
}

impl<T> BySide<T> {
    /// Makes both halves with the same function.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { red: make(Side::Red), white: make(Side::White) }
    }

    /// Turns both halves into something else.
    pub fn map<U>(self, mut turn: impl FnMut(T) -> U) -> BySide<U> {
        BySide { red: turn(self.red), white: turn(self.white) }
    }

    /// The same two things with their owners exchanged.
    pub fn swapped(self) -> Self {
        Self { red: self.white, white: self.red }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::White => &self.white,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::White => &mut self.white,
        }
    }
}
