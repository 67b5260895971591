use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Executor, Row};

use super::super::sql_value::{SqlValue, arguments, only, rows};
use super::super::{Store, StoreError};
use super::Type::{Int, Real, Text};
use super::{TABLES, TableSpec};

/// Rows per statement. SQLite and PostgreSQL accept more than 30 000 values in one.
const ROWS_PER_STATEMENT: usize = 256;

/// Copies one database into another, which must be empty: all or nothing, as one consistent
/// snapshot, while the source stays in use. Into a new file it is a backup, out of one a restore.
///
/// `progress` is called with the table being copied, its rows copied so far and their total.
pub async fn copy(
    from: &Store,
    to: &Store,
    mut progress: impl FnMut(&'static str, u64, u64),
) -> Result<(), StoreError> {
    let mut source = from.pools.snapshot().await?;
    let mut target = to.pools.begin().await?;
    for (pools, transaction) in [(&from.pools, &mut source), (&to.pools, &mut target)] {
        if pools.is_postgres() {
            // Backpressure: the faster side waits for the slower one.
            transaction.execute("SET LOCAL idle_in_transaction_session_timeout = 0").await?;
        }
    }
    for table in &TABLES {
        if table.count(&mut target).await? > 0 {
            return Err(StoreError::NotEmpty { table: table.name });
        }
    }
    for table in &TABLES {
        let total = table.count(&mut source).await?;
        let mut done = 0;
        progress(table.name, done, total);
        let names = table.names();
        let all = format!("SELECT {names} FROM {} ORDER BY {}", table.name, table.order);
        let mut stream = sqlx::query(&all).fetch(&mut *source);
        let mut chunk = Vec::with_capacity(ROWS_PER_STATEMENT);
        loop {
            let row = stream.try_next().await?;
            let last = row.is_none();
            chunk.extend(row);
            if chunk.len() == ROWS_PER_STATEMENT || (last && !chunk.is_empty()) {
                table.insert(&mut target, &chunk).await?;
                done += chunk.len() as u64;
                chunk.clear();
                progress(table.name, done, total);
            }
            if last {
                break;
            }
        }
    }
    target.commit().await
}

impl TableSpec {
    async fn count(&self, connection: &mut AnyConnection) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM {}", self.name);
        let count = rows(connection, &sql, &[]).await?;
        Ok(only::<i64>(&count)?.unwrap_or(0) as u64)
    }

    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    async fn insert(
        &self,
        connection: &mut AnyConnection,
        chunk: &[AnyRow],
    ) -> Result<(), StoreError> {
        let width = self.columns.len();
        let place = |row: usize, column: usize| format!("${}", row * width + column + 1);
        let line = |row| (0..width).map(|column| place(row, column)).collect::<Vec<_>>().join(", ");
        let lines = (0..chunk.len()).map(|row| format!("({})", line(row))).collect::<Vec<_>>();
        let sql =
            format!("INSERT INTO {} ({}) VALUES {}", self.name, self.names(), lines.join(", "));
        let mut values = Vec::with_capacity(chunk.len() * width);
        for row in chunk {
            for (column, (_, kind)) in self.columns.iter().enumerate() {
                values.push(match kind {
                    Int => SqlValue::Int(row.try_get(column)?),
                    Real => SqlValue::Real(row.try_get(column)?),
                    Text => SqlValue::Text(row.try_get(column)?),
                });
            }
        }
        sqlx::query_with(&sql, arguments(values)?).execute(connection).await?;
        Ok(())
    }
}
