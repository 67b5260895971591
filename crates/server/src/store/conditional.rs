use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};

use super::sql_value::SqlValue;
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// Stored conditional actions. They are private: only their author may see them.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StoredConditional in "conditional_actions" {
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
}

impl Store {
    /// Stores the conditional actions of a side, replacing its previous ones.
    pub async fn put_conditional(&self, new: &StoredConditional) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO conditional_actions {} WHERE true \
             ON CONFLICT (game, side) DO UPDATE SET {}",
            StoredConditional::inserted(),
            StoredConditional::updated(2)
        );
        self.pools.write(&sql, &new.values()).await.map(drop)
    }

    /// Returns the conditional actions of both sides of a game.
    pub async fn conditionals(&self, game: GameId) -> Result<Vec<StoredConditional>, StoreError> {
        let sql = format!(
            "SELECT {} FROM conditional_actions WHERE game = $1",
            StoredConditional::selected()
        );
        self.read_conditionals(&sql, &[(&game).into()]).await
    }

    /// Returns all conditional actions of an account.
    pub async fn conditionals_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredConditional>, StoreError> {
        let sql = format!(
            "SELECT {} FROM conditional_actions WHERE account = $1 ORDER BY game",
            StoredConditional::selected()
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
