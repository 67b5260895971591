use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// One of the two players. Red sits in the north, White in the south.
///
/// Editions that print the second colour blue still call it White here; see
/// [`Colours`](crate::Colours).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that acts first, unless the ruleset draws lots.
    Red,
    /// The other side.
    White,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::White];

    /// The letter for this side in every text format.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::White => 'w',
        }
    }

    /// The inverse of [`letter`](Self::letter).
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

/// A pair of values, one per side, indexed by [`Side`].
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
    /// Red's value.
    pub red: T,
    /// White's value.
    pub white: T,
}

impl<T> BySide<T> {
    /// Calls `make` for each side, Red first.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { red: make(Side::Red), white: make(Side::White) }
    }

    /// Applies `f` to both values, Red's first.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { red: f(self.red), white: f(self.white) }
    }

    /// The same values with their owners exchanged.
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
