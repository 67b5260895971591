//! Positions as text.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::{
    BySide, Card, Cards, ImpossiblePosition, Position, Ruleset, Setup, Side, Square, Squares,
};

/// A field of a position's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Field {
    Board,
    Crown,
    Side,
    RedHand,
    WhiteHand,
    RedHeroes,
    WhiteHeroes,
    Discard,
    Ruleset,
}

impl Field {
    const ALL: [Self; 9] = [
        Self::Board,
        Self::Crown,
        Self::Side,
        Self::RedHand,
        Self::WhiteHand,
        Self::RedHeroes,
        Self::WhiteHeroes,
        Self::Discard,
        Self::Ruleset,
    ];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Crown => "crown",
            Self::Side => "side",
            Self::RedHand => "red-hand",
            Self::WhiteHand => "white-hand",
            Self::RedHeroes => "red-heroes",
            Self::WhiteHeroes => "white-heroes",
            Self::Discard => "discard",
            Self::Ruleset => "ruleset",
        })
    }
}

/// Why a text is not a position: the field and its fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePositionError {
    /// Where the fault is.
    pub field: Field,
    /// What is wrong there, and what would be valid.
    pub fault: String,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.fault)
    }
}

impl core::error::Error for ParsePositionError {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::WIDTH).rev() {
            let mut empty = 0;
            for square in (0..Square::WIDTH).filter_map(|file| Square::new(file, rank)) {
                match self.rose_at(square) {
                    None => empty += 1,
                    Some(side) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", side.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(
            f,
            "{} {} {} {} {} {} {} {}",
            self.crown(),
            self.side().letter(),
            self.hand(Side::Red),
            self.hand(Side::White),
            self.heroes(Side::Red),
            self.heroes(Side::White),
            self.discard(),
            self.ruleset()
        )
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Parses the eight or nine fields, separated by single spaces. Cards may be in any order.
    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let mut fields = text.split(' ');
        let mut field = |field: Field| match fields.next() {
            Some(text) if !text.is_empty() => Ok(text),
            Some(_) => Err(field.fault("is empty; fields are one space apart")),
            None => Err(field.fault(
                "is missing; a position is: board crown side red-hand white-hand red-heroes \
                 white-heroes discard [ruleset]",
            )),
        };
        let [board, crown, side, red_hand, white_hand, red_heroes, white_heroes, discard] = [
            field(Field::Board)?,
            field(Field::Crown)?,
            field(Field::Side)?,
            field(Field::RedHand)?,
            field(Field::WhiteHand)?,
            field(Field::RedHeroes)?,
            field(Field::WhiteHeroes)?,
            field(Field::Discard)?,
        ];
        let ruleset = match fields.next() {
            None => Ruleset::CLASSIC,
            Some(name) => name.parse().map_err(|error| Field::Ruleset.fault(error))?,
        };
        if fields.next().is_some() {
            return Err(Field::Ruleset.fault("is the last field, but more text follows"));
        }
        let setup = Setup {
            roses: read_board(board).map_err(|fault| Field::Board.fault(fault))?,
            crown: crown.parse().map_err(|error| Field::Crown.fault(error))?,
            side: read_side(side)
                .ok_or_else(|| Field::Side.fault(format_args!("is r or w, not {side:?}")))?,
            hands: BySide {
                red: read_cards(Field::RedHand, red_hand)?,
                white: read_cards(Field::WhiteHand, white_hand)?,
            },
            heroes: BySide {
                red: read_heroes(Field::RedHeroes, red_heroes)?,
                white: read_heroes(Field::WhiteHeroes, white_heroes)?,
            },
            discard: read_cards(Field::Discard, discard)?,
            ruleset,
        };
        Self::try_from(setup).map_err(|fault| field_of(fault, &setup).fault(fault))
    }
}

impl Field {
    fn fault(self, fault: impl fmt::Display) -> ParsePositionError {
        ParsePositionError { field: self, fault: fault.to_string() }
    }

    /// The fields' names in their order, for help texts.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }
}

/// The field to blame for an impossible position.
fn field_of(fault: ImpossiblePosition, setup: &Setup) -> Field {
    match fault {
        ImpossiblePosition::TwoRoses(_) | ImpossiblePosition::TooManyRoses(_) => Field::Board,
        ImpossiblePosition::CrownWithoutRose(_) | ImpossiblePosition::CrownAstray(_) => {
            Field::Crown
        }
        ImpossiblePosition::HandTooLarge { side: Side::Red, .. } => Field::RedHand,
        ImpossiblePosition::CardTwice(card) if setup.discard.contains(card) => Field::Discard,
        ImpossiblePosition::HandTooLarge { side: Side::White, .. }
        | ImpossiblePosition::CardTwice(_) => Field::WhiteHand,
        ImpossiblePosition::Heroes { side: Side::Red, .. } => Field::RedHeroes,
        ImpossiblePosition::Heroes { side: Side::White, .. } => Field::WhiteHeroes,
    }
}

fn read_board(text: &str) -> Result<BySide<Squares>, String> {
    let ranks = text.split('/').count();
    if ranks != usize::from(Square::WIDTH) {
        return Err(alloc::format!("has {ranks} ranks, not 9, with / between them"));
    }
    let mut roses = BySide::<Squares>::default();
    for (rank, text) in (1..=Square::WIDTH).rev().zip(text.split('/')) {
        let mut file = 0;
        for letter in text.chars() {
            match (Side::from_letter(letter), letter.to_digit(10)) {
                (Some(side), _) => {
                    if let Some(square) = Square::new(file, rank - 1) {
                        roses[side].insert(square);
                    }
                    file += 1;
                }
                (None, Some(empty @ 1..=9)) => file += empty as u8,
                _ => {
                    return Err(alloc::format!(
                        "rank {rank} has {letter:?}; a rank is made of r, w and 1-9"
                    ));
                }
            }
            if file > Square::WIDTH {
                return Err(alloc::format!("rank {rank} has more than 9 squares"));
            }
        }
        if file < Square::WIDTH {
            return Err(alloc::format!("rank {rank} has {file} squares, not 9"));
        }
    }
    Ok(roses)
}

fn read_side(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let side = Side::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(side)
}

fn read_heroes(field: Field, text: &str) -> Result<u8, ParsePositionError> {
    match text.as_bytes() {
        &[digit @ b'0'..=b'4'] => Ok(digit - b'0'),
        _ => Err(field.fault(format_args!("is a number 0-4, not {text:?}"))),
    }
}

fn read_cards(field: Field, text: &str) -> Result<Cards, ParsePositionError> {
    read_card_list(text).map_err(|fault| field.fault(fault))
}

/// Parses cards separated by commas, or `-` for none.
pub(crate) fn read_card_list(text: &str) -> Result<Cards, String> {
    if text == "-" {
        return Ok(Cards::EMPTY);
    }
    let mut cards = Cards::EMPTY;
    for name in text.split(',') {
        let card: Card = name
            .parse()
            .map_err(|error| alloc::format!("{name:?} is not a card; {error}, or - for no card"))?;
        if cards.contains(card) {
            return Err(alloc::format!("{card} is there twice"));
        }
        cards.insert(card);
    }
    Ok(cards)
}
