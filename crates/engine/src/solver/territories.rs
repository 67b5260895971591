use bosworth_rules::{Position, Square, Squares, Territories};

/// The territories of one side by square, for quick answers about roses that may be added.
pub(super) struct TerritoryMap {
    roses: Squares,
    /// The number of the territory on each square, 0 for none.
    number: [u8; Square::COUNT],
    size: [u32; Position::ROSES as usize + 1],
}

/// The territories beside a square, each once.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    numbers: [u8; 4],
    count: usize,
}

impl Beside {
    pub(super) fn numbers(&self) -> &[u8] {
        &self.numbers[..self.count]
    }
}

impl TerritoryMap {
    pub(super) fn of(roses: Squares) -> Self {
        let mut number = [0; Square::COUNT];
        let mut size = [0; Position::ROSES as usize + 1];
        for (n, territory) in (1..).zip(Territories::of(roses)) {
            for square in territory.squares {
                number[square.index()] = n;
            }
            size[usize::from(n)] = territory.size();
        }
        Self { roses, number, size }
    }

    pub(super) fn beside(&self, square: Square) -> Beside {
        let mut beside = Beside { numbers: [0; 4], count: 0 };
        for neighbour in Squares::of(square).neighbours() & self.roses {
            let number = self.number[neighbour.index()];
            if !beside.numbers().contains(&number) {
                beside.numbers[beside.count] = number;
                beside.count += 1;
            }
        }
        beside
    }

    /// The points won by a rose that joins the territories beside it.
    pub(super) fn joined(&self, beside: &Beside) -> i32 {
        self.joined_by(1, beside.numbers().iter())
    }

    /// The points won by this many connected roses that join these territories.
    pub(super) fn joined_by<'a>(&self, roses: u32, numbers: impl Iterator<Item = &'a u8>) -> i32 {
        let (mut size, mut before) = (roses, 0);
        for &number in numbers {
            let one = self.size[usize::from(number)];
            size += one;
            before += one * one;
        }
        (size * size) as i32 - before as i32
    }

    /// The points won by another rose.
    pub(super) fn gain(&self, square: Square) -> i32 {
        self.joined(&self.beside(square))
    }

    /// The points lost with one of the roses.
    pub(super) fn loss(&self, square: Square) -> i32 {
        let size = self.size[usize::from(self.number[square.index()])];
        let rest = self.roses - Squares::of(square);
        let mut parts = Squares::of(square).neighbours() & rest;
        let mut after = 0;
        while let Some(seed) = parts.first() {
            let part = rest.joined_to(Squares::of(seed));
            after += part.len() * part.len();
            parts = parts - part;
        }
        (size * size) as i32 - after as i32
    }

    /// The number of the territory on a square, 0 for none.
    pub(super) fn number(&self, square: Square) -> u8 {
        self.number[square.index()]
    }

    /// The size of a territory.
    pub(super) fn size(&self, number: u8) -> u32 {
        self.size[usize::from(number)]
    }
}
