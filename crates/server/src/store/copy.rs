//! Copies of whole databases, table by table.

mod run;

pub use self::run::copy;

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
const TABLES: [TableSpec; 28] = [
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
            ("sealed", Text),
        ],
    },
    TableSpec {
        name: "deals",
        order: "name",
        columns: &[("name", Text), ("secret", Text), ("games", Int), ("closed", Int)],
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
        name: "outbox",
        order: "account, kind, subject, seq",
        columns: &[
            ("account", Int),
            ("kind", Text),
            ("subject", Text),
            ("seq", Int),
            ("created", Int),
            ("due", Int),
            ("detail", Text),
            ("tries", Int),
            ("told", Text),
            ("claimed_by", Int),
            ("claimed_until", Int),
        ],
    },
    TableSpec {
        name: "push_devices",
        order: "id",
        columns: &[
            ("id", Text),
            ("account", Int),
            ("endpoint", Text),
            ("p256dh", Text),
            ("auth", Text),
            ("language", Text),
            ("agent", Text),
            ("created", Int),
            ("seen", Int),
            ("failures", Int),
        ],
    },
    TableSpec {
        name: "mail_addresses",
        order: "account",
        columns: &[
            ("account", Int),
            ("address", Text),
            ("address_key", Text),
            ("language", Text),
            ("created", Int),
            ("confirmed", Int),
        ],
    },
    TableSpec {
        name: "mail_links",
        order: "account, purpose",
        columns: &[
            ("account", Int),
            ("purpose", Text),
            ("hash", Text),
            ("address_key", Text),
            ("expires", Int),
        ],
    },
    TableSpec {
        name: "notification_settings",
        order: "account",
        columns: &[("account", Int), ("push", Text), ("mail", Text), ("digest", Int)],
    },
    TableSpec { name: "service_keys", order: "name", columns: &[("name", Text), ("value", Text)] },
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
    TableSpec {
        name: "events",
        order: "id",
        columns: &[
            ("id", Text),
            ("organiser", Int),
            ("stage", Text),
            ("starts", Int),
            ("invitation", Text),
        ],
    },
    TableSpec {
        name: "event_entries",
        order: "event, seq",
        columns: &[("event", Text), ("seq", Int), ("body", Text)],
    },
    TableSpec {
        name: "event_lines",
        order: "event, seq",
        columns: &[("event", Text), ("seq", Int), ("at", Int), ("account", Int), ("body", Text)],
    },
];

/// Tables about running nodes are not copied.
#[cfg(test)]
const NOT_COPIED: [&str; 3] = ["nodes", "presence", "hall"];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Store;
    use super::super::sql_value::Columns;
    use super::*;

    /// New tables and columns must be added to the copy as well.
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
