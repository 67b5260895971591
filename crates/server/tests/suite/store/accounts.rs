use bosworth_protocol::AccountKind;
use bosworth_rules::{BySide, Side};
use bosworth_server::auth::account_name::key;
use bosworth_server::store::{Account, NewAccount, Store, StoreError};
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::sql;
use crate::store::fixture::{new_game, person, persons, play, seek, session, token, won_by};

pub async fn an_account_is_read_back_unchanged(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let bot = NewAccount {
        kind: AccountKind::Bot,
        owner: Some(AccountId(1)),
        password: None,
        language: Some("fr".into()),
        ..person(2, "Robot Ännchen")
    };
    nodes.one.create_account(&bot).await.expect("an account");
    let expected = Account {
        id: AccountId(2),
        name: "Robot Ännchen".into(),
        kind: AccountKind::Bot,
        created: 102,
        closed: None,
        chat: true,
        language: Some("fr".into()),
        owner: Some(AccountId(1)),
        disabled: None,
        muted: None,
        role: None,
    };
    let found = nodes.other.account(AccountId(2)).await.expect("an answer");
    assert_eq!(found, Some(expected.clone()));
    let found = nodes.other.account_by_name("robot ännchen").await.expect("an answer");
    assert_eq!(found, Some(expected.clone()));
    assert_eq!(nodes.other.bots_of(AccountId(1)).await.expect("bots"), [expected]);
    assert_eq!(nodes.other.account(AccountId(3)).await.expect("an answer"), None);
    assert_eq!(nodes.other.account_by_name("Ann").await.expect("an answer"), None);

    let password = async |id| nodes.other.password(AccountId(id)).await.expect("an answer");
    assert_eq!(password(1).await, Some("hash of Ann".into()));
    assert_eq!((password(2).await, password(3).await), (None, None));
    nodes.one.set_password(AccountId(1), Some("new")).await.expect("a password");
    assert_eq!(password(1).await, Some("new".into()));
    nodes.one.set_password(AccountId(1), None).await.expect("no password");
    assert_eq!(password(1).await, None);

    nodes.one.set_preferences(AccountId(1), false, Some("de")).await.expect("preferences");
    let ann = nodes.other.account(AccountId(1)).await.expect("an answer").expect("an account");
    assert_eq!((ann.chat, ann.language.as_deref()), (false, Some("de")));
}

pub async fn name_keys_are_unique(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let refused = nodes.other.create_account(&person(2, "ANN")).await;
    assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
    assert_eq!(nodes.one.account(AccountId(2)).await.expect("an answer"), None);
}

pub async fn names_that_look_alike_are_taken(nodes: &Nodes) {
    persons(&nodes.one, &["Emma", "René"]).await;
    for name in ["Ernrna", "Rene\u{301}", "RENÉ"] {
        let refused = nodes.other.create_account(&person(9, name)).await;
        assert!(matches!(refused, Err(StoreError::NameTaken)), "{name}: {refused:?}");
    }
    nodes.other.create_account(&person(9, "Rene")).await.expect("another name");
    let guest = NewAccount { kind: AccountKind::Guest, password: None, ..person(10, "Guest 10") };
    nodes.one.create_account(&guest).await.expect("an account");
    let taken = nodes.one.promote_guest(AccountId(10), "Ernma", Some("hash"), None).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
}

/// Accounts from before skeletons, two of which look alike, keep their names.
pub async fn old_names_keep_working_and_gain_skeletons(nodes: &Nodes) {
    let undo = "DROP TABLE game_reviews; DROP TABLE ratings_without_luck; DROP INDEX games_unreviewed; \
                ALTER TABLE games DROP COLUMN reviewed; \
                ALTER TABLE games DROP COLUMN handicap; ALTER TABLE seeks DROP COLUMN handicap; DROP TABLE training; DROP TABLE daily_answers; DROP TABLE puzzle_ratings; \
                DROP TABLE identities; DROP INDEX accounts_skeleton; ALTER TABLE accounts DROP COLUMN skeleton; \
                DROP INDEX accounts_role; ALTER TABLE accounts DROP COLUMN role; \
                ALTER TABLE audit_log DROP COLUMN reason; DROP INDEX reports_by; \
                DELETE FROM bosworth_schema WHERE version >= 10";
    sql(&nodes.url, undo).await;
    for (id, name, key) in [(1, "Corner", "corner"), (2, "Comer", "comer"), (3, "Emma", "emma")] {
        let row = format!(
            "INSERT INTO accounts (id, name, name_key, kind, created, chat) \
             VALUES ({id}, '{name}', '{key}', 1, 1000, 1)"
        );
        sql(&nodes.url, &row).await;
    }
    let store = Store::open(&nodes.url).await.expect("a migrated database");
    for (id, name) in [(1, "CORNER"), (2, "c0mer"), (3, "emma")] {
        let found = store.account_by_name(&key(name)).await.expect("an answer");
        assert_eq!(found.expect("an account").id, AccountId(id), "{name}");
    }
    store.create_account(&person(20, "Cornner")).await.expect("another name");
    let refused = store.create_account(&person(9, "Ernrna")).await;
    assert!(matches!(refused, Err(StoreError::NameTaken)), "{refused:?}");
    store.close_account(AccountId(1), "deleted-1", 2000).await.expect("closed");
    store.close_account(AccountId(2), "deleted-2", 2000).await.expect("closed");
    store.create_account(&person(30, "Comer")).await.expect("a name that is free again");
    store.close().await;
}

pub async fn a_guest_becomes_a_person(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let guest = NewAccount { kind: AccountKind::Guest, password: None, ..person(2, "Guest 2") };
    nodes.one.create_account(&guest).await.expect("an account");
    nodes.one.open_session(&session(1, 2)).await.expect("a session");
    let taken = nodes.one.promote_guest(AccountId(2), "ann", Some("hash"), None).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    nodes.one.promote_guest(AccountId(2), "Bob", Some("hash"), None).await.expect("a person");
    let (_, bob) = nodes.other.session("hash1", 1500).await.expect("an answer").expect("a session");
    assert_eq!((bob.id, bob.kind, bob.name.as_str()), (AccountId(2), AccountKind::Person, "Bob"));
    assert_eq!(nodes.other.password(bob.id).await.expect("an answer"), Some("hash".into()));
    let twice = nodes.one.promote_guest(AccountId(2), "Cay", Some("hash"), None).await;
    assert!(matches!(twice, Err(StoreError::NotAGuest)), "{twice:?}");
}

pub async fn a_closed_account_leaves_only_its_games(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    play(&nodes.one, &new_game(1), won_by(Some(Side::Red), 9000)).await;
    let same = |before| before;
    nodes.one.settle(new_game(1).id, same).await.expect("an answer").expect("a change");
    for account in [1, 2] {
        nodes.one.open_session(&session(account, account.into())).await.expect("a session");
        nodes.one.create_token(&token(account, account.into()), 99).await.expect("a token");
        let id = format!("seek{account}");
        nodes.one.put_seek(&seek(&id, account.into()), 99).await.expect("a seek");
    }
    let before = nodes.one.game(new_game(1).id).await.expect("an answer");

    let taken = nodes.one.close_account(AccountId(1), "bob", 9999).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    nodes.one.close_account(AccountId(1), "gone 1", 9999).await.expect("closing");
    nodes.one.close_account(AccountId(1), "gone again", 10_000).await.expect("no change");

    let gone = nodes.other.account(AccountId(1)).await.expect("an answer").expect("an account");
    assert_eq!((gone.name.as_str(), gone.closed), ("gone 1", Some(9999)));
    assert_eq!(nodes.other.account_by_name("ann").await.expect("an answer"), None);
    assert_eq!(nodes.other.password(AccountId(1)).await.expect("an answer"), None);
    assert_eq!(nodes.other.session("hash1", 1500).await.expect("an answer"), None);
    assert_eq!(nodes.other.token("hash1").await.expect("an answer"), None);
    assert_eq!(nodes.other.seek("seek1").await.expect("an answer"), None);
    assert_eq!(nodes.other.ratings(AccountId(1)).await.expect("ratings"), []);
    assert_eq!(nodes.other.rating_history(AccountId(1), 2).await.expect("a history"), []);
    // The opponent's games are unaffected.
    assert_eq!(nodes.other.game(new_game(1).id).await.expect("an answer"), before);
    assert_eq!(nodes.other.ratings(AccountId(2)).await.expect("ratings").len(), 1);
    assert!(nodes.other.session("hash2", 1500).await.expect("an answer").is_some());
    assert!(nodes.other.token("hash2").await.expect("an answer").is_some());
    assert!(nodes.other.seek("seek2").await.expect("an answer").is_some());
}

pub async fn an_export_is_complete(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    play(&nodes.one, &new_game(1), won_by(Some(Side::Red), 9000)).await;
    let mut foreign = new_game(2);
    foreign.seats = BySide { red: foreign.seats.white, white: foreign.seats.white };
    play(&nodes.one, &foreign, won_by(None, 9000)).await;
    nodes.one.settle(new_game(1).id, |before| before).await.expect("an answer");
    nodes.one.open_session(&session(1, 1)).await.expect("a session");
    nodes.one.create_token(&token(1, 1), 99).await.expect("a token");
    nodes.one.put_seek(&seek("seek", 1), 99).await.expect("a seek");
    let export = nodes.other.export_account(AccountId(1)).await.expect("an answer");
    let export = export.expect("an account");
    assert_eq!(export.account.name, "Ann");
    assert_eq!(export.bots, []);
    assert_eq!((export.ratings.len(), export.ratings[0].2.len()), (1, 1));
    assert_eq!(export.games.iter().map(|game| game.id).collect::<Vec<_>>(), [new_game(1).id]);
    assert_eq!(export.sessions, [session(1, 1)]);
    assert_eq!(export.tokens, [token(1, 1)]);
    assert_eq!(export.seeks, [seek("seek", 1)]);
    assert_eq!(nodes.other.export_account(AccountId(3)).await.expect("an answer"), None);
}

pub async fn attempts_are_counted_on_all_nodes(nodes: &Nodes) {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    for (node, at) in [(&nodes.one, 1000), (&nodes.other, 1000), (&nodes.one, 2000)] {
        node.note_attempt("1.2.3.4", at).await.expect("a note");
    }
    nodes.one.note_attempt("5.6.7.8", 2000).await.expect("a note");
    let count = async |key, since| nodes.other.attempts(key, since).await.expect("a count");
    assert_eq!(count("1.2.3.4", 0).await, 3);
    assert_eq!(count("1.2.3.4", 1001).await, 1);
    assert_eq!(count("1.2.3.4", 2001).await, 0);
    assert_eq!(count("nobody", 0).await, 0);
    nodes.one.note_attempt("another", DAY + 1500).await.expect("a note");
    assert_eq!(count("1.2.3.4", 0).await, 1, "attempts are forgotten after a day");
    nodes.one.forget_attempts("1.2.3.4").await.expect("forgetting");
    assert_eq!((count("1.2.3.4", 0).await, count("5.6.7.8", 0).await), (0, 1));
}

pub async fn the_limit_of_bots_holds_for_concurrent_requests(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let mut tasks = JoinSet::new();
    for number in 0..40 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        let bot = NewAccount { password: None, ..person(100 + number, &format!("Bot{number}")) };
        tasks.spawn(async move { store.create_bot(&bot, AccountId(1), 5).await.expect("done") });
    }
    let made = tasks.join_all().await.into_iter().filter(|made| *made).count();
    assert_eq!(made, 5);
    let bots = nodes.one.bots_of(AccountId(1)).await.expect("bots");
    assert!(bots.len() == 5 && bots.iter().all(|bot| bot.kind == AccountKind::Bot), "{bots:?}");
    let twice = NewAccount { name_key: "ann".into(), ..person(200, "Ann") };
    let taken = nodes.one.create_bot(&twice, AccountId(1), 9).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
}
