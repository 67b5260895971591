use core::fmt;
use core::str::FromStr;

use crate::{Direction, Steps};

/// One of the 81 squares, named `a1` (south-west) to `i9` (north-east).
///
/// Invariant: the index is below 81. Squares are counted rank by rank from the south,
/// each rank from west to east.
///
/// ```
/// use bosworth_rules::{Direction, Square, Steps};
///
/// let centre: Square = "e5".parse()?;
/// assert_eq!(centre, Square::CENTRE);
/// assert_eq!(centre.step(Direction::NorthEast, Steps::Two).unwrap().to_string(), "g7");
/// assert_eq!("i9".parse::<Square>()?.step(Direction::East, Steps::One), None);
/// # Ok::<(), bosworth_rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of files, and of ranks.
    pub const WIDTH: u8 = 9;
    /// The number of squares.
    pub const COUNT: usize = 81;
    /// Where the crown stands at the start.
    pub const CENTRE: Self = Self(40);

    /// The square on a file and a rank, both counted from 0.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::WIDTH && rank < Self::WIDTH {
            Some(Self(rank * Self::WIDTH + file))
        } else {
            None
        }
    }

    /// The square with an index: `a1` is 0, `b1` is 1, `i9` is 80.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The index of the square: `a1` is 0, `b1` is 1, `i9` is 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The length of lookup tables indexed by [`slot`](Self::slot).
    pub(crate) const SLOTS: usize = 128;

    /// The index, reduced modulo a power of two so that the compiler can elide bounds checks.
    #[inline]
    pub(crate) const fn slot(self) -> usize {
        self.0 as usize % Self::SLOTS
    }

    /// The inverse of [`slot`](Self::slot). `slot` must be the index of a square.
    #[inline]
    pub(crate) const fn from_slot(slot: usize) -> Self {
        debug_assert!(slot % Self::SLOTS < Self::COUNT, "no square has this index");
        Self((slot % Self::SLOTS) as u8)
    }

    /// The file, counted from 0 in the west.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % Self::WIDTH
    }

    /// The rank, counted from 0 in the south.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / Self::WIDTH
    }

    /// The square exactly `steps` away in a direction, if it is on the board.
    pub const fn step(self, direction: Direction, steps: Steps) -> Option<Self> {
        let (east, north) = direction.vector();
        let steps = steps as i8 + 1;
        let file = self.file() as i8 + east * steps;
        let rank = self.rank() as i8 + north * steps;
        if file < 0 || rank < 0 { None } else { Self::new(file as u8, rank as u8) }
    }

    /// All squares, `a1` first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text does not name a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a-i and a digit 1-9, such as e5")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')).ok_or(ParseSquareError)
    }
}
