use bosworth_rules::Date;
use bosworth_table::AccountId;
use sqlx::AnyConnection;

use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{SqlValue, change, only, rows};
use super::stored_row::{ReadRow, stored_row};
use super::{Store, StoreError};

/// A day, in milliseconds.
const DAY_MS: i64 = 86_400_000;

stored_row! {
    /// A holiday of an account.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct StoredHoliday from "holidays" {
        /// The account.
        pub account: AccountId,
        /// When it began.
        pub begins: i64,
        /// When it ends or ended.
        pub ends: i64,
    }
}

/// The outcome of asking for a holiday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolidayOutcome {
    /// The holiday has begun.
    Begun,
    /// The account is already on holiday.
    Already,
    /// The allowance is not sufficient.
    TooLong,
}

impl Store {
    /// Starts a holiday of `days` days, unless that exceeds the rest of the year's allowance.
    /// Charged in the same transaction, under a lock on the account.
    pub async fn take_holiday(
        &self,
        account: AccountId,
        days: i64,
        allowance: i64,
        now: i64,
    ) -> Result<HolidayOutcome, StoreError> {
        let store = self.clone();
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            let hold = "UPDATE accounts SET chat = chat WHERE id = $1";
            change(&mut transaction, hold, &[account.into()]).await?;
            let current = "SELECT ends FROM holidays WHERE account = $1 AND ends > $2";
            let current = rows(&mut transaction, current, &[account.into(), now.into()]).await?;
            let taken = if !current.is_empty() {
                HolidayOutcome::Already
            } else if used(&mut transaction, account, year(now)).await? + days > allowance {
                HolidayOutcome::TooLong
            } else {
                let sql = "INSERT INTO holidays (account, begins, ends, year, pending) \
                           VALUES ($1, $2, $3, $4, 1)";
                let ends = now + days * DAY_MS;
                let values = [account.into(), now.into(), ends.into(), year(now).into()];
                change(&mut transaction, sql, &values).await?;
                HolidayOutcome::Begun
            };
            transaction.commit().await?;
            Ok(taken)
        }))
        .await
    }

    /// Ends a holiday. Days that had not begun are not charged. Returns whether there was one.
    pub async fn end_holiday(&self, account: AccountId, now: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE holidays SET ends = $2, pending = 1 WHERE account = $1 AND ends > $2";
        Ok(self.pools.write(sql, &[account.into(), now.into()]).await? > 0)
    }

    /// Returns the end of an account's current holiday, if any.
    pub async fn holiday(&self, account: AccountId, now: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT ends FROM holidays WHERE account = $1 AND begins <= $2 AND ends > $2";
        only(&self.pools.read(sql, &[account.into(), now.into()]).await?)
    }

    /// Returns the used days of the year's allowance. A day that has begun counts in full.
    pub async fn holidays_used(&self, account: AccountId, now: i64) -> Result<i64, StoreError> {
        let values = [account.into(), year(now).into()];
        Ok(only::<i64>(&self.pools.read(COUNT_USED_DAYS, &values).await?)?.unwrap_or(0))
    }

    /// Returns all holidays of an account, oldest first.
    pub async fn holidays_of(&self, account: AccountId) -> Result<Vec<StoredHoliday>, StoreError> {
        self.holidays("account = $1 ORDER BY begins", &[account.into()]).await
    }

    /// Returns the holidays not yet written to all logs.
    pub async fn pending_holidays(&self) -> Result<Vec<StoredHoliday>, StoreError> {
        self.holidays("pending = 1 ORDER BY account", &[]).await
    }

    async fn holidays(
        &self,
        which: &str,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<StoredHoliday>, StoreError> {
        let sql = format!("SELECT {} FROM holidays WHERE {which}", StoredHoliday::selected());
        self.pools.read(&sql, values).await?.iter().map(StoredHoliday::read).collect()
    }

    /// Marks a holiday as written to all logs, unless it was changed meanwhile.
    pub async fn holiday_noted(&self, holiday: StoredHoliday) -> Result<(), StoreError> {
        let sql =
            "UPDATE holidays SET pending = 0 WHERE account = $1 AND begins = $2 AND ends = $3";
        let values = [holiday.account.into(), holiday.begins.into(), holiday.ends.into()];
        self.pools.write(sql, &values).await.map(drop)
    }
}

/// The calendar year of a time, in UTC.
fn year(milliseconds: i64) -> i64 {
    Date::from_timestamp(milliseconds).year()
}

const COUNT_USED_DAYS: &str = "SELECT CAST(COALESCE(SUM((ends - begins + 86399999) / 86400000), 0) AS BIGINT) \
                    FROM holidays WHERE account = $1 AND year = $2";

async fn used(
    connection: &mut AnyConnection,
    account: AccountId,
    year: i64,
) -> Result<i64, StoreError> {
    let used = rows(connection, COUNT_USED_DAYS, &[account.into(), year.into()]).await?;
    Ok(only::<i64>(&used)?.unwrap_or(0))
}
