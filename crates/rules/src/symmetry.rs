use crate::{BySide, Card, CardView, Cards, Direction, Position, Setup, Square, Squares};

/// One of the eight symmetries of the square (the dihedral group), applied to board and cards.
///
/// No rule prefers a direction, so a position and its image have the same value and
/// corresponding actions. The reflection in the north-south axis, if any, comes first, then the
/// clockwise rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The number of clockwise quarter turns, modulo 4.
    pub quarters: u8,
    /// Whether west and east are exchanged before the rotation.
    pub mirrored: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..4).map(move |quarters| Self { quarters, mirrored }))
    }

    /// The image of a square.
    pub fn square(self, square: Square) -> Square {
        let last = Square::WIDTH - 1;
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.mirrored {
            file = last - file;
        }
        for _ in 0..self.quarters % 4 {
            (file, rank) = (rank, last - file);
        }
        Square::from_index(usize::from(rank * Square::WIDTH + file)).unwrap_or(square)
    }

    /// The image of a direction.
    pub fn direction(self, direction: Direction) -> Direction {
        let eighths = direction as u8;
        let eighths = if self.mirrored { 8 - eighths } else { eighths };
        Direction::North.turned(eighths + 2 * (self.quarters % 4))
    }

    /// The image of a card.
    pub fn card(self, card: Card) -> Card {
        Card { direction: self.direction(card.direction), ..card }
    }

    /// The image of a position.
    pub fn position(self, position: &Position) -> Position {
        let squares = |set: Squares| set.iter().map(|square| self.square(square)).collect();
        let cards = |set: Cards| set.iter().map(|card| self.card(card)).collect();
        let setup = Setup::from(*position);
        remade(Setup {
            roses: setup.roses.map(squares),
            crown: self.square(setup.crown),
            hands: setup.hands.map(cards),
            discard: cards(setup.discard),
            ..setup
        })
    }
}

impl Position {
    /// The same position with the sides exchanged: what was Red's is White's, and vice versa.
    /// Where cards are read by their holder they are rotated, so that each still leads to the
    /// same square.
    pub fn with_sides_swapped(&self) -> Self {
        let setup = Setup::from(*self);
        let cards = |set: Cards| match setup.ruleset.cards {
            CardView::Board => set,
            CardView::Holder => set.turned(),
        };
        let BySide { red, white } = setup.hands.map(cards);
        remade(Setup {
            roses: setup.roses.swapped(),
            side: !setup.side,
            hands: BySide { red: white, white: red },
            heroes: setup.heroes.swapped(),
            discard: cards(setup.discard),
            ..setup
        })
    }
}

fn remade(setup: Setup) -> Position {
    match Position::try_from(setup) {
        Ok(position) => position,
        Err(fault) => unreachable!("symmetries preserve validity: {fault}"),
    }
}
