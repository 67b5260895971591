use super::copy::TABLES;
use super::sql_value::only;
use super::{Store, StoreError};

/// Facts about a database that say nothing about people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseFacts {
    /// The version of its schema.
    pub schema: i64,
    /// The number of nodes that hold a lease.
    pub nodes: i64,
    /// The time since the last heartbeat of any node.
    pub heartbeat_age_ms: Option<i64>,
    /// The number of rows of each table.
    pub rows: Vec<(&'static str, i64)>,
}

impl Store {
    /// Returns facts for a report of a fault.
    pub async fn facts(&self, now: i64) -> Result<DatabaseFacts, StoreError> {
        let mut rows = Vec::new();
        for (table, _) in TABLES {
            rows.push((table, self.number(&format!("SELECT COUNT(*) FROM {table}")).await?));
        }
        let schema = self.number("SELECT MAX(version) FROM bosworth_schema").await?;
        let nodes = self.number("SELECT COUNT(*) FROM nodes").await?;
        let heartbeat_age_ms = self.last_alive().await?.map(|at| now - at);
        Ok(DatabaseFacts { schema, nodes, heartbeat_age_ms, rows })
    }

    async fn number(&self, sql: &str) -> Result<i64, StoreError> {
        Ok(only(&self.pools.read(sql, &[]).await?)?.unwrap_or_default())
    }
}
