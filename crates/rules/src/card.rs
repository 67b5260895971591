use core::fmt;
use core::str::FromStr;

use crate::Direction;

/// How far a card moves the crown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Steps {
    One,
    Two,
    Three,
}

impl Steps {
    /// All distances, shortest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The Roman numeral printed on the card.
    pub const fn numeral(self) -> &'static str {
        match self {
            Self::One => "I",
            Self::Two => "II",
            Self::Three => "III",
        }
    }
}

/// A power card: a direction and a distance. Each of the 24 combinations exists once.
///
/// `Ord` is the canonical order of the text formats: by direction, clockwise from north, then
/// by distance.
///
/// ```
/// use bosworth_rules::{Card, Direction, Steps};
///
/// let card: Card = "SW3".parse()?;
/// assert_eq!(card, Card { direction: Direction::SouthWest, steps: Steps::Three });
/// assert!("N4".parse::<Card>().is_err());
/// # Ok::<(), bosworth_rules::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// The direction in which the crown moves.
    pub direction: Direction,
    /// How far the crown moves.
    pub steps: Steps,
}

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 24;

    /// All cards in canonical order.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self { direction: Direction::North, steps: Steps::One }; Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            all[index] =
                Self { direction: Direction::ALL[index / 3], steps: Steps::ALL[index % 3] };
            index += 1;
        }
        all
    };

    /// The card's index in the canonical order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.direction as usize * 3 + self.steps as usize
    }

    /// The same card seen from the other side of the table: rotated by 180°.
    #[inline]
    pub const fn turned(self) -> Self {
        Self { direction: self.direction.turned(4), steps: self.steps }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.direction.name(), self.steps as u8 + 1)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text does not name a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseCardError;

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is a direction N NE E SE S SW W NW and a distance 1-3, such as NE2")
    }
}

impl core::error::Error for ParseCardError {}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let split = text.len().checked_sub(1).ok_or(ParseCardError)?;
        let (direction, steps) = text.split_at_checked(split).ok_or(ParseCardError)?;
        let direction = Direction::from_name(direction).ok_or(ParseCardError)?;
        let steps = match steps {
            "1" => Steps::One,
            "2" => Steps::Two,
            "3" => Steps::Three,
            _ => return Err(ParseCardError),
        };
        Ok(Self { direction, steps })
    }
}
