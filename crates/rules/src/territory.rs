use crate::Squares;

/// A maximal orthogonally connected group of one side's roses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory {
    /// Where its roses are.
    pub squares: Squares,
}

impl Territory {
    /// The number of its roses.
    pub const fn size(self) -> u32 {
        self.squares.len()
    }

    /// Its worth: the size squared.
    pub const fn points(self) -> u32 {
        self.size() * self.size()
    }
}

/// Iterates over the territories of a set of roses, in the order of their lowest squares.
#[derive(Clone, Debug)]
pub struct Territories {
    left: Squares,
}

impl Territories {
    /// The territories of one side's roses.
    pub const fn of(roses: Squares) -> Self {
        Self { left: roses }
    }
}

impl Iterator for Territories {
    type Item = Territory;

    #[inline]
    fn next(&mut self) -> Option<Territory> {
        let seed = self.left.first()?;
        let squares = self.left.joined_to(Squares::of(seed));
        self.left = self.left - squares;
        Some(Territory { squares })
    }
}
