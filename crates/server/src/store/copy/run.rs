use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Executor, Row};

use super::super::pools::Pools;
use super::super::sql_value::{Columns, SqlValue, arguments, only, rows};
use super::super::{Store, StoreError, schema};
use super::{NOT_COPIED, TABLES};

/// Rows per statement. SQLite and PostgreSQL accept more than 30 000 values in one.
const ROWS_PER_STATEMENT: usize = 256;

/// Copies one database into another, which must be empty and gets the same schema, of whatever
/// version: all or nothing, as one consistent snapshot, while the source stays in use. Into a new
/// file it is a backup, out of one a restore.
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
    require_empty(&to.pools, &mut target).await?;
    let version = schema::version(&from.pools, &mut source).await?;
    if schema::version(&to.pools, &mut target).await? != version {
        recreate(&to.pools, &mut target, version).await?;
    }
    for (name, order) in TABLES {
        let table = TableCopy::read(name, &from.pools, &mut source).await?;
        if !table.exists() {
            continue;
        }
        let total = count(name, &mut source).await?;
        let mut done = 0;
        progress(name, done, total);
        let all = format!("SELECT {} FROM {name} ORDER BY {order}", table.names());
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
                progress(name, done, total);
            }
            if last {
                break;
            }
        }
    }
    from.require_unchanged()?;
    target.commit().await
}

async fn require_empty(pools: &Pools, connection: &mut AnyConnection) -> Result<(), StoreError> {
    for (name, _) in TABLES {
        let table = TableCopy::read(name, pools, connection).await?;
        if table.exists() && count(name, connection).await? > 0 {
            return Err(StoreError::NotEmpty { table: name });
        }
    }
    Ok(())
}

/// Replaces the schema of an empty database by another version.
async fn recreate(
    pools: &Pools,
    connection: &mut AnyConnection,
    version: i64,
) -> Result<(), StoreError> {
    schema::lock(pools, connection).await?;
    // A table goes before those that its rows refer to.
    let tables = TABLES.iter().rev().map(|(name, _)| *name);
    for name in tables.chain(NOT_COPIED).chain([schema::VERSION_TABLE]) {
        connection.execute(format!("DROP TABLE IF EXISTS {name}").as_str()).await?;
    }
    schema::advance(connection, 0, version).await
}

async fn count(table: &str, connection: &mut AnyConnection) -> Result<u64, StoreError> {
    let count = rows(connection, &format!("SELECT COUNT(*) FROM {table}"), &[]).await?;
    Ok(only::<i64>(&count)?.unwrap_or(0) as u64)
}

/// A table to be copied.
struct TableCopy {
    name: &'static str,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    /// The type in the schema, in lower case.
    kind: String,
}

impl TableCopy {
    /// Reads the columns of a table from the schema.
    async fn read(
        name: &'static str,
        pools: &Pools,
        connection: &mut AnyConnection,
    ) -> Result<Self, StoreError> {
        let sql = if pools.is_postgres() {
            "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS kind \
             FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position"
        } else {
            "SELECT name, LOWER(type) AS kind FROM pragma_table_info($1) ORDER BY cid"
        };
        let found = rows(connection, sql, &[name.into()]).await?;
        let column = |row: &AnyRow| Ok(Column { name: row.text("name")?, kind: row.text("kind")? });
        Ok(Self { name, columns: found.iter().map(column).collect::<Result<_, StoreError>>()? })
    }

    /// Whether this version of the schema has the table.
    fn exists(&self) -> bool {
        !self.columns.is_empty()
    }

    fn names(&self) -> String {
        self.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
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
            for (at, column) in self.columns.iter().enumerate() {
                values.push(match column.kind.as_str() {
                    "bigint" => SqlValue::Int(row.try_get(at)?),
                    "double precision" => SqlValue::Real(row.try_get(at)?),
                    _ => SqlValue::Text(row.try_get(at)?),
                });
            }
        }
        sqlx::query_with(&sql, arguments(values)?).execute(connection).await?;
        Ok(())
    }
}
