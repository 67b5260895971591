use bosworth_protocol::AccountKind;
use bosworth_rules::{BySide, Side};
use bosworth_server::store::{
    AppendOutcome, GameFilter, GamePage, NewAccount, Store, StoreError, back_up, copy,
};
use bosworth_table::AccountId;
use bosworth_testing::Postgres;
use tempfile::TempDir;

use crate::store::Nodes;
use crate::store::fixture::{
    VERSION, create_version, game, new_game, person, persons, play, seek, session, sql, token,
    version, won_by,
};
use crate::store::opening::drop_tables;

/// Writes rows to every table.
async fn fill(store: &Store) {
    // A bot whose owner has the larger id.
    let owner = person(9, "Zoë");
    store.create_account(&owner).await.expect("an account");
    let bot = NewAccount { kind: AccountKind::Bot, owner: Some(owner.id), ..person(5, "Bot") };
    store.create_account(&bot).await.expect("an account");
    persons(store, &["Ann", "Bob"]).await;
    store.set_preferences(AccountId(1), false, Some("de")).await.expect("preferences");
    for number in 0..700 {
        play(store, &new_game(number), won_by(Some(Side::White), 9000)).await;
    }
    let third = |before: BySide<_>| before.swapped();
    store.settle(game(3), third).await.expect("an answer").expect("a change");
    store.create_game(&new_game(1000), "{\"ö\": 1}".into()).await.expect("a game");
    store.open_session(&session(1, 1)).await.expect("a session");
    store.create_token(&token(1, 2), 99).await.expect("a token");
    store.put_seek(&seek("seek", 1), 99).await.expect("a seek");
    store.note_attempt("1.2.3.4", 1000).await.expect("a note");
    store.alive(4000).await.expect("an answer");
}

/// A dump of everything that can be queried, as text.
async fn everything(store: &Store) -> String {
    let mut all = Vec::new();
    let page = GamePage { after: None, limit: 10_000 };
    for row in store.games(&GameFilter::default(), page).await.expect("games") {
        all.push(format!("{row:?} {:?}", store.secret(row.id).await.expect("a secret")));
        all.push(format!("{:?}", store.entries(row.id, 0).await.expect("entries")));
    }
    for account in [1, 2, 5, 9].map(AccountId) {
        all.push(format!("{:?}", store.export_account(account).await.expect("an export")));
        all.push(format!("{:?}", store.password(account).await.expect("a password")));
    }
    all.push(format!("{:?}", store.unsettled(99).await.expect("games")));
    all.push(format!("{:?}", store.attempts("1.2.3.4", 0).await.expect("a count")));
    all.push(format!("{:?}", store.last_alive().await.expect("a time")));
    all.join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_in_all_directions_are_equal() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_string();
    let server = Postgres::start().await;
    let open = async |url: String| Store::open(&url).await.expect("a database");
    let first = open(file("first.db")).await;
    fill(&first).await;
    let expected = everything(&first).await;
    assert!(expected.len() > 100_000);

    let stores = [
        first,
        open(server.url()).await,
        open(server.url()).await,
        open(file("second.db")).await,
        open("sqlite::memory:".into()).await,
    ];
    for pair in stores.windows(2) {
        let mut heard = Vec::new();
        let progress = |table, done, total| heard.push((table, done, total));
        copy(&pair[0], &pair[1], progress).await.expect("a copy");
        assert!(heard.contains(&("games", 0, 701)) && heard.contains(&("games", 701, 701)));
        assert!(heard.contains(&("entries", 1401, 1401)) && heard.contains(&("alive", 1, 1)));
        assert!(everything(&pair[1]).await == expected, "a copy differs");
    }
    // A copy works like any other database.
    let appended = stores[3].append(game(1000), 1, "on".into(), None).await;
    assert_eq!(appended.expect("an answer"), AppendOutcome::Durable);
    for store in stores {
        store.close().await;
    }
}

/// An account as all versions of the schema have stored it.
const ACCOUNT: &str = "INSERT INTO accounts (id, name, name_key, kind, created, chat) \
     VALUES (1, 'Anne', 'anne', 0, 10, 1)";

pub async fn a_database_of_any_version_is_copied_as_it_is_and_then_migrated(nodes: &Nodes) {
    for number in 1..=VERSION {
        drop_tables(nodes).await;
        create_version(&nodes.url, number).await;
        sql(&nodes.url, ACCOUNT).await;
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("backup.db");
        let from = Store::open_to_read(&nodes.url).await.expect("a database");
        back_up(&from, &file, |_, _, _| {}).await.expect("a backup");
        let migrated = from.migrated_copy().await.expect("a copy");
        let account = migrated.account(AccountId(1)).await.expect("an answer");
        assert_eq!(account.expect("an account").name, "Anne");
        migrated.close().await;
        from.close().await;
        let url = format!("sqlite:{}", file.display());
        assert_eq!((version(&nodes.url).await, version(&url).await), (number, number));

        // Back into a database that this program has created.
        drop_tables(nodes).await;
        Store::open(&nodes.url).await.expect("a database").close().await;
        let from = Store::open_to_read(&url).await.expect("a backup");
        let to = Store::open_to_fill(&nodes.url).await.expect("a database");
        copy(&from, &to, |_, _, _| {}).await.expect("a copy");
        to.migrate().await.expect("a migration");
        let account = to.account(AccountId(1)).await.expect("an answer");
        assert_eq!(account.expect("an account").name, "Anne");
        from.close().await;
        to.close().await;
        assert_eq!((version(&nodes.url).await, version(&url).await), (VERSION, number));
    }
}

#[tokio::test]
async fn the_target_of_a_copy_must_be_empty() {
    let [from, to] = ["sqlite::memory:"; 2].map(Store::open);
    let (from, to) = (from.await.expect("a database"), to.await.expect("a database"));
    persons(&from, &["Ann"]).await;
    to.alive(1000).await.expect("an answer");
    let refused = copy(&from, &to, |_, _, _| {}).await.expect_err("not empty");
    assert!(matches!(refused, StoreError::NotEmpty { table: "alive" }), "{refused:?}");
    assert_eq!(to.account(AccountId(1)).await.expect("an answer"), None);
}
