use bosworth_protocol::AccountKind;
use bosworth_protocol::limits::INITIAL_RATING;
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameId, MIN_RATED_PLIES, Seated};
use sqlx::AnyConnection;

use super::account::{Account, kind_to_number};
use super::game::{names, seat_to_number};
use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change, rows};
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

/// Ratings with a higher deviation are provisional and not on the leaderboard.
const MAX_LEADERBOARD_DEVIATION: f64 = 110.0;

stored_row! {
    /// A player's rating at one speed (Glicko-2).
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Rating in "ratings" {
        /// The rating.
        pub rating: f64,
        /// Its deviation.
        pub deviation: f64,
        /// Its volatility.
        pub volatility: f64,
        /// The number of rated games.
        pub games: i64,
        /// When it last changed; 0 before the first game.
        pub updated: i64,
    }
}

/// The rating of a new player.
impl Default for Rating {
    fn default() -> Self {
        Self { rating: INITIAL_RATING, deviation: 350.0, volatility: 0.06, games: 0, updated: 0 }
    }
}

/// What a rating is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RatingBasis {
    /// Results.
    Results,
    /// Results without luck.
    WithoutLuck,
}

impl RatingBasis {
    fn table(self) -> &'static str {
        match self {
            Self::Results => "ratings",
            Self::WithoutLuck => "ratings_without_luck",
        }
    }

    /// The columns of a [`Rating`], to be selected from the table, whose alias SQLite does not know in
    /// `RETURNING`.
    fn selected(self) -> String {
        Rating::selected().replace("ratings.", &format!("{}.", self.table()))
    }
}

/// The ratings of both players before and after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settlement {
    /// The ratings before the game.
    pub before: BySide<Rating>,
    /// After.
    pub after: BySide<Rating>,
}

stored_row! {
    /// A point of a rating history.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct HistoryPoint in "rating_history" {
        /// When the game ended.
        pub at: i64,
        /// The game that changed it.
        pub game: GameId,
        /// The rating after it.
        pub rating: f64,
        /// Its deviation.
        pub deviation: f64,
    }
}

impl Store {
    /// Rates a game exactly once. Returns `None` if it has already been rated, is open or casual,
    /// was aborted or is too short to be rated. Nodes can do it concurrently.
    pub async fn settle(
        &self,
        game: GameId,
        change: impl Fn(BySide<Rating>) -> BySide<Rating> + Send + Sync + 'static,
    ) -> Result<Option<Settlement>, StoreError> {
        let store = self.clone();
        finish(async move {
            Retry::new().run(|| within(STATEMENT_TIMEOUT, store.settle_once(game, &change))).await
        })
        .await
    }

    async fn settle_once(
        &self,
        game: GameId,
        new_ratings: &(impl Fn(BySide<Rating>) -> BySide<Rating> + Sync),
    ) -> Result<Option<Settlement>, StoreError> {
        let mut transaction = self.pools.begin().await?;
        // The first to set the flag holds the row lock until the transaction ends.
        let mark = "UPDATE games SET settled = 1 WHERE id = $1 AND settled = 0 AND rated = 1 \
                    AND aborted = 0 AND ended IS NOT NULL AND red <> white \
                    RETURNING red, white, speed, ended, plies";
        let marked = rows(&mut transaction, mark, &[(&game).into()]).await?;
        let Some(row) = marked.first() else {
            transaction.rollback().await?;
            return Ok(None);
        };
        if row.int("plies")? < MIN_RATED_PLIES as i64 {
            transaction.commit().await?;
            return Ok(None);
        }
        let players = BySide { red: row.int("red")?, white: row.int("white")? };
        let (speed, ended) = (row.int("speed")?, row.int("ended")?);

        let settlement =
            rate(&mut transaction, RatingBasis::Results, players, speed, new_ratings).await?;
        let Settlement { before, after } = settlement;
        for side in Side::ALL {
            let Rating { rating, deviation, .. } = after[side];
            let point = HistoryPoint { at: ended, game, rating, deviation };
            note(&mut transaction, players[side], speed, &point).await?;
        }
        let sql = "UPDATE games SET red_before = $2, red_after = $3, white_before = $4, \
                   white_after = $5 WHERE id = $1";
        let values = [
            (&game).into(),
            before.red.rating.into(),
            after.red.rating.into(),
            before.white.rating.into(),
            after.white.rating.into(),
        ];
        change(&mut transaction, sql, &values).await?;
        transaction.commit().await?;
        Ok(Some(settlement))
    }

    /// Returns games pending settlement, oldest first.
    pub async fn unsettled(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE settled = 0 AND rated = 1 AND aborted = 0 \
                   AND ended IS NOT NULL AND red <> white ORDER BY ended, id LIMIT $1";
        names(&self.pools.read(sql, &[i64::from(limit).into()]).await?)
    }

    /// Returns the ratings of an account, by speed.
    pub async fn ratings(&self, account: AccountId) -> Result<Vec<(i64, Rating)>, StoreError> {
        self.ratings_by(account, RatingBasis::Results).await
    }

    /// Returns the ratings of an account by results without luck, by speed.
    pub async fn ratings_without_luck(
        &self,
        account: AccountId,
    ) -> Result<Vec<(i64, Rating)>, StoreError> {
        self.ratings_by(account, RatingBasis::WithoutLuck).await
    }

    async fn ratings_by(
        &self,
        account: AccountId,
        basis: RatingBasis,
    ) -> Result<Vec<(i64, Rating)>, StoreError> {
        let sql = format!(
            "SELECT speed, {} FROM {} WHERE account = $1 ORDER BY speed",
            basis.selected(),
            basis.table()
        );
        let rows = self.pools.read(&sql, &[account.into()]).await?;
        rows.iter().map(|row| Ok((row.int("speed")?, Rating::read(row)?))).collect()
    }

    /// Returns the rating of a seat at a speed; the default one if there is none yet.
    pub async fn rating(&self, seat: Seated, speed: i64) -> Result<Rating, StoreError> {
        let sql =
            format!("SELECT {} FROM ratings WHERE account = $1 AND speed = $2", Rating::selected());
        let rows = self.pools.read(&sql, &[seat_to_number(seat).into(), speed.into()]).await?;
        Ok(rows.first().map(Rating::read).transpose()?.unwrap_or_default())
    }

    /// Returns the history of a rating, oldest first.
    pub async fn rating_history(
        &self,
        account: AccountId,
        speed: i64,
    ) -> Result<Vec<HistoryPoint>, StoreError> {
        let sql = format!(
            "SELECT {} FROM rating_history WHERE account = $1 AND speed = $2 ORDER BY at, game",
            HistoryPoint::selected()
        );
        let rows = self.pools.read(&sql, &[account.into(), speed.into()]).await?;
        rows.iter().map(HistoryPoint::read).collect()
    }

    /// Returns the highest non-provisional ratings at a speed, of people and bots but not of guests
    /// and closed accounts.
    pub async fn leaderboard(
        &self,
        speed: i64,
        limit: u32,
    ) -> Result<Vec<(Account, Rating)>, StoreError> {
        let sql = format!(
            "SELECT {}, {} FROM ratings JOIN accounts ON accounts.id = ratings.account \
             WHERE speed = $1 AND deviation < $2 AND kind <> $3 AND closed IS NULL \
             ORDER BY rating DESC, account LIMIT $4",
            Account::selected(),
            Rating::selected()
        );
        let guest = kind_to_number(AccountKind::Guest);
        let values =
            [speed.into(), MAX_LEADERBOARD_DEVIATION.into(), guest.into(), i64::from(limit).into()];
        let rows = self.pools.read(&sql, &values).await?;
        rows.iter().map(|row| Ok((Account::read(row)?, Rating::read(row)?))).collect()
    }
}

/// Replaces the ratings of both players of a game.
pub(super) async fn rate(
    connection: &mut AnyConnection,
    basis: RatingBasis,
    players: BySide<i64>,
    speed: i64,
    new_ratings: &(impl Fn(BySide<Rating>) -> BySide<Rating> + Sync),
) -> Result<Settlement, StoreError> {
    let mut before = BySide::<Rating>::default();
    // In a fixed lock order, so that two games of the same players cannot deadlock.
    let mut sides = Side::ALL;
    sides.sort_by_key(|side| players[*side]);
    for side in sides {
        before[side] = hold(connection, basis, players[side], speed).await?;
    }
    let after = new_ratings(before);
    for side in Side::ALL {
        write(connection, basis, players[side], speed, &after[side]).await?;
    }
    Ok(Settlement { before, after })
}

/// Reads a rating and locks its row until the transaction ends.
async fn hold(
    connection: &mut AnyConnection,
    basis: RatingBasis,
    account: i64,
    speed: i64,
) -> Result<Rating, StoreError> {
    let sql = format!(
        "INSERT INTO {table} {} WHERE true \
         ON CONFLICT (account, speed) DO UPDATE SET games = {table}.games RETURNING {}",
        Rating::inserted_after(&["account", "speed"]),
        basis.selected(),
        table = basis.table()
    );
    let new = Rating::default();
    let mut values = vec![account.into(), speed.into()];
    values.extend(new.values());
    let held = rows(connection, &sql, &values).await?;
    held.first().map_or(Ok(new), Rating::read)
}

async fn write(
    connection: &mut AnyConnection,
    basis: RatingBasis,
    account: i64,
    speed: i64,
    rating: &Rating,
) -> Result<(), StoreError> {
    let sql = format!(
        "UPDATE {} SET {} WHERE account = $1 AND speed = $2",
        basis.table(),
        Rating::assigned(3)
    );
    let mut values = vec![account.into(), speed.into()];
    values.extend(rating.values());
    change(connection, &sql, &values).await.map(drop)
}

async fn note(
    connection: &mut AnyConnection,
    account: i64,
    speed: i64,
    point: &HistoryPoint,
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO rating_history {}",
        HistoryPoint::inserted_after(&["account", "speed"])
    );
    let mut values = vec![account.into(), speed.into()];
    values.extend(point.values());
    change(connection, &sql, &values).await.map(drop)
}
