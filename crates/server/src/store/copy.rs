use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Executor, Row};

use super::value::{Value, arguments, only, rows};
use super::{Store, StoreError};

/// Rows in one statement. SQLite and PostgreSQL accept more than 30 000 values in one.
const CHUNK: usize = 256;

/// The type of a column.
#[derive(Debug, Clone, Copy)]
enum Type {
    Int,
    Real,
    Text,
}
use Type::{Int, Real, Text};

struct TableSpec {
    name: &'static str,
    /// The sort order: referenced rows come first (foreign keys).
    order: &'static str,
    columns: &'static [(&'static str, Type)],
}

/// Every table, in foreign-key order: referenced tables first.
const TABLES: [TableSpec; 18] = [
    TableSpec {
        name: "accounts",
        order: "CASE WHEN owner IS NULL THEN 0 ELSE 1 END, id",
        columns: &[
            ("id", Int),
            ("name", Text),
            ("name_key", Text),
            ("kind", Int),
            ("created", Int),
            ("closed", Int),
            ("chat", Int),
            ("language", Text),
            ("owner", Int),
            ("password", Text),
            ("disabled", Int),
            ("muted", Int),
        ],
    },
    TableSpec {
        name: "games",
        order: "id",
        columns: &[
            ("id", Text),
            ("red", Int),
            ("white", Int),
            ("ruleset", Text),
            ("clock", Text),
            ("speed", Int),
            ("rated", Int),
            ("created", Int),
            ("latest", Int),
            ("secret", Text),
            ("rematch_of", Text),
            ("ended", Int),
            ("winner", Text),
            ("reason", Text),
            ("red_points", Int),
            ("white_points", Int),
            ("plies", Int),
            ("aborted", Int),
            ("settled", Int),
            ("red_before", Real),
            ("red_after", Real),
            ("white_before", Real),
            ("white_after", Real),
        ],
    },
    TableSpec {
        name: "entries",
        order: "game, seq",
        columns: &[("game", Text), ("seq", Int), ("body", Text)],
    },
    TableSpec {
        name: "ratings",
        order: "account, speed",
        columns: &[
            ("account", Int),
            ("speed", Int),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("games", Int),
            ("updated", Int),
        ],
    },
    TableSpec {
        name: "rating_history",
        order: "account, speed, at, game",
        columns: &[
            ("account", Int),
            ("speed", Int),
            ("at", Int),
            ("game", Text),
            ("rating", Real),
            ("deviation", Real),
        ],
    },
    TableSpec {
        name: "sessions",
        order: "hash",
        columns: &[
            ("hash", Text),
            ("id", Text),
            ("account", Int),
            ("created", Int),
            ("seen", Int),
            ("expires", Int),
            ("agent", Text),
        ],
    },
    TableSpec {
        name: "tokens",
        order: "id",
        columns: &[
            ("id", Text),
            ("hash", Text),
            ("account", Int),
            ("name", Text),
            ("scopes", Text),
            ("created", Int),
            ("seen", Int),
        ],
    },
    TableSpec {
        name: "seeks",
        order: "id",
        columns: &[
            ("id", Text),
            ("account", Int),
            ("ruleset", Text),
            ("clock", Text),
            ("rated", Int),
            ("side", Text),
            ("open_to_all", Int),
            ("rating_min", Int),
            ("rating_max", Int),
            ("created", Int),
            ("seen", Int),
            ("lasting", Int),
            ("node", Int),
            ("flexible", Int),
            ("recipient", Int),
        ],
    },
    TableSpec {
        name: "attempts",
        order: "subject, at",
        columns: &[("subject", Text), ("at", Int), ("times", Int)],
    },
    TableSpec { name: "alive", order: "id", columns: &[("id", Int), ("at", Int)] },
    TableSpec {
        name: "quarantine",
        order: "game, seq, moved",
        columns: &[("game", Text), ("seq", Int), ("moved", Int), ("body", Text)],
    },
    TableSpec {
        name: "audit_log",
        order: "seq",
        columns: &[
            ("seq", Int),
            ("at", Int),
            ("actor", Text),
            ("action", Text),
            ("account", Int),
            ("game", Text),
            ("detail", Text),
            ("pending", Int),
        ],
    },
    TableSpec { name: "settings", order: "name", columns: &[("name", Text), ("value", Text)] },
    TableSpec {
        name: "invitations",
        order: "id",
        columns: &[("id", Text), ("hash", Text), ("created", Int), ("expires", Int), ("uses", Int)],
    },
    TableSpec {
        name: "reports",
        order: "id",
        columns: &[
            ("id", Text),
            ("at", Int),
            ("reporter", Int),
            ("account", Int),
            ("reason", Text),
            ("game", Text),
            ("body", Text),
            ("closed", Int),
        ],
    },
    TableSpec {
        name: "blocks",
        order: "account, blocked",
        columns: &[("account", Int), ("blocked", Int), ("at", Int)],
    },
    TableSpec {
        name: "holidays",
        order: "account, begins",
        columns: &[
            ("account", Int),
            ("begins", Int),
            ("ends", Int),
            ("year", Int),
            ("pending", Int),
        ],
    },
    TableSpec {
        name: "conditional_actions",
        order: "game, side",
        columns: &[
            ("game", Text),
            ("side", Text),
            ("account", Int),
            ("revision", Int),
            ("ply", Int),
            ("body", Text),
        ],
    },
];

/// Tables about running nodes, which are not copied.
#[cfg(test)]
const NOT_COPIED: [&str; 3] = ["nodes", "presence", "hall"];

/// Copies one database into another, which has to be empty: all or nothing, as one consistent
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
        let mut chunk = Vec::with_capacity(CHUNK);
        loop {
            let row = stream.try_next().await?;
            let last = row.is_none();
            chunk.extend(row);
            if chunk.len() == CHUNK || (last && !chunk.is_empty()) {
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
                    Int => Value::Int(row.try_get(column)?),
                    Real => Value::Real(row.try_get(column)?),
                    Text => Value::Text(row.try_get(column)?),
                });
            }
        }
        sqlx::query_with(&sql, arguments(values)?).execute(connection).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::value::Columns;
    use super::*;

    /// A new table or column has to be added to the copy as well.
    #[tokio::test]
    async fn every_column_of_every_table_is_copied() {
        let store = Store::open("sqlite::memory:").await.expect("a database");
        let sql = "SELECT tables.name || '.' || columns.name AS name FROM sqlite_schema AS tables, \
                   pragma_table_info(tables.name) AS columns \
                   WHERE tables.type = 'table' AND tables.name <> 'bosworth_schema'";
        let found = store.pools.read(sql, &[]).await.expect("columns");
        let found = found.iter().map(|row| row.text("name").expect("a name"));
        let is_copied = |name: &String| {
            !NOT_COPIED.contains(&name.split('.').next().expect("the name of a table"))
        };
        let found: BTreeSet<_> = found.filter(is_copied).collect();
        let copied = TABLES.iter().flat_map(|table| {
            table.columns.iter().map(|(column, _)| format!("{}.{column}", table.name))
        });
        assert_eq!(copied.collect::<BTreeSet<_>>(), found);
    }
}
