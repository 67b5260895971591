use bosworth_puzzles::{Grade, PuzzleId};

/// The first answer to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Attempt {
    /// When it was given, in milliseconds since 1970.
    pub at: i64,
    /// The puzzle.
    pub puzzle: PuzzleId,
    // Invariant: at most `MAX_HALF_POINTS`.
    half_points: u8,
    /// The rating of the puzzle at that time. It is kept because a later set may rate it differently,
    /// and what somebody did must not change with the set.
    pub puzzle_rating: u16,
}

/// A whole game, in half points.
const MAX_HALF_POINTS: u8 = 200;

/// The rating of the hardest puzzle that is believed.
const MAX_PUZZLE_RATING: u16 = 3_500;

impl Attempt {
    /// An answer that costs `loss` points of win chance out of 100, rounded to half
    /// points.
    pub fn new(puzzle: PuzzleId, at: i64, loss: f64, puzzle_rating: u16) -> Self {
        Self::of_half_points(puzzle, at, half_points(loss), puzzle_rating)
    }

    pub(crate) fn of_half_points(
        puzzle: PuzzleId,
        at: i64,
        half_points: u8,
        puzzle_rating: u16,
    ) -> Self {
        Self {
            at,
            puzzle,
            half_points: half_points.min(MAX_HALF_POINTS),
            puzzle_rating: puzzle_rating.min(MAX_PUZZLE_RATING),
        }
    }

    /// What it cost, in points of win chance out of 100; a multiple of one half.
    pub fn loss(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    pub(crate) fn half_points(self) -> u8 {
        self.half_points
    }

    /// What it is worth.
    pub fn grade(self) -> Grade {
        Grade::of(self.loss())
    }
}

/// Points of win chance out of 100 as half points.
pub(crate) fn half_points(points: f64) -> u8 {
    // Positive and at most 200, so that adding a half and cutting off rounds it.
    (points * 2.0 + 0.5).clamp(0.0, f64::from(MAX_HALF_POINTS)) as u8
}
