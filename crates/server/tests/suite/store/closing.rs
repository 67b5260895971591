//! Closing an account, tested against the schema itself: a new table or column that names accounts
//! is deleted with them, or is on one of these lists with a reason.

use bosworth_table::AccountId;
use sqlx::{AnyConnection, Connection, Row};

use crate::store::Nodes;
use crate::store::fixture::person;
use crate::store::fixture::sql;

/// Columns that keep the number of a closed account, whose name is gone, and why.
const KEPT: [(&str, &str); 9] = [
    ("accounts.owner", "bots are closed before their owner"),
    ("audit_log.account", "what the host did stays on record"),
    ("event_lines.account", "the answers of others would lose their sense"),
    ("events.organiser", "the tournament is also that of its players"),
    ("games.red", "the game is also the opponent's"),
    ("games.white", "the game is also the opponent's"),
    ("hall.account", "its node removes it when the connection ends"),
    ("reports.reporter", "the host decides about it"),
    ("reports.account", "the host decides about it"),
];

/// Tables that have no column for an account, and why they may keep what they have.
const WITHOUT_ACCOUNTS: [(&str, &str); 14] = [
    ("alive", "a time"),
    ("attempts", "forgotten after a day"),
    ("bosworth_schema", "versions"),
    ("deals", "secrets of shuffles"),
    ("entries", "the log is also the opponent's"),
    ("event_entries", "the log is also that of the other players"),
    ("game_reviews", "the game is also the opponent's"),
    ("invitations", "codes of the host"),
    ("nodes", "servers"),
    ("presence", "its node removes it when the connection ends"),
    ("puzzle_ratings", "ratings by the answers of all accounts"),
    ("quarantine", "damaged entries of logs"),
    ("service_keys", "keys of the server"),
    ("settings", "rules of the host"),
];

/// Columns that hold accounts without a foreign key.
const WITHOUT_FOREIGN_KEY: [&str; 3] = ["account", "red", "white"];

struct Column {
    table: String,
    name: String,
    is_text: bool,
    /// The table that it refers to.
    parent: Option<String>,
}

impl Column {
    fn has_accounts(&self) -> bool {
        self.parent.as_deref() == Some("accounts")
            || self.parent.is_none() && WITHOUT_FOREIGN_KEY.contains(&self.name.as_str())
    }

    /// A value of a row of the account `whose`.
    fn value(&self, number: i64, whose: AccountId) -> String {
        match &self.parent {
            _ if self.has_accounts() => whose.to_string(),
            Some(_) => "'parent'".into(),
            None if self.is_text => format!("'{number}'"),
            None => number.to_string(),
        }
    }
}

const SQLITE_COLUMNS: &str = "SELECT tables.name, columns.name, columns.type, \
       (SELECT keys.\"table\" FROM pragma_foreign_key_list(tables.name) AS keys \
        WHERE keys.\"from\" = columns.name) \
     FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
     WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' \
     ORDER BY tables.name, columns.cid";

const POSTGRES_COLUMNS: &str = "SELECT columns.table_name::TEXT, columns.column_name::TEXT, \
       columns.data_type::TEXT, \
       (SELECT parents.table_name::TEXT FROM information_schema.key_column_usage AS keys \
        JOIN information_schema.referential_constraints AS rules \
          ON rules.constraint_name = keys.constraint_name \
        JOIN information_schema.constraint_column_usage AS parents \
          ON parents.constraint_name = keys.constraint_name \
        WHERE keys.table_name = columns.table_name AND keys.column_name = columns.column_name) \
     FROM information_schema.columns AS columns WHERE columns.table_schema = 'public' \
     ORDER BY columns.table_name COLLATE \"C\", columns.ordinal_position";

async fn columns(url: &str) -> Vec<Column> {
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    let query = if url.starts_with("postgres") { POSTGRES_COLUMNS } else { SQLITE_COLUMNS };
    let rows = sqlx::query(query).fetch_all(&mut connection).await.expect("the schema");
    connection.close().await.expect("an end");
    let columns = rows.iter().map(|row| Column {
        table: row.get(0),
        name: row.get(1),
        is_text: row.get::<String, _>(2).eq_ignore_ascii_case("text"),
        parent: row.get(3),
    });
    columns.collect()
}

fn of_table<'c>(columns: &'c [Column], table: &'c str) -> impl Iterator<Item = &'c Column> {
    columns.iter().filter(move |column| column.table == table)
}

async fn count(url: &str, column: &Column, account: AccountId) -> i64 {
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    let query = format!("SELECT COUNT(*) FROM {} WHERE {} = $1", column.table, column.name);
    let row = sqlx::query(&query).bind(account.0).fetch_one(&mut connection).await;
    let count = row.expect("a count").get(0);
    connection.close().await.expect("an end");
    count
}

pub async fn a_closed_account_stays_in_no_column_without_a_reason(nodes: &Nodes) {
    let (leaver, other) = (person(777_000_777, "Ann"), person(888_000_888, "Bob"));
    for account in [&leaver, &other] {
        nodes.one.create_account(account).await.expect("an account");
    }
    let columns = columns(&nodes.url).await;
    let insert = |table: &str, values: Vec<String>| {
        let names: Vec<_> = of_table(&columns, table).map(|column| column.name.as_str()).collect();
        let (names, values) = (names.join(", "), values.join(", "));
        format!("INSERT INTO {table} ({names}) VALUES ({values})")
    };
    let mut parents: Vec<_> =
        columns.iter().filter_map(|column| column.parent.as_deref()).collect();
    parents.sort_unstable();
    parents.dedup();
    for parent in parents.into_iter().filter(|parent| *parent != "accounts") {
        let value = |column: &Column| match column.name.as_str() {
            "id" => "'parent'".into(),
            _ => column.value(0, other.id),
        };
        sql(&nodes.url, &insert(parent, of_table(&columns, parent).map(value).collect())).await;
    }
    // For each column, a row that names the account in this column alone.
    let with_accounts = || columns.iter().filter(|column| column.has_accounts());
    for (number, named) in (1..).zip(with_accounts()) {
        let value = |column: &Column| {
            let whose = if column.name == named.name { leaver.id } else { other.id };
            column.value(number, whose)
        };
        sql(
            &nodes.url,
            &insert(&named.table, of_table(&columns, &named.table).map(value).collect()),
        )
        .await;
        assert_eq!(count(&nodes.url, named, leaver.id).await, 1, "{}.{}", named.table, named.name);
    }
    nodes.one.close_account(leaver.id, "gone", 9999).await.expect("closing");
    let mut kept = Vec::new();
    for column in with_accounts() {
        if count(&nodes.url, column, leaver.id).await > 0 {
            kept.push(format!("{}.{}", column.table, column.name));
        }
    }
    assert_eq!(
        kept,
        KEPT.map(|(column, _)| column),
        "delete it in `close_account`, or say why not"
    );
    let mut without: Vec<_> = columns.iter().map(|column| column.table.as_str()).collect();
    without.dedup();
    without.retain(|table| !of_table(&columns, table).any(Column::has_accounts));
    assert_eq!(without, WITHOUT_ACCOUNTS.map(|(table, _)| table));
}
