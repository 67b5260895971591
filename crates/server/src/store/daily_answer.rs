use bosworth_practice::Day;
use bosworth_table::AccountId;
use sqlx::any::AnyRow;

use super::sql_value::{Columns, only};
use super::stored_row::{ReadRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// The first answer of an account to the position of a day.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StoredDailyAnswer from "daily_answers" {
        /// The day, since 1970.
        pub day: i64,
        /// What it costs, in half points of win chance out of 100.
        pub loss: i64,
        /// When it was given.
        pub at: i64,
        /// The action; none in answers to nodes of earlier versions.
        pub action: Option<String>,
    }
}

/// How often an action was the answer to the position of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyCount {
    /// The action; none in answers to nodes of earlier versions.
    pub action: Option<String>,
    /// What it costs, in half points.
    pub loss: i64,
    /// The number of answers.
    pub answers: i64,
}

impl Store {
    /// Stores the answer of an account to the position of a day, unless there is one. Returns whether
    /// it was stored.
    pub async fn answer_daily(
        &self,
        account: AccountId,
        answer: StoredDailyAnswer,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO daily_answers (day, account, loss, at, action) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (day, account) DO NOTHING";
        let StoredDailyAnswer { day, loss, at, action } = answer;
        let action = action.as_deref();
        let values = [day.into(), account.into(), loss.into(), at.into(), action.into()];
        Ok(self.pools.write_once(sql, &values).await? > 0)
    }

    /// Returns what the answer of an account to the position of a day costs, in half points.
    pub async fn daily_answer(
        &self,
        account: AccountId,
        day: Day,
    ) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT loss FROM daily_answers WHERE day = $1 AND account = $2";
        only(&self.pools.read(sql, &[i64::from(day.0).into(), account.into()]).await?)
    }

    /// Returns how many answers to the position of a day consist of which action and cost how many
    /// half points, the cheapest first.
    pub async fn daily_results(&self, day: Day) -> Result<Vec<DailyCount>, StoreError> {
        let sql = "SELECT action, loss, COUNT(*) AS answers FROM daily_answers WHERE day = $1 \
                   GROUP BY action, loss ORDER BY loss, action";
        let rows = self.pools.read(sql, &[i64::from(day.0).into()]).await?;
        let count = |row: &AnyRow| {
            Ok(DailyCount {
                action: row.text_or_none("action")?,
                loss: row.int("loss")?,
                answers: row.int("answers")?,
            })
        };
        rows.iter().map(count).collect()
    }

    /// Returns all answers of an account, oldest first.
    pub async fn daily_answers_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<StoredDailyAnswer>, StoreError> {
        let sql = format!(
            "SELECT {} FROM daily_answers WHERE account = $1 ORDER BY day",
            StoredDailyAnswer::selected()
        );
        let rows = self.pools.read(&sql, &[account.into()]).await?;
        rows.iter().map(StoredDailyAnswer::read).collect()
    }
}
