use crate::{BySide, Card, CardView, Cards, Direction, Position, Setup, Square, Squares};

/// One of the eight ways to turn and mirror the board onto itself, cards included.
///
/// No rule prefers a direction, so a position and its image are worth the same and have the
/// same actions, turned. First the board is mirrored at its north-south axis, if at all;
/// then it is turned clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// How many quarter turns clockwise: 0 to 3 make a difference.
    pub quarters: u8,
    /// Whether west and east are exchanged first.
    pub mirrored: bool,
}

impl Symmetry {
    /// All eight, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..4).map(move |quarters| Self { quarters, mirrored }))
    }

    /// Where a square goes.
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

    /// What a direction becomes.
    pub fn direction(self, direction: Direction) -> Direction {
        let eighths = direction as u8;
        let eighths = if self.mirrored { 8 - eighths } else { eighths };
        Direction::North.turned(eighths + 2 * (self.quarters % 4))
    }

    /// What a card becomes.
    pub fn card(self, card: Card) -> Card {
        Card { direction: self.direction(card.direction), ..card }
    }

    /// What a position becomes.
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
    /// The same position with the sides exchanged: what Red had is White's, and the other
    /// way round. Where cards are seen by their holder they are turned, so that each still
    /// leads to the same square.
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
        Err(fault) => unreachable!("a symmetry keeps a position possible: {fault}"),
    }
}
