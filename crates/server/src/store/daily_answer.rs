use bosworth_practice::Day;
use bosworth_table::AccountId;

use super::sql_value::{Columns, only};
use super::stored_row::{ReadRow, stored_row};
use super::{Store, StoreError};

stored_row! {
    /// The first answer of an account to the position of a day.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct StoredDailyAnswer from "daily_answers" {
        /// The day, since 1970.
        pub day: i64,
        /// What it costs, in half points of win chance out of 100.
        pub loss: i64,
        /// When it was given.
        pub at: i64,
    }
}

impl Store {
    /// Stores the answer of an account to the position of a day, unless there is one. Returns whether
    /// it was stored.
    pub async fn answer_daily(
        &self,
        account: AccountId,
        answer: StoredDailyAnswer,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO daily_answers (day, account, loss, at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (day, account) DO NOTHING";
        let StoredDailyAnswer { day, loss, at } = answer;
        let values = [day.into(), account.into(), loss.into(), at.into()];
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

    /// Returns how many answers to the position of a day cost how many half points.
    pub async fn daily_results(&self, day: Day) -> Result<Vec<(i64, i64)>, StoreError> {
        let sql = "SELECT loss, COUNT(*) AS answers FROM daily_answers WHERE day = $1 \
                   GROUP BY loss ORDER BY loss";
        let rows = self.pools.read(sql, &[i64::from(day.0).into()]).await?;
        rows.iter().map(|row| Ok((row.int("loss")?, row.int("answers")?))).collect()
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
