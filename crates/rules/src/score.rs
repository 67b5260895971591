use crate::{Squares, Territories, Territory};

/// What one side's roses come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// The sum over its territories of their sizes squared.
    pub points: u32,
    /// The size of its largest territory.
    pub largest: u32,
    /// How many roses it has on the board.
    pub roses: u32,
}

impl Score {
    /// Counts a set of roses.
    ///
    /// Most territories are one or two roses. Those are counted all at once; only larger
    /// ones are followed square by square.
    pub fn of(roses: Squares) -> Self {
        let (single, double) = roses.small_groups();
        let (singles, doubles) = (single.len(), double.len() / 2);
        let start = Self {
            points: singles + 4 * doubles,
            largest: if doubles > 0 { 2 } else { singles.min(1) },
            roses: roses.len(),
        };
        Territories::of(roses - single - double).map(Territory::size).fold(start, |score, size| {
            Self { points: score.points + size * size, largest: score.largest.max(size), ..score }
        })
    }
}
