//! The schema and its migrations.

use sqlx::Executor;

use super::StoreError;
use super::pools::Pools;
use super::sql_value::{change, only, rows};

/// Every migration, in order; immutable once released.
const MIGRATIONS: [&str; 12] = [
    include_str!("schema/0001.sql"),
    include_str!("schema/0002.sql"),
    include_str!("schema/0003.sql"),
    include_str!("schema/0004.sql"),
    include_str!("schema/0005.sql"),
    include_str!("schema/0006.sql"),
    include_str!("schema/0007.sql"),
    include_str!("schema/0008.sql"),
    include_str!("schema/0009.sql"),
    include_str!("schema/0010.sql"),
    include_str!("schema/0011.sql"),
    include_str!("schema/0012.sql"),
];

/// An advisory lock, which serialises nodes that start together. The number is arbitrary.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(1485)";

/// Migrates the schema, all or nothing.
pub(super) async fn migrate(pools: &Pools) -> Result<(), StoreError> {
    let mut change_of_tables = pools.begin().await?;
    let connection = &mut *change_of_tables;
    if pools.is_postgres() {
        connection.execute(MIGRATION_LOCK).await?;
    }
    let versions = "CREATE TABLE IF NOT EXISTS bosworth_schema (version BIGINT PRIMARY KEY)";
    connection.execute(versions).await?;
    let found = rows(connection, "SELECT MAX(version) FROM bosworth_schema", &[]).await?;
    let found = only::<Option<i64>>(&found)?.flatten().unwrap_or(0);
    let known = MIGRATIONS.len() as i64;
    if found > known {
        change_of_tables.rollback().await?;
        return Err(StoreError::Newer { found, known });
    }
    for (version, step) in (1..).zip(MIGRATIONS).skip(found as usize) {
        connection.execute(step).await?;
        let note = "INSERT INTO bosworth_schema (version) VALUES ($1)";
        change(connection, note, &[i64::into(version)]).await?;
    }
    change_of_tables.commit().await
}
