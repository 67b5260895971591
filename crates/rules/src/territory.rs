use crate::Squares;

/// A maximal group of one side's roses joined by edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory {
    /// Where its roses are.
    pub squares: Squares,
}

impl Territory {
    /// How many roses it has.
    pub const fn size(self) -> u32 {
        self.squares.len()
    }

    /// What it is worth: its size squared.
    pub const fn points(self) -> u32 {
        self.size() * self.size()
    }
}

/// The territories that a set of roses falls into, the one with the lowest square first.
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
