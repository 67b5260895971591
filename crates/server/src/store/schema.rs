//! The schema and its migrations.

use sqlx::{AnyConnection, Executor};

use super::StoreError;
use super::pools::Pools;
use super::sql_value::{change, only, rows};

/// Every migration, in order; immutable once released.
const MIGRATIONS: [&str; 16] = [
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
    include_str!("schema/0013.sql"),
    include_str!("schema/0014.sql"),
    include_str!("schema/0015.sql"),
    include_str!("schema/0016.sql"),
];

/// The version of the schema that this program needs.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// The table that holds the version.
pub(super) const VERSION_TABLE: &str = "bosworth_schema";

/// An advisory lock, which serialises nodes that start together. The number is arbitrary.
const MIGRATION_LOCK: &str = "SELECT pg_advisory_xact_lock(1485)";

/// Migrates the schema to this program's version, all or nothing.
pub(super) async fn migrate(pools: &Pools) -> Result<(), StoreError> {
    let mut transaction = pools.begin().await?;
    lock(pools, &mut transaction).await?;
    let found = version(pools, &mut transaction).await?;
    if found > VERSION {
        transaction.rollback().await?;
        return Err(StoreError::Newer { found, known: VERSION });
    }
    advance(&mut transaction, found, VERSION).await?;
    transaction.commit().await
}

/// Waits until no other node changes the schema.
pub(super) async fn lock(pools: &Pools, connection: &mut AnyConnection) -> Result<(), StoreError> {
    if pools.is_postgres() {
        connection.execute(MIGRATION_LOCK).await?;
    }
    Ok(())
}

/// Returns the version of the schema; 0 if there is none.
pub(super) async fn version(
    pools: &Pools,
    connection: &mut AnyConnection,
) -> Result<i64, StoreError> {
    let sql = if pools.is_postgres() {
        "SELECT COUNT(*) FROM information_schema.tables \
         WHERE table_schema = current_schema() AND table_name = $1"
    } else {
        "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = $1"
    };
    if only::<i64>(&rows(connection, sql, &[VERSION_TABLE.into()]).await?)? == Some(0) {
        return Ok(0);
    }
    let found = rows(connection, "SELECT MAX(version) FROM bosworth_schema", &[]).await?;
    Ok(only::<Option<i64>>(&found)?.flatten().unwrap_or(0))
}

/// Applies the migrations after version `from`, up to version `to`.
pub(super) async fn advance(
    connection: &mut AnyConnection,
    from: i64,
    to: i64,
) -> Result<(), StoreError> {
    if from == 0 {
        let versions = "CREATE TABLE IF NOT EXISTS bosworth_schema (version BIGINT PRIMARY KEY)";
        connection.execute(versions).await?;
    }
    for (version, step) in (1..=to).zip(MIGRATIONS).skip(from as usize) {
        connection.execute(step).await?;
        let note = "INSERT INTO bosworth_schema (version) VALUES ($1)";
        change(connection, note, &[version.into()]).await?;
    }
    Ok(())
}
