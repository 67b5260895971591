use core::fmt;

use crate::position::ByTurn;
use crate::state::State;
use crate::{BySide, Card, Cards, Position, Ruleset, Side, Square, Squares, zobrist};

/// The parts of a position, not yet validated: any combination can be represented.
///
/// `Position::try_from(setup)` validates it; `Setup::from(position)` takes a position apart
/// again, for editors.
///
/// ```
/// use bosworth_rules::{ImpossiblePosition, Position, Setup, Side};
///
/// let start: Position =
///     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
/// let mut setup = Setup::from(start);
/// setup.heroes.white = 5;
/// assert_eq!(
///     Position::try_from(setup),
///     Err(ImpossiblePosition::Heroes { side: Side::White, heroes: 5 })
/// );
/// # Ok::<(), bosworth_rules::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Where each side's roses are.
    pub roses: BySide<Squares>,
    /// Where the crown stands.
    pub crown: Square,
    /// Whose turn it is.
    pub side: Side,
    /// Each side's cards.
    pub hands: BySide<Cards>,
    /// The number of heroes each side has left.
    pub heroes: BySide<u8>,
    /// The discard. The pile is implied: all cards that are nowhere else.
    pub discard: Cards,
    /// The rules.
    pub ruleset: Ruleset,
}

/// Why a setup is not a possible position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImpossiblePosition {
    /// Both sides have a rose on one square.
    TwoRoses(Square),
    /// More than 52 roses on the board.
    TooManyRoses(u32),
    /// There are roses on the board, but none under the crown.
    CrownWithoutRose(Square),
    /// The board is empty, but the crown is not on the centre.
    CrownAstray(Square),
    /// More than five cards in a hand.
    HandTooLarge {
        /// Whose hand.
        side: Side,
        /// The number of cards.
        cards: u32,
    },
    /// A card in two places.
    CardTwice(Card),
    /// More than four heroes.
    Heroes {
        /// Whose heroes.
        side: Side,
        /// The number.
        heroes: u8,
    },
}

impl fmt::Display for ImpossiblePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoRoses(square) => write!(f, "{square} carries two roses"),
            Self::TooManyRoses(roses) => {
                write!(f, "{roses} roses are on the board, but there are only {}", Position::ROSES)
            }
            Self::CrownWithoutRose(square) => write!(
                f,
                "the crown is on {square}, which carries no rose; it stands on the rose placed last"
            ),
            Self::CrownAstray(square) => {
                write!(f, "the crown is on {square}, but on an empty board it is on e5")
            }
            Self::HandTooLarge { side, cards } => {
                write!(f, "{side} holds {cards} cards, but a hand has at most {}", Position::HAND)
            }
            Self::CardTwice(card) => write!(f, "{card} is in two places"),
            Self::Heroes { side, heroes } => write!(
                f,
                "{side} has {heroes} heroes, but there are at most {} a side",
                Position::HEROES
            ),
        }
    }
}

impl core::error::Error for ImpossiblePosition {}

impl TryFrom<Setup> for Position {
    type Error = ImpossiblePosition;

    fn try_from(setup: Setup) -> Result<Self, ImpossiblePosition> {
        let Setup { roses, crown, side, hands, heroes, discard, ruleset } = setup;
        if let Some(square) = (roses.red & roses.white).first() {
            return Err(ImpossiblePosition::TwoRoses(square));
        }
        let occupied = roses.red | roses.white;
        let supply = u32::from(Self::ROSES)
            .checked_sub(occupied.len())
            .ok_or(ImpossiblePosition::TooManyRoses(occupied.len()))? as u8;
        if occupied.is_empty() && crown != Square::CENTRE {
            return Err(ImpossiblePosition::CrownAstray(crown));
        }
        if !occupied.is_empty() && !occupied.contains(crown) {
            return Err(ImpossiblePosition::CrownWithoutRose(crown));
        }
        for side in Side::ALL {
            let cards = hands[side].len();
            if cards > Self::HAND {
                return Err(ImpossiblePosition::HandTooLarge { side, cards });
            }
            if heroes[side] > Self::HEROES {
                return Err(ImpossiblePosition::Heroes { side, heroes: heroes[side] });
            }
        }
        let twice = (hands.red & hands.white) | ((hands.red | hands.white) & discard);
        if let Some(card) = twice.iter().next() {
            return Err(ImpossiblePosition::CardTwice(card));
        }
        let state = State::new(crown, side, supply, ruleset)
            .with_heroes(Side::Red, heroes.red)
            .with_heroes(Side::White, heroes.white);
        Ok(Self {
            roses: ByTurn::new(roses, side),
            hands: ByTurn::new(hands, side),
            discard,
            state,
            rose_key: zobrist::roses(Side::Red, roses.red)
                ^ zobrist::roses(Side::White, roses.white),
        })
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            roses: BySide::from_fn(|side| position.roses(side)),
            crown: position.crown(),
            side: position.side(),
            hands: BySide::from_fn(|side| position.hand(side)),
            heroes: BySide::from_fn(|side| position.heroes(side)),
            discard: position.discard(),
            ruleset: position.ruleset(),
        }
    }
}
