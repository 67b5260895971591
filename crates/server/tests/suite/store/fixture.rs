//! Fixtures.

use bosworth_protocol::AccountKind;
use bosworth_rules::{BySide, Side};
use bosworth_server::store::{
    LoginSession, NewAccount, NewGameRow, Store, StoredEnd, StoredSeek, Token,
};
use bosworth_table::{AccountId, GameId, Seated};
use sqlx::{AnyConnection, Connection, Row};

pub fn game(number: u128) -> GameId {
    GameId::from_random(number)
}

pub fn account(number: i64) -> Seated {
    Seated::Account(AccountId(number))
}

/// A rated game of accounts 1 and 2.
pub fn new_game(number: u128) -> NewGameRow {
    NewGameRow {
        id: game(number),
        seats: BySide { red: account(1), white: account(2) },
        ruleset: "classic".into(),
        clock: "5+3".into(),
        speed: 2,
        rated: true,
        created: 1000 + number as i64,
        secret: format!("secret {number}"),
        rematch_of: None,
        sealed: None,
        handicap: None,
    }
}

pub fn won_by(winner: Option<Side>, ended: i64) -> StoredEnd {
    StoredEnd {
        winner,
        reason: "territories".into(),
        points: BySide { red: 40, white: 31 },
        plies: 57,
        ended,
        aborted: false,
    }
}

/// Plays a game to its end in one entry.
pub async fn play(store: &Store, new: &NewGameRow, ending: StoredEnd) {
    store.create_game(new, "begin".into()).await.expect("a game");
    let appended = store.append(new.id, 1, "end".into(), Some(ending)).await;
    appended.expect("an ending");
}

pub fn person(number: i64, name: &str) -> NewAccount {
    NewAccount {
        id: AccountId(number),
        name: name.into(),
        name_key: name.to_lowercase(),
        kind: AccountKind::Person,
        created: 100 + number,
        language: None,
        owner: None,
        password: Some(format!("hash of {name}")),
    }
}

pub async fn persons(store: &Store, names: &[&str]) {
    for (number, name) in (1..).zip(names) {
        store.create_account(&person(number, name)).await.expect("an account");
    }
}

/// Creates `player1` to `player{count}`, whose ids are their numbers.
pub async fn numbered_persons(store: &Store, count: i64) {
    for number in 1..=count {
        let new = person(number, &format!("player{number}"));
        store.create_account(&new).await.expect("an account");
    }
}

pub fn session(number: u32, account: i64) -> LoginSession {
    LoginSession {
        hash: format!("hash{number}"),
        id: format!("public{number}"),
        account: AccountId(account),
        created: 1000,
        seen: 1000 + i64::from(number),
        expires: 2000,
        agent: "Browser".into(),
    }
}

pub fn token(number: u32, account: i64) -> Token {
    Token {
        id: format!("token{number}"),
        hash: format!("hash{number}"),
        account: AccountId(account),
        name: "my bot".into(),
        scopes: "play read".into(),
        created: 1000 + i64::from(number),
        seen: None,
    }
}

pub fn seek(id: &str, account: i64) -> StoredSeek {
    StoredSeek {
        id: id.into(),
        account: AccountId(account),
        ruleset: "classic".into(),
        clock: "5+3".into(),
        rated: true,
        side: Some(Side::White),
        public: true,
        rating_min: Some(1200),
        rating_max: None,
        created: 5000,
        seen: 5000,
        lasting: false,
        flexible: false,
        recipient: None,
        handicap: None,
    }
}

/// The migrations that create the schema of each version.
const SCHEMA: [&str; 16] = [
    include_str!("../../../src/store/schema/0001.sql"),
    include_str!("../../../src/store/schema/0002.sql"),
    include_str!("../../../src/store/schema/0003.sql"),
    include_str!("../../../src/store/schema/0004.sql"),
    include_str!("../../../src/store/schema/0005.sql"),
    include_str!("../../../src/store/schema/0006.sql"),
    include_str!("../../../src/store/schema/0007.sql"),
    include_str!("../../../src/store/schema/0008.sql"),
    include_str!("../../../src/store/schema/0009.sql"),
    include_str!("../../../src/store/schema/0010.sql"),
    include_str!("../../../src/store/schema/0011.sql"),
    include_str!("../../../src/store/schema/0012.sql"),
    include_str!("../../../src/store/schema/0013.sql"),
    include_str!("../../../src/store/schema/0014.sql"),
    include_str!("../../../src/store/schema/0015.sql"),
    include_str!("../../../src/store/schema/0016.sql"),
];

/// The version of the schema that this program has.
pub const VERSION: i64 = SCHEMA.len() as i64;

/// Creates an empty database with the schema of a version.
pub async fn create_version(url: &str, version: i64) {
    sql(url, "CREATE TABLE bosworth_schema (version BIGINT PRIMARY KEY)").await;
    for (number, step) in (1..=version).zip(SCHEMA) {
        sql(url, step).await;
        sql(url, &format!("INSERT INTO bosworth_schema (version) VALUES ({number})")).await;
    }
}

/// The version of the schema of a database.
pub async fn version(url: &str) -> i64 {
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    let row = sqlx::query("SELECT MAX(version) FROM bosworth_schema").fetch_one(&mut connection);
    let version = row.await.expect("a row").get(0);
    connection.close().await.expect("an end");
    version
}

pub async fn sql(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("a connection");
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("a change");
    connection.close().await.expect("an end");
}
