use alloc::vec::Vec;

use bosworth_rules::{BySide, Position, Side, Squares};

/// A step of the count at the end of a game: a territory, or all single roses of a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountedTerritory {
    /// The side.
    pub side: Side,
    /// Its squares.
    pub squares: Squares,
    /// The size of each territory in it.
    pub size: u32,
    /// The number of territories in it: more than one for single roses only.
    pub times: u32,
}

impl CountedTerritory {
    /// Its points.
    pub fn points(&self) -> u32 {
        self.times * self.size * self.size
    }
}

/// The progress of the count at the end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FinalCount {
    /// The squares counted so far.
    pub counted: Squares,
    /// The step that was counted last.
    pub latest: Option<CountedTerritory>,
    /// The points counted so far.
    pub points: BySide<u32>,
}

impl FinalCount {
    /// The tally after a number of steps.
    pub fn after(steps: &[CountedTerritory], done: usize) -> Self {
        let done = &steps[..done.min(steps.len())];
        let mut tally = Self {
            counted: Squares::EMPTY,
            latest: done.last().copied(),
            points: BySide::default(),
        };
        for step in done {
            tally.counted |= step.squares;
            tally.points[step.side] += step.points();
        }
        tally
    }
}

/// The steps in which a position is counted, the smallest territories first, so that the winner is
/// revealed as late as possible.
pub fn count(position: &Position) -> Vec<CountedTerritory> {
    let mut steps: Vec<CountedTerritory> = Vec::new();
    // Insertion sort: for a handful of steps, a library sort would only add code.
    let mut add = |step: CountedTerritory| {
        steps.insert(steps.partition_point(|other| other.size <= step.size), step);
    };
    for side in Side::ALL {
        let mut singles = CountedTerritory { side, squares: Squares::EMPTY, size: 1, times: 0 };
        for territory in position.territories(side) {
            let (squares, size) = (territory.squares, territory.size());
            if size == 1 {
                singles.squares |= squares;
                singles.times += 1;
            } else {
                add(CountedTerritory { side, squares, size, times: 1 });
            }
        }
        if singles.times > 0 {
            add(singles);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_ends_with_the_largest_territory_and_the_score() {
        let text = "9/1w7/4r4/3r5/2rr2ww1/2r3w2/9/5ww2/9 g4 r E1,S1,W3,NW2 - 4 4 - classic";
        let position: Position = text.parse().expect("a position");
        let steps = count(&position);
        assert_eq!(steps.first().map(|step| step.size), Some(1));
        assert!(steps.windows(2).all(|pair| pair[0].size <= pair[1].size));
        let nothing = FinalCount::after(&steps, 0);
        assert_eq!((nothing.latest, nothing.points), (None, BySide::default()));
        let all = FinalCount::after(&steps, steps.len());
        let scores = position.scores();
        assert_eq!(all.points, BySide::from_fn(|side| scores[side].points));
        assert_eq!(all.counted, position.roses(Side::Red) | position.roses(Side::White));
    }
}
