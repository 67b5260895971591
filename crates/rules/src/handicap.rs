use alloc::string::{String, ToString};
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use crate::{BySide, Cards, Position, Ruleset, Setup, Side, Square};

/// What a stronger player gives a weaker one at the start. A variant of the house: the published
/// rules have none.
///
/// The giver has fewer heroes or fewer cards, or acts second; the opponent has roses on the board
/// around the crown. As text, what is given is joined by commas:
///
/// ```
/// use bosworth_rules::Handicap;
///
/// let handicap: Handicap = "heroes=2,roses=1,second".parse()?;
/// assert_eq!((handicap.heroes(), handicap.cards(), handicap.roses()), (2, 5, 1));
/// assert!(handicap.is_second());
/// assert_eq!(handicap.to_string(), "heroes=2,roses=1,second");
/// assert_eq!("roses=9".parse::<Handicap>().unwrap_err().to_string(), "roses is 1 to 4, not \"9\"");
/// # Ok::<(), bosworth_rules::ParseHandicapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handicap {
    // Invariant: in the ranges below, or as in an even game.
    heroes: u8,
    cards: u8,
    roses: u8,
    second: bool,
}

/// The squares of the roses on the board, as files and ranks, in the order in which they are given:
/// a block that begins under the crown, because the crown stands on a rose.
const PLACES: [(u8, u8); 4] = [(4, 4), (3, 4), (4, 3), (3, 3)];

impl Handicap {
    /// The tag of records that names a handicap and who gives it.
    pub const TAG: &'static str = "Handicap";
    /// An even game.
    pub const NONE: Self =
        Self { heroes: Position::HEROES, cards: Position::HAND as u8, roses: 0, second: false };
    /// The heroes of a giver who gives some.
    pub const HEROES: RangeInclusive<u8> = 0..=Position::HEROES - 1;
    /// The first cards of a giver who gives some, and draws them later.
    pub const CARDS: RangeInclusive<u8> = 2..=Position::HAND as u8 - 1;
    /// The roses of the opponent on the board, if there are any.
    pub const ROSES: RangeInclusive<u8> = 1..=PLACES.len() as u8;

    /// A handicap; `None` where a number is out of range.
    pub fn new(heroes: u8, cards: u8, roses: u8, second: bool) -> Option<Self> {
        let none = Self::NONE;
        let fits = (heroes == none.heroes || Self::HEROES.contains(&heroes))
            && (cards == none.cards || Self::CARDS.contains(&cards))
            && (roses == none.roses || Self::ROSES.contains(&roses));
        fits.then_some(Self { heroes, cards, roses, second })
    }

    /// The number of the giver's heroes.
    pub const fn heroes(self) -> u8 {
        self.heroes
    }

    /// The number of the giver's first cards.
    pub const fn cards(self) -> u8 {
        self.cards
    }

    /// The number of the opponent's roses on the board.
    pub const fn roses(self) -> u8 {
        self.roses
    }

    /// Whether the opponent acts first, whatever the ruleset says.
    pub const fn is_second(self) -> bool {
        self.second
    }

    /// Whether nothing is given.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The same handicap, given by a side.
    pub const fn given_by(self, by: Side) -> GivenHandicap {
        GivenHandicap { by, handicap: self }
    }
}

/// An even game.
impl Default for Handicap {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [
            ("heroes", self.heroes, Self::NONE.heroes),
            ("cards", self.cards, Self::NONE.cards),
            ("roses", self.roses, Self::NONE.roses),
        ];
        let mut comma = "";
        for (name, number, usual) in numbers {
            if number != usual {
                write!(f, "{comma}{name}={number}")?;
                comma = ",";
            }
        }
        if self.second { write!(f, "{comma}second") } else { Ok(()) }
    }
}

/// The text is not a handicap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseHandicapError {
    /// Nothing is given.
    Empty,
    /// This cannot be given, or is given twice.
    UnknownPart(String),
    /// The number is out of range.
    Number {
        /// What is given.
        part: &'static str,
        /// What was written.
        value: String,
        /// The accepted numbers.
        range: RangeInclusive<u8>,
    },
    /// The text before the colon is not a side.
    UnknownSide(String),
}

impl fmt::Display for ParseHandicapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a handicap is what is given, such as heroes=2,cards=4"),
            Self::UnknownPart(part) => write!(
                f,
                "a handicap consists of heroes=N, cards=N, roses=N and second, each at most once, \
                 not {part:?}"
            ),
            Self::Number { part, value, range } => {
                write!(f, "{part} is {} to {}, not {value:?}", range.start(), range.end())
            }
            Self::UnknownSide(side) => {
                write!(f, "red or white gives the handicap, as in white:heroes=2, not {side:?}")
            }
        }
    }
}

impl core::error::Error for ParseHandicapError {}

impl FromStr for Handicap {
    type Err = ParseHandicapError;

    fn from_str(text: &str) -> Result<Self, ParseHandicapError> {
        let mut read = Self::NONE;
        if text.is_empty() {
            return Err(ParseHandicapError::Empty);
        }
        for part in text.split(',') {
            let before = read;
            match part.split_once('=') {
                None if part == "second" => read.second = true,
                Some(("heroes", value)) => read.heroes = number("heroes", value, Self::HEROES)?,
                Some(("cards", value)) => read.cards = number("cards", value, Self::CARDS)?,
                Some(("roses", value)) => read.roses = number("roses", value, Self::ROSES)?,
                _ => return Err(ParseHandicapError::UnknownPart(part.to_string())),
            }
            if read == before {
                return Err(ParseHandicapError::UnknownPart(part.to_string()));
            }
        }
        Ok(read)
    }
}

fn number(
    part: &'static str,
    value: &str,
    range: RangeInclusive<u8>,
) -> Result<u8, ParseHandicapError> {
    let found = value.parse().ok().filter(|number| range.contains(number) && value.len() == 1);
    found.ok_or_else(|| ParseHandicapError::Number { part, value: value.to_string(), range })
}

/// A handicap, and the side that gives it. As text, the side comes first: `white:heroes=2`.
///
/// ```
/// use bosworth_rules::{GivenHandicap, Ruleset, Side};
///
/// let given: GivenHandicap = "white:heroes=2,cards=4,roses=2".parse()?;
/// assert_eq!((given.hand(Side::Red), given.hand(Side::White)), (5, 4));
/// let hands = ["NE2,E3,S2,W3,NW3", "SE1,SE2,SW2,SW3"];
/// # let read = |text: &str| text.split(',').map(|card| card.parse().unwrap()).collect();
/// # let hands = bosworth_rules::BySide { red: read(hands[0]), white: read(hands[1]) };
/// let start = given.start(hands, Side::Red, Ruleset::CLASSIC).unwrap();
/// assert_eq!(
///     start.to_string(),
///     "9/9/9/9/3rr4/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3 4 2 - classic"
/// );
/// # Ok::<(), bosworth_rules::ParseHandicapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GivenHandicap {
    /// The stronger side.
    pub by: Side,
    /// What it gives.
    pub handicap: Handicap,
}

impl GivenHandicap {
    /// The number of cards that a side is dealt.
    pub fn hand(self, side: Side) -> usize {
        if side == self.by { usize::from(self.handicap.cards) } else { Position::HAND as usize }
    }

    /// The starting position with these hands, or `None` if they are not as large as they should
    /// be, or not all different. `first` acts first, unless that is part of the handicap.
    pub fn start(self, hands: BySide<Cards>, first: Side, ruleset: Ruleset) -> Option<Position> {
        let Self { by, handicap } = self;
        let fits = Side::ALL.into_iter().all(|side| hands[side].len() as usize == self.hand(side));
        let mut setup = Setup {
            roses: BySide::default(),
            crown: Square::CENTRE,
            side: if handicap.second { !by } else { first },
            hands,
            heroes: BySide { red: Position::HEROES, white: Position::HEROES },
            discard: Cards::EMPTY,
            ruleset,
        };
        setup.heroes[by] = handicap.heroes;
        let places = PLACES.iter().take(handicap.roses.into());
        setup.roses[!by] = places.filter_map(|&(file, rank)| Square::new(file, rank)).collect();
        if fits { Position::try_from(setup).ok() } else { None }
    }
}

impl fmt::Display for GivenHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self.by {
            Side::Red => "red",
            Side::White => "white",
        };
        write!(f, "{by}:{}", self.handicap)
    }
}

impl FromStr for GivenHandicap {
    type Err = ParseHandicapError;

    fn from_str(text: &str) -> Result<Self, ParseHandicapError> {
        let (by, handicap) = text.split_once(':').unwrap_or((text, ""));
        let by = match by {
            "red" => Side::Red,
            "white" => Side::White,
            _ => return Err(ParseHandicapError::UnknownSide(by.to_string())),
        };
        Ok(Self { by, handicap: handicap.parse()? })
    }
}
