use bosworth_server::store::LoginSession;
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::{persons, session, token};

pub async fn a_session_lasts_until_it_expires(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    nodes.one.open_session(&session(1, 1)).await.expect("a session");
    let (found, ann) =
        nodes.other.session("hash1", 1999).await.expect("an answer").expect("a session");
    assert_eq!((found, ann.name.as_str()), (session(1, 1), "Ann"));
    assert_eq!(nodes.other.session("hash1", 2000).await.expect("an answer"), None);
    assert_eq!(nodes.other.session("public1", 1999).await.expect("an answer"), None);
    nodes.other.touch_session("hash1", 1900, 3000).await.expect("a touch");
    let (found, _) = nodes.one.session("hash1", 2500).await.expect("an answer").expect("a session");
    assert_eq!((found.seen, found.expires), (1900, 3000));
    // Creating a session deletes expired ones.
    let later = LoginSession { created: 3000, expires: 4000, ..session(2, 1) };
    nodes.one.open_session(&later).await.expect("a session");
    assert_eq!(nodes.one.sessions_of(AccountId(1)).await.expect("sessions"), [later]);
    // A session needs an account.
    assert!(nodes.one.open_session(&session(3, 7)).await.is_err());
}

pub async fn sessions_are_listed_and_revoked(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    for number in 1..=4 {
        nodes.one.open_session(&session(number, 1)).await.expect("a session");
    }
    nodes.one.open_session(&session(5, 2)).await.expect("a session");
    let list = async || {
        let sessions = nodes.other.sessions_of(AccountId(1)).await.expect("sessions");
        sessions.into_iter().map(|session| session.id).collect::<Vec<_>>()
    };
    assert_eq!(list().await, ["public4", "public3", "public2", "public1"]);
    let revoke = async |id| nodes.one.revoke_session(AccountId(1), id).await.expect("an answer");
    assert!(revoke("public2").await);
    assert!(!revoke("public2").await);
    assert!(!revoke("public5").await, "another's session");
    assert!(!revoke("hash1").await);
    assert_eq!(list().await, ["public4", "public3", "public1"]);
    let ended = nodes.one.revoke_other_sessions(AccountId(1), Some("hash3")).await;
    assert_eq!(ended.expect("an answer"), 2);
    assert_eq!(list().await, ["public3"]);
    nodes.one.revoke_other_sessions(AccountId(1), None).await.expect("an answer");
    assert_eq!(list().await, [""; 0]);
    assert!(nodes.other.session("hash5", 1500).await.expect("an answer").is_some());
}

pub async fn tokens_are_listed_and_revoked(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    for number in [1, 2] {
        nodes.one.create_token(&token(number, 1), 99).await.expect("a token");
    }
    nodes.one.create_token(&token(3, 2), 99).await.expect("a token");
    let all = nodes.other.tokens_of(AccountId(1)).await.expect("tokens");
    assert_eq!(all, [token(1, 1), token(2, 1)]);
    let (found, ann) = nodes.other.token("hash2").await.expect("an answer").expect("a token");
    assert_eq!((found, ann.name.as_str()), (token(2, 1), "Ann"));
    nodes.one.touch_token("hash2", 7000).await.expect("a touch");
    let (found, _) = nodes.other.token("hash2").await.expect("an answer").expect("a token");
    assert_eq!(found.seen, Some(7000));
    let revoke = async |id| nodes.one.revoke_token(AccountId(1), id).await.expect("an answer");
    assert!(revoke("token2").await);
    assert!(!revoke("token3").await, "another's token");
    assert_eq!(nodes.other.token("hash2").await.expect("an answer"), None);
    assert!(nodes.other.token("hash3").await.expect("an answer").is_some());
}

pub async fn the_limit_of_tokens_holds_for_concurrent_requests(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let mut tasks = JoinSet::new();
    for number in 0..40 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move { store.create_token(&token(number, 1), 5).await.expect("done") });
    }
    let made = tasks.join_all().await.into_iter().filter(|made| *made).count();
    assert_eq!(made, 5);
    assert_eq!(nodes.one.tokens_of(AccountId(1)).await.expect("tokens").len(), 5);
}
