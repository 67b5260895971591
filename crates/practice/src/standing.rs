use core::cmp::Ordering;

use bosworth_puzzles::{Grade, PuzzleId};
use bosworth_rating::{Glicko, rate};

use crate::day::DAY_MS;
use crate::next_puzzle::REPEAT_AFTER_DAYS;
use crate::sorted_map::SortedMap;
use crate::{Attempt, Day};

/// How many answers of a UTC day are rated. Thirty puzzles are an hour of work; what is answered after
/// that, tired, says more about the hour than about the player, and a set of 2 000 lasts more than two
/// months even for those who solve as many every day.
pub const MAX_RATED_PER_DAY: u32 = 30;

/// How fast volatilities change.
const TAU: f64 = 0.75;

/// The deviation of a puzzle's rating for a single player. Puzzles begin with a rating by the levels
/// that solve them, which is about as sure as that of a player after some dozen games.
const PUZZLE_DEVIATION: f64 = 80.0;

/// What all answers so far add up to.
///
/// Numbers are whole, so that a snapshot loses nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Standing {
    /// The number of answers.
    pub answered: u32,
    /// The number of answers that were right.
    pub right: u32,
    /// The number of answers that were rated.
    pub rated: u32,
    /// When the latest of these was given, in milliseconds since 1970; 0 before the first.
    pub(crate) rated_at: i64,
    /// In thousandths.
    pub(crate) rating: i32,
    /// In thousandths.
    pub(crate) deviation: i32,
    /// In millionths.
    pub(crate) volatility: i32,
}

/// Of somebody who has answered nothing.
impl Default for Standing {
    fn default() -> Self {
        let newcomer = Glicko { rating: 1_500.0, deviation: 350.0, volatility: 0.06 };
        let nothing = Self {
            answered: 0,
            right: 0,
            rated: 0,
            rated_at: 0,
            rating: 0,
            deviation: 0,
            volatility: 0,
        };
        nothing.rated_as(newcomer)
    }
}

impl Standing {
    /// The rating.
    pub fn rating(self) -> f64 {
        f64::from(self.rating) / 1e3
    }

    /// The deviation of the rating.
    pub fn deviation(self) -> f64 {
        f64::from(self.deviation) / 1e3
    }

    /// Whether the rating is based on too few answers.
    pub fn is_provisional(self) -> bool {
        self.deviation() >= 110.0
    }

    fn glicko(self) -> Glicko {
        Glicko {
            rating: self.rating(),
            deviation: self.deviation(),
            volatility: f64::from(self.volatility) / 1e6,
        }
    }

    fn rated_as(self, glicko: Glicko) -> Self {
        Self {
            rating: (glicko.rating * 1e3).round() as i32,
            deviation: (glicko.deviation * 1e3).round() as i32,
            volatility: (glicko.volatility * 1e6).round() as i32,
            ..self
        }
    }

    /// The rating as of a time: it grows uncertain without answers.
    fn as_of(self, now: i64) -> Glicko {
        let idle = if self.rated == 0 { 0 } else { now.saturating_sub(self.rated_at) };
        self.glicko().idle(idle)
    }

    /// Adds an answer that counts.
    fn rate(&mut self, attempt: Attempt) {
        let puzzle = Glicko {
            rating: attempt.puzzle_rating.into(),
            deviation: PUZZLE_DEVIATION,
            volatility: 0.06,
        };
        let (player, _) = rate(self.as_of(attempt.at), puzzle, result(attempt.grade()), TAU);
        *self = self.rated_as(player);
        self.rated += 1;
        self.rated_at = attempt.at;
    }
}

/// Whether the player wins against the puzzle.
fn result(grade: Grade) -> Ordering {
    match grade {
        Grade::Best | Grade::Right => Ordering::Greater,
        Grade::Close => Ordering::Equal,
        Grade::Wrong => Ordering::Less,
    }
}

/// An answer that was rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedAnswer {
    /// The answer.
    pub attempt: Attempt,
    /// The standing before it.
    pub before: Standing,
    /// The standing after it.
    pub after: Standing,
}

impl RatedAnswer {
    /// The rating of the puzzle after it, given that before it.
    pub fn rate_puzzle(self, puzzle: Glicko) -> Glicko {
        let player = self.before.as_of(self.attempt.at);
        rate(player, puzzle, result(self.attempt.grade()), TAU).1
    }
}

/// The fold over answers in the order of their times.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) standing: Standing,
    /// When each puzzle was answered last.
    answered: SortedMap<PuzzleId, i64>,
    day: Day,
    rated_today: u32,
}

impl Fold {
    pub(crate) fn from(standing: Standing) -> Self {
        Self { standing, answered: SortedMap::default(), day: Day(i32::MIN), rated_today: 0 }
    }

    /// Notes an answer, which the standing may contain already. Returns whether it is the first to its
    /// puzzle in half a year.
    pub(crate) fn note(&mut self, attempt: Attempt) -> bool {
        let last = self.answered.get(&attempt.puzzle).copied();
        *self.answered.or_insert(attempt.puzzle, attempt.at) = attempt.at;
        last.is_none_or(|last| attempt.at.saturating_sub(last) >= REPEAT_AFTER_MS)
    }

    /// Adds the next answer. Returns the standing before it if it is rated: the first one to its puzzle
    /// in half a year, and not beyond the limit of its day.
    pub(crate) fn add(&mut self, attempt: Attempt) -> Option<Standing> {
        let day = Day::of(attempt.at);
        if self.day != day {
            (self.day, self.rated_today) = (day, 0);
        }
        if !self.note(attempt) {
            return None;
        }
        let before = self.standing;
        self.standing.answered += 1;
        self.standing.right += u32::from(attempt.grade() <= Grade::Right);
        if self.rated_today == MAX_RATED_PER_DAY {
            return None;
        }
        self.rated_today += 1;
        self.standing.rate(attempt);
        Some(before)
    }
}

/// [`REPEAT_AFTER_DAYS`] in milliseconds.
pub(crate) const REPEAT_AFTER_MS: i64 = REPEAT_AFTER_DAYS as i64 * DAY_MS;
