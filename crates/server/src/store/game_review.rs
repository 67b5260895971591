use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameId, MIN_RATED_PLIES};

use super::game::{GameRow, RatingChange};
use super::rating::{Rating, RatingBasis, rate};
use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, only, rows};
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// What a review found in a rated game.
    #[derive(Debug, Clone, PartialEq)]
    pub struct StoredReview in "game_reviews" {
        /// The game.
        pub game: GameId,
        /// Red's result: 1, ½ or 0.
        pub result: f64,
        /// Red's luck, of the deal and of all draws.
        pub luck: f64,
        /// What the decisions of both sides cost.
        pub body: String,
    }
}

/// A reviewed game of an account.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewedGame {
    /// Which side the account played.
    pub side: Side,
    /// When the game ended.
    pub ended: i64,
    /// The ruleset, as text.
    pub ruleset: String,
    /// How the game changed the ratings.
    pub ratings: Option<BySide<RatingChange>>,
    /// What the review found.
    pub review: StoredReview,
}

/// What counts for ratings, may be seen by everybody and has not been reviewed.
const TO_REVIEW: &str = "reviewed IS NULL AND settled = 1 AND rated = 1 AND aborted = 0 \
                         AND sealed IS NULL AND plies >= $1";

impl Store {
    /// Returns the first game to be reviewed of those that ended between two times.
    pub async fn next_to_review(&self, from: i64, to: i64) -> Result<Option<GameRow>, StoreError> {
        let sql = format!(
            "SELECT {} FROM games WHERE {TO_REVIEW} AND ended >= $2 AND ended <= $3 \
             ORDER BY ended, id LIMIT 1",
            GameRow::selected()
        );
        let values = [(MIN_RATED_PLIES as i64).into(), from.into(), to.into()];
        let found = self.pools.read(&sql, &values).await?;
        found.first().map(GameRow::read).transpose()
    }

    /// Notes that a game cannot be reviewed.
    pub async fn skip_review(&self, game: GameId) -> Result<(), StoreError> {
        let sql = "UPDATE games SET reviewed = 1 WHERE id = $1 AND reviewed IS NULL";
        self.pools.write(sql, &[(&game).into()]).await.map(drop)
    }

    /// Stores the review of a game and rates its players without luck, exactly once. Returns `false`
    /// if another node has done so. A game of an account that was closed meanwhile changes no rating.
    pub async fn add_review(
        &self,
        review: &StoredReview,
        new_ratings: impl Fn(BySide<Rating>) -> BySide<Rating> + Send + Sync + 'static,
    ) -> Result<bool, StoreError> {
        let (store, review) = (self.clone(), review.clone());
        finish(async move {
            let adding = || within(STATEMENT_TIMEOUT, store.add_review_once(&review, &new_ratings));
            Retry::new().run(adding).await
        })
        .await
    }

    async fn add_review_once(
        &self,
        review: &StoredReview,
        new_ratings: &(impl Fn(BySide<Rating>) -> BySide<Rating> + Sync),
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pools.begin().await?;
        // The first to set the flag holds the row lock until the transaction ends.
        let mark = format!(
            "UPDATE games SET reviewed = 1 WHERE id = $2 AND {TO_REVIEW} RETURNING red, white, speed"
        );
        let values = [(MIN_RATED_PLIES as i64).into(), (&review.game).into()];
        let marked = rows(&mut transaction, &mark, &values).await?;
        let Some(row) = marked.first() else {
            transaction.rollback().await?;
            return Ok(false);
        };
        let players = BySide { red: row.int("red")?, white: row.int("white")? };
        let speed = row.int("speed")?;
        let sql = format!("INSERT INTO game_reviews {}", StoredReview::inserted());
        change(&mut transaction, &sql, &review.values()).await?;
        let closed = "SELECT COUNT(*) FROM accounts WHERE id IN ($1, $2) AND closed IS NOT NULL";
        let closed =
            rows(&mut transaction, closed, &[players.red.into(), players.white.into()]).await?;
        if only::<i64>(&closed)? == Some(0) {
            rate(&mut transaction, RatingBasis::WithoutLuck, players, speed, new_ratings).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns the reviewed games of an account, newest first.
    pub async fn reviewed_games(
        &self,
        account: AccountId,
        limit: u32,
    ) -> Result<Vec<ReviewedGame>, StoreError> {
        let sql = format!(
            "SELECT {}, {} FROM games JOIN game_reviews ON game_reviews.game = games.id \
             WHERE games.red = $1 OR games.white = $1 \
             ORDER BY games.latest DESC, games.id DESC LIMIT $2",
            GameRow::selected(),
            StoredReview::selected()
        );
        let found = self.pools.read(&sql, &[account.into(), i64::from(limit).into()]).await?;
        found
            .iter()
            .map(|row| {
                let game = GameRow::read(row)?;
                let is_red = game.seats.red == bosworth_table::Seated::Account(account);
                Ok(ReviewedGame {
                    side: if is_red { Side::Red } else { Side::White },
                    ended: game.latest,
                    ruleset: game.ruleset,
                    ratings: game.ratings,
                    review: StoredReview::read(row)?,
                })
            })
            .collect()
    }
}
