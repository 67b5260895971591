use bosworth_practice::RatedAnswer;
use bosworth_puzzles::PuzzleId;
use bosworth_rating::Glicko;
use sqlx::AnyConnection;

use super::sql_value::{change, rows};
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// The rating of a puzzle by the answers of all accounts (Glicko-2).
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct PuzzleRating in "puzzle_ratings" {
        /// The puzzle.
        pub puzzle: i64,
        /// Its rating.
        pub rating: f64,
        /// The deviation of the rating.
        pub deviation: f64,
        /// Its volatility.
        pub volatility: f64,
        /// The number of answers.
        pub answers: i64,
    }
}

/// The deviation of a rating that a set begins with: it follows from the levels that solve the puzzle.
const FIRST_DEVIATION: f64 = 150.0;

impl PuzzleRating {
    fn first(puzzle: PuzzleId, rating: u16) -> Self {
        let rating = f64::from(rating);
        let puzzle = puzzle.0.into();
        Self { puzzle, rating, deviation: FIRST_DEVIATION, volatility: 0.06, answers: 0 }
    }

    fn after(self, answer: RatedAnswer) -> Self {
        let Self { puzzle, rating, deviation, volatility, answers } = self;
        let glicko = answer.rate_puzzle(Glicko { rating, deviation, volatility });
        let Glicko { rating, deviation, volatility } = glicko;
        Self { puzzle, rating, deviation, volatility, answers: answers + 1 }
    }
}

impl Store {
    /// Returns the ratings of all puzzles that somebody has answered.
    pub async fn puzzle_ratings(&self) -> Result<Vec<PuzzleRating>, StoreError> {
        let sql = format!("SELECT {} FROM puzzle_ratings", PuzzleRating::selected());
        self.pools.read(&sql, &[]).await?.iter().map(PuzzleRating::read).collect()
    }
}

/// Rates a puzzle by an answer.
pub(super) async fn rate_puzzle(
    connection: &mut AnyConnection,
    answer: RatedAnswer,
) -> Result<(), StoreError> {
    let puzzle = answer.attempt.puzzle;
    let first = PuzzleRating::first(puzzle, answer.attempt.puzzle_rating);
    let sql = format!(
        "INSERT INTO puzzle_ratings {} WHERE TRUE ON CONFLICT (puzzle) DO NOTHING",
        PuzzleRating::inserted()
    );
    change(connection, &sql, &first.values()).await?;
    // A no-op update locks the row for this transaction.
    let hold = "UPDATE puzzle_ratings SET answers = answers WHERE puzzle = $1";
    change(connection, hold, &[first.puzzle.into()]).await?;
    let sql = format!("SELECT {} FROM puzzle_ratings WHERE puzzle = $1", PuzzleRating::selected());
    let found = rows(connection, &sql, &[first.puzzle.into()]).await?;
    let before = found.first().map_or(Ok(first), PuzzleRating::read)?;
    let after = before.after(answer);
    let sql = "UPDATE puzzle_ratings SET rating = $2, deviation = $3, volatility = $4, \
               answers = $5 WHERE puzzle = $1";
    change(connection, sql, &after.values()).await.map(drop)
}
