use crate::{Squares, Territories, Territory};

/// The score of one side, with its tie-breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// The sum of the squared sizes of its territories.
    pub points: u32,
    /// The size of its largest territory.
    pub largest: u32,
    /// The number of its roses on the board.
    pub roses: u32,
}

impl Score {
    /// The score of a set of roses.
    ///
    /// Most territories have one or two roses. Those are counted in bulk with bit operations;
    /// only larger ones are flood-filled.
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
