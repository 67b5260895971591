use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameId, Seated};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::deal::enter_deal;
use super::game_filter::GameCursor;
use super::sql_value::{Columns, SqlValue, change, only};
use super::{Store, StoreError};

/// Encodes a seat for storage: accounts by id, computer levels as negative numbers.
pub(super) fn seat_to_number(seat: Seated) -> i64 {
    match seat {
        Seated::Account(account) => account.0,
        Seated::Computer(level) => -i64::from(level),
    }
}

fn seat_from_number(number: i64) -> Seated {
    match u8::try_from(-number) {
        Ok(level) => Seated::Computer(level),
        Err(_) => Seated::Account(AccountId(number)),
    }
}

/// A game to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGameRow {
    /// Its id.
    pub id: GameId,
    /// The players.
    pub seats: BySide<Seated>,
    /// The ruleset, as text.
    pub ruleset: String,
    /// The clock, as text.
    pub clock: String,
    /// The speed whose ratings it counts for.
    pub speed: i64,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it is created.
    pub created: i64,
    /// The secret of the shuffle, which must not leak before the end.
    pub secret: String,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// The deal shared with other games, which hides this one.
    pub sealed: Option<String>,
}

impl NewGameRow {
    pub(super) async fn insert(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        if let Some(deal) = &self.sealed {
            enter_deal(connection, deal).await?;
        }
        let sql = "INSERT INTO games (id, red, white, ruleset, clock, speed, rated, created, \
                   latest, secret, rematch_of, settled, sealed) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, 0, $11)";
        let values = [
            (&self.id).into(),
            seat_to_number(self.seats.red).into(),
            seat_to_number(self.seats.white).into(),
            (&self.ruleset).into(),
            (&self.clock).into(),
            self.speed.into(),
            self.rated.into(),
            self.created.into(),
            (&self.secret).into(),
            SqlValue::Text(self.rematch_of.as_ref().map(GameId::as_str)),
            SqlValue::Text(self.sealed.as_deref()),
        ];
        change(connection, sql, &values).await.map(drop)
    }
}

/// The columns about the end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEnd {
    /// The winner, if any.
    pub winner: Option<Side>,
    /// The reason, as one word.
    pub reason: String,
    /// The points of both sides.
    pub points: BySide<i64>,
    /// The number of plies.
    pub plies: i64,
    /// When it ended.
    pub ended: i64,
    /// Whether it was aborted and counts for nobody.
    pub aborted: bool,
}

impl StoredEnd {
    pub(super) async fn write(
        &self,
        connection: &mut AnyConnection,
        game: GameId,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE games SET winner = $2, reason = $3, red_points = $4, white_points = $5, \
                   plies = $6, ended = $7, latest = $7, aborted = $8 \
                   WHERE id = $1 AND ended IS NULL";
        let values = [
            (&game).into(),
            self.winner.into(),
            (&self.reason).into(),
            self.points.red.into(),
            self.points.white.into(),
            self.plies.into(),
            self.ended.into(),
            self.aborted.into(),
        ];
        change(connection, sql, &values).await?;
        let sql = "DELETE FROM conditional_actions WHERE game = $1";
        change(connection, sql, &[(&game).into()]).await.map(drop)
    }
}

/// How a game changed the rating of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingChange {
    /// The rating before.
    pub before: f64,
    /// The rating after.
    pub after: f64,
}

/// A game's row, without its secret.
#[derive(Debug, Clone, PartialEq)]
pub struct GameRow {
    /// Its id.
    pub id: GameId,
    /// The players.
    pub seats: BySide<Seated>,
    /// The ruleset, as text.
    pub ruleset: String,
    /// The clock, as text.
    pub clock: String,
    /// The speed whose ratings it counts for.
    pub speed: i64,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When it was created.
    pub created: i64,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// How it ended; `None` while it is open.
    pub ending: Option<StoredEnd>,
    /// The rating changes; `None` before the game is settled.
    pub ratings: Option<BySide<RatingChange>>,
    /// The shared deal of a game that only its players can see.
    pub sealed: Option<String>,
}

/// The columns of a [`GameRow`].
pub(super) const GAME_COLUMNS: &str = "id, red, white, ruleset, clock, speed, rated, created, latest, \
     rematch_of, ended, winner, reason, red_points, white_points, plies, aborted, red_before, \
     red_after, white_before, white_after, sealed";

impl GameRow {
    pub(super) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let seat = |column| row.int(column).map(seat_from_number);
        let rematch_of = row.text_or_none("rematch_of")?;
        Ok(Self {
            id: row.game("id")?,
            seats: BySide { red: seat("red")?, white: seat("white")? },
            ruleset: row.text("ruleset")?,
            clock: row.text("clock")?,
            speed: row.int("speed")?,
            rated: row.bit("rated")?,
            created: row.int("created")?,
            rematch_of: rematch_of.map(|_| row.game("rematch_of")).transpose()?,
            ending: ending(row)?,
            ratings: ratings(row)?,
            sealed: row.text_or_none("sealed")?,
        })
    }

    /// Whether an account can see it: while others play the same deal, only its players can.
    pub fn is_shown_to(&self, account: Option<AccountId>) -> bool {
        let plays =
            |account| [self.seats.red, self.seats.white].contains(&Seated::Account(account));
        self.sealed.is_none() || account.is_some_and(plays)
    }

    /// Returns its position in lists.
    pub fn cursor(&self) -> GameCursor {
        let latest = self.ending.as_ref().map_or(self.created, |ending| ending.ended);
        GameCursor { latest, game: self.id }
    }
}

fn ending(row: &AnyRow) -> Result<Option<StoredEnd>, StoreError> {
    let Some(ended) = row.int_or_none("ended")? else { return Ok(None) };
    Ok(Some(StoredEnd {
        winner: row.side_or_none("winner")?,
        reason: row.text("reason")?,
        points: BySide { red: row.int("red_points")?, white: row.int("white_points")? },
        plies: row.int("plies")?,
        ended,
        aborted: row.bit("aborted")?,
    }))
}

fn ratings(row: &AnyRow) -> Result<Option<BySide<RatingChange>>, StoreError> {
    let change = |before, after| -> Result<Option<RatingChange>, StoreError> {
        let both = row.real_or_none(before)?.zip(row.real_or_none(after)?);
        Ok(both.map(|(before, after)| RatingChange { before, after }))
    };
    let red = change("red_before", "red_after")?;
    let white = change("white_before", "white_after")?;
    Ok(red.zip(white).map(|(red, white)| BySide { red, white }))
}

impl Store {
    /// Returns a game, without its log and its secret.
    pub async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = $1");
        let rows = self.pools.read(&sql, &[(&game).into()]).await?;
        rows.first().map(GameRow::read).transpose()
    }

    /// Returns the secret of a game's shuffle.
    pub async fn secret(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT secret FROM games WHERE id = $1";
        let rows = self.pools.read(sql, &[(&game).into()]).await?;
        rows.first().map(|row| row.text("secret")).transpose()
    }

    /// Returns the open games.
    pub async fn open_games(&self) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id FROM games WHERE ended IS NULL ORDER BY created, id";
        names(&self.pools.read(sql, &[]).await?)
    }

    /// Returns the number of an account's open games against the computer.
    pub async fn computer_games_of(&self, account: AccountId) -> Result<i64, StoreError> {
        let sql = "SELECT (SELECT COUNT(*) FROM games \
                     WHERE ended IS NULL AND red = $1 AND white < 0) + \
                   (SELECT COUNT(*) FROM games WHERE ended IS NULL AND white = $1 AND red < 0)";
        let rows = self.pools.read(sql, &[account.into()]).await?;
        Ok(only::<i64>(&rows)?.unwrap_or(0))
    }

    /// Returns the open games of an account, oldest first.
    pub async fn open_games_of(&self, account: AccountId) -> Result<Vec<GameId>, StoreError> {
        let sql = "SELECT id, created FROM games WHERE ended IS NULL AND red = $1 \
                   UNION SELECT id, created FROM games WHERE ended IS NULL AND white = $1 \
                   ORDER BY created, id";
        names(&self.pools.read(sql, &[account.into()]).await?)
    }
}

/// The ids of games in the column `id`.
pub(super) fn names(rows: &[AnyRow]) -> Result<Vec<GameId>, StoreError> {
    rows.iter().map(|row| row.game("id")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_survive_a_round_trip_through_numbers() {
        let account = Seated::Account(AccountId::from_random(u64::MAX));
        for seat in
            [account, Seated::Account(AccountId(1)), Seated::Computer(1), Seated::Computer(8)]
        {
            assert_eq!(seat_from_number(seat_to_number(seat)), seat);
        }
    }
}
