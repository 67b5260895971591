use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, EndReason, GameId, Seated, Table};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::deal::enter_deal;
use super::game_filter::GameCursor;
use super::sql_value::{Columns, change, only};
use super::stored_row::{ReadColumns, ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

/// Encodes a seat for storage: accounts by id, computer levels as negative numbers.
pub(super) fn seat_to_number(seat: Seated) -> i64 {
    match seat {
        Seated::Account(account) => account.0,
        Seated::Computer(level) => -i64::from(level),
    }
}

pub(super) fn seat_from_number(number: i64) -> Seated {
    match u8::try_from(-number) {
        Ok(level) => Seated::Computer(level),
        Err(_) => Seated::Account(AccountId(number)),
    }
}

stored_row! {
    /// A game to create.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct NewGameRow into "games" {
        /// Its id.
        pub id: GameId,
        /// The players.
        pub seats as ("red", "white"): BySide<Seated>,
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
        /// The handicap, as text.
        pub handicap: Option<String>,
    }
}

impl NewGameRow {
    pub(super) async fn insert(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        if let Some(deal) = &self.sealed {
            enter_deal(connection, deal).await?;
        }
        let sql = format!("INSERT INTO games {}", Self::inserted_after(&["latest", "settled"]));
        let mut values = vec![self.created.into(), false.into()];
        values.extend(self.values());
        change(connection, &sql, &values).await.map(drop)
    }
}

stored_row! {
    /// The columns about the end of a game.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StoredEnd in "games" {
        /// When it ended.
        pub ended: i64,
        /// The winner, if any; of an aborted game, the one whose opponent forfeits it in a tournament.
        pub winner: Option<Side>,
        /// The reason, as one word.
        pub reason: String,
        /// The points of both sides.
        pub points as ("red_points", "white_points"): BySide<i64>,
        /// The number of plies.
        pub plies: i64,
        /// Whether it was aborted and changes no rating.
        pub aborted: bool,
    }
}

/// A game that has not ended has none.
impl ReadColumns for Option<StoredEnd> {
    fn read(row: &AnyRow, _: &[&str]) -> Result<Self, StoreError> {
        row.int_or_none("games_ended")?.map(|_| StoredEnd::read(row)).transpose()
    }
}

impl StoredEnd {
    /// The columns of a game that ended at a time.
    pub(crate) fn of(table: &Table, winner: Option<Side>, reason: EndReason, ended: i64) -> Self {
        let points = table.position().map(|position| position.scores());
        let points = points.map(|scores| scores.map(|score| i64::from(score.points)));
        Self {
            winner,
            reason: reason.name().into(),
            points: points.unwrap_or_default(),
            plies: table.plies() as i64,
            ended,
            aborted: reason == EndReason::Aborted,
        }
    }

    /// Who forfeited it, if it is an aborted tournament game.
    pub(crate) fn forfeit(&self) -> Option<Side> {
        self.winner.filter(|_| self.aborted).map(|winner| !winner)
    }

    pub(super) async fn write(
        &self,
        connection: &mut AnyConnection,
        game: GameId,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE games SET latest = $2, {} WHERE id = $1 AND ended IS NULL",
            Self::assigned(3)
        );
        let mut values = vec![(&game).into(), self.ended.into()];
        values.extend(self.values());
        change(connection, &sql, &values).await?;
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

stored_row! {
    /// A game's row, without its secret.
    #[derive(Debug, Clone, PartialEq)]
    pub struct GameRow from "games" {
        /// Its id.
        pub id: GameId,
        /// The players.
        pub seats as ("red", "white"): BySide<Seated>,
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
        /// When it ended, or was created while it is open: the order of lists.
        pub latest: i64,
        /// The game it is a rematch of.
        pub rematch_of: Option<GameId>,
        /// How it ended; `None` while it is open.
        pub ending in StoredEnd: Option<StoredEnd>,
        /// The rating changes; `None` before the game is settled.
        pub ratings as ("red_before", "red_after", "white_before", "white_after"):
            Option<BySide<RatingChange>>,
        /// The shared deal of a game that only its players can see.
        pub sealed: Option<String>,
        /// The handicap, as text.
        pub handicap: Option<String>,
    }
}

impl GameRow {
    /// Whether an account can see it: while others play the same deal, only its players can.
    pub fn is_shown_to(&self, account: Option<AccountId>) -> bool {
        let plays =
            |account| [self.seats.red, self.seats.white].contains(&Seated::Account(account));
        self.sealed.is_none() || account.is_some_and(plays)
    }

    /// Returns its position in lists.
    pub fn cursor(&self) -> GameCursor {
        GameCursor { latest: self.latest, game: self.id }
    }
}

/// A game that has not been rated has none.
impl ReadColumns for Option<BySide<RatingChange>> {
    fn read(row: &AnyRow, columns: &[&str]) -> Result<Self, StoreError> {
        let change = |columns: &[&str]| -> Result<Option<RatingChange>, StoreError> {
            let both = row.real_or_none(columns[0])?.zip(row.real_or_none(columns[1])?);
            Ok(both.map(|(before, after)| RatingChange { before, after }))
        };
        let (red, white) = (change(&columns[..2])?, change(&columns[2..])?);
        Ok(red.zip(white).map(|(red, white)| BySide { red, white }))
    }
}

impl Store {
    /// Returns a game, without its log and its secret.
    pub async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        let sql = format!("SELECT {} FROM games WHERE id = $1", GameRow::selected());
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

    /// Returns the open games that were created since then.
    pub async fn open_games_since(&self, since: i64) -> Result<Vec<GameRow>, StoreError> {
        let sql = format!(
            "SELECT {} FROM games WHERE ended IS NULL AND created >= $1 ORDER BY created, id",
            GameRow::selected()
        );
        self.pools.read(&sql, &[since.into()]).await?.iter().map(GameRow::read).collect()
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
