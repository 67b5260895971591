use bosworth_rules::{Side, Square};

/// A direction on the screen in which the keyboard cursor moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

impl Arrow {
    /// The arrow key with this name in browsers (`KeyboardEvent.key`).
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ArrowLeft" => Self::Left,
            "ArrowRight" => Self::Right,
            "ArrowUp" => Self::Up,
            "ArrowDown" => Self::Down,
            _ => return None,
        })
    }

    /// The adjacent square, with a side at the bottom; at the edge, the same square.
    pub(crate) fn from(self, square: Square, bottom: Side) -> Square {
        let (column, row) = place(square, bottom);
        let (column, row) = match self {
            Self::Left => (column.saturating_sub(1), row),
            Self::Right => (column + 1, row),
            Self::Up => (column, row.saturating_sub(1)),
            Self::Down => (column, row + 1),
        };
        square_at(column, row, bottom).unwrap_or(square)
    }
}

/// The column from the left and the row from the top, with a side at the bottom. White sits in
/// the south (rule 1.1): with White below, north is up.
pub fn place(square: Square, bottom: Side) -> (u8, u8) {
    match bottom {
        Side::White => (square.file(), 8 - square.rank()),
        Side::Red => (8 - square.file(), square.rank()),
    }
}

/// The square at a column and a row.
pub fn square_at(column: u8, row: u8, bottom: Side) -> Option<Square> {
    if column > 8 || row > 8 {
        return None;
    }
    match bottom {
        Side::White => Square::new(column, 8 - row),
        Side::Red => Square::new(8 - column, row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_squares_are_inverse() {
        for side in Side::ALL {
            for at in Square::all() {
                let (column, row) = place(at, side);
                assert_eq!(square_at(column, row, side), Some(at));
            }
        }
        assert_eq!(place("a1".parse().expect("a square"), Side::White), (0, 8));
        assert_eq!(place("a1".parse().expect("a square"), Side::Red), (8, 0));
        assert_eq!(square_at(9, 0, Side::Red), None);
    }
}
