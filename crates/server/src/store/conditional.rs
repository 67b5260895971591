use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use sqlx::any::AnyRow;

use super::sql_value::{Columns, SqlValue};
use super::{Store, StoreError};

/// Stored conditional actions. They are private: only their author may see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredConditional {
    /// The game.
    pub game: GameId,
    /// The side.
    pub side: Side,
    /// The account.
    pub account: AccountId,
    /// The revision they were made for.
    pub revision: i64,
    /// The number of plies at that point.
    pub ply: i64,
    /// Their lines.
    pub body: String,
}

impl StoredConditional {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let no_side = || StoreError::Corrupt("conditional actions without a side".into());
        Ok(Self {
            game: row.game("game")?,
            side: row.side_or_none("side")?.ok_or_else(no_side)?,
            account: row.account("account")?,
            revision: row.int("revision")?,
            ply: row.int("ply")?,
            body: row.text("body")?,
        })
    }
}

const CONDITIONAL_COLUMNS: &str = "game, side, account, revision, ply, body";

impl Store {
    /// Stores the conditional actions of a side, replacing its previous ones.
    pub async fn put_conditional(&self, new: &StoredConditional) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO conditional_actions ({CONDITIONAL_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (game, side) DO UPDATE SET account = excluded.account, \
             revision = excluded.revision, ply = excluded.ply, body = excluded.body"
        );
        let values = [
            (&new.game).into(),
            new.side.into(),
            new.account.into(),
            new.revision.into(),
            new.ply.into(),
            (&new.body).into(),
        ];
        self.pools.write(&sql, &values).await.map(drop)
    }

    /// Returns the conditional actions of both sides of a game.
    pub async fn conditionals(&self, game: GameId) -> Result<Vec<StoredConditional>, StoreError> {
        let sql = format!("SELECT {CONDITIONAL_COLUMNS} FROM conditional_actions WHERE game = $1");
        self.read_conditionals(&sql, &[(&game).into()]).await
    }

    /// Returns all conditional actions of an account.
    pub async fn conditionals_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredConditional>, StoreError> {
        let sql = format!(
            "SELECT {CONDITIONAL_COLUMNS} FROM conditional_actions WHERE account = $1 ORDER BY game"
        );
        self.read_conditionals(&sql, &[account.into()]).await
    }

    async fn read_conditionals(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<StoredConditional>, StoreError> {
        self.pools.read(sql, values).await?.iter().map(StoredConditional::read).collect()
    }

    /// Deletes the conditional actions of a side, if they were made for this revision.
    pub async fn drop_conditional(
        &self,
        game: GameId,
        side: Side,
        revision: i64,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM conditional_actions WHERE game = $1 AND side = $2 AND revision = $3";
        self.pools.write(sql, &[(&game).into(), side.into(), revision.into()]).await.map(drop)
    }
}
