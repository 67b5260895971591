//! Copies of whole databases, table by table, with the schema that the source has.

mod run;

pub use self::run::copy;

/// Every table with its sort order, referenced tables and rows first (foreign keys).
pub(super) const TABLES: [(&str, &str); 34] = [
    ("accounts", "CASE WHEN owner IS NULL THEN 0 ELSE 1 END, id"),
    ("games", "id"),
    ("deals", "name"),
    ("entries", "game, seq"),
    ("ratings", "account, speed"),
    ("rating_history", "account, speed, at, game"),
    ("ratings_without_luck", "account, speed"),
    ("game_reviews", "game"),
    ("sessions", "hash"),
    ("tokens", "id"),
    ("seeks", "id"),
    ("attempts", "subject, at"),
    ("alive", "id"),
    ("quarantine", "game, seq, moved"),
    ("audit_log", "seq"),
    ("settings", "name"),
    ("invitations", "id"),
    ("reports", "id"),
    ("blocks", "account, blocked"),
    ("outbox", "account, kind, subject, seq"),
    ("push_devices", "id"),
    ("mail_addresses", "account"),
    ("mail_links", "account, purpose"),
    ("identities", "issuer, subject"),
    ("notification_settings", "account"),
    ("service_keys", "name"),
    ("holidays", "account, begins"),
    ("conditional_actions", "game, side"),
    ("events", "id"),
    ("event_entries", "event, seq"),
    ("event_lines", "event, seq"),
    ("training", "account"),
    ("daily_answers", "day, account"),
    ("puzzle_ratings", "puzzle"),
];

/// Tables about running nodes are not copied.
const NOT_COPIED: [&str; 3] = ["nodes", "presence", "hall"];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Store;
    use super::super::sql_value::Columns;
    use super::*;

    /// New tables must be added to the copy as well.
    #[tokio::test]
    async fn every_table_is_copied() {
        let store = Store::open("sqlite::memory:").await.expect("a database");
        let sql =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'bosworth_schema'";
        let found = store.pools.read(sql, &[]).await.expect("tables");
        let found: BTreeSet<_> =
            found.iter().map(|row| row.text("name").expect("a name")).collect();
        let known = TABLES.iter().map(|(name, _)| *name).chain(NOT_COPIED);
        assert_eq!(known.map(String::from).collect::<BTreeSet<_>>(), found);
    }
}
