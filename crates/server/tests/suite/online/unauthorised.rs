//! Unauthorised and abusive callers.

use bosworth_client::{ClientError, fresh_key};
use bosworth_protocol::{
    Command, FromClient, FromServer, ProblemKind, Refusal, Scope, TokenRequest, TokenView,
};

use bosworth_testing::{eventually, in_time};

use crate::online::online_fixture::{OnlineFixture, end_of, pair, until};

fn kind<T: std::fmt::Debug>(answer: Result<T, ClientError>) -> ProblemKind {
    match answer {
        Err(ClientError::Problem(problem)) => problem.problem,
        other => panic!("{other:?} is not a problem"),
    }
}

/// Checks that the connection is closed with a reason, and that other clients are not affected.
async fn is_thrown_out(fixture: &OnlineFixture, messages: &[String]) {
    let (client, _) = fixture.guest().await;
    let mut connection = client.connect().await.expect("a connection");
    for message in messages {
        if connection.send_text(message.clone()).await.is_err() {
            break;
        }
    }
    let ended = end_of(&mut connection).await;
    assert!(matches!(&ended, ClientError::Bye { reason, .. } if !reason.is_empty()), "{ended:?}");
    assert_eq!(fixture.nobody().text("/health").await.expect("health"), "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_message_ends_the_connection_with_a_reason() {
    let fixture = OnlineFixture::open(bosworth_server::Config::default()).await;
    for message in [
        "",
        "{",
        "null",
        r#"{"watch":{"game":"short"}}"#,
        r#"{"watch":{"game":"AAAAAAAAAAAA","extra":1}}"#,
        r#"{"do":{"game":"AAAAAAAAAAAA","key":-1,"command":"resign"}}"#,
        r#"{"unknown":1}"#,
    ] {
        is_thrown_out(&fixture, &[message.into()]).await;
    }
    is_thrown_out(&fixture, &["x".repeat(5_000)]).await;
    is_thrown_out(&fixture, &vec![r#"{"pong":1}"#.to_owned(); 200]).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_can_have_at_most_two_hundred_connections() {
    let fixture = OnlineFixture::open(bosworth_server::Config::default()).await;
    let client = fixture.nobody();
    let mut open = Vec::new();
    for _ in 0..200 {
        open.push(client.connect().await.expect("a connection"));
    }
    assert_eq!(kind(client.connect().await), ProblemKind::TooMany);
    open.pop();
    // The server notices the closed connection a moment later.
    eventually("room for one more", async || client.connect().await.ok()).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_act_for_another_player_over_the_websocket() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let (stranger, _) = fixture.guest().await;
    let everything = [
        Command::Ready { nonce: "mine".into() },
        Command::Act { action: "+".parse().expect("an action"), ply: 0, revision: None },
        Command::Resign,
        Command::Abort,
        Command::Claim { draw: false },
        Command::Chat { text: "hello".into() },
        Command::Quiet(true),
    ];
    for client in [fixture.nobody(), stranger] {
        let mut connection = client.connect().await.expect("a connection");
        connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
        for command in &everything {
            let key = fresh_key();
            let message = FromClient::Do { game, key, command: command.clone() };
            connection.send(&message).await.expect("sent");
            let refusal = until(&mut connection, |message| match message {
                FromServer::Refused { key: refused, refusal, .. } if refused == key => {
                    Some(refusal)
                }
                FromServer::Done { .. } => panic!("{command:?} was done"),
                _ => None,
            });
            assert_eq!(refusal.await, Refusal::Spectator);
        }
    }
    assert_eq!(anna.look(game).await.expect("a view").stage, "waiting");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_belong_to_their_owners() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.guest().await, fixture.guest().await);
    let offer = crate::online::online_fixture::challenge("5+3", false);
    let bosworth_protocol::SeekAnswer::Seek(seek) = anna.offer(&offer).await.expect("an offer")
    else {
        panic!("nobody else is here")
    };
    assert_eq!(kind(bert.withdraw(&seek.id).await), ProblemKind::NotFound);
    assert_eq!(kind(fixture.nobody().withdraw(&seek.id).await), ProblemKind::Unauthorized);
    assert_eq!(kind(anna.accept(&seek.id).await), ProblemKind::Conflict);
    assert_eq!(kind(fixture.nobody().accept(&seek.id).await), ProblemKind::Unauthorized);
    bert.accept(&seek.id).await.expect("a game");
    assert_eq!(kind(bert.accept(&seek.id).await), ProblemKind::Gone);
    let rated = crate::online::online_fixture::challenge("5+3", true);
    assert_eq!(kind(bert.offer(&rated).await), ProblemKind::Forbidden);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoking_a_key_ends_its_connections() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.person("anna").await;
    let request = TokenRequest { name: "bot".into(), scopes: vec![Scope::Play] };
    let token: TokenView = anna.post("/api/me/tokens", &request).await.expect("a token");
    let program = fixture.nobody().with_token(token.token.as_deref().expect("shown once"));
    let mut connection = program.connect().await.expect("a connection");
    until(&mut connection, |message| matches!(message, FromServer::Welcome { .. }).then_some(()))
        .await;
    anna.delete(&format!("/api/me/tokens/{}", token.id)).await.expect("revoked");
    let ended = end_of(&mut connection).await;
    assert!(matches!(ended, ClientError::Bye { again: true, .. }), "{ended:?}");
    assert!(program.connect().await.is_err());
    // A connection whose credential is still valid can be reopened.
    anna.connect().await.expect("a connection");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revoking_a_token_ends_its_streams() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.person("anna").await, fixture.person("bert").await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let request = TokenRequest { name: "bot".into(), scopes: vec![Scope::Play] };
    let token: TokenView = anna.post("/api/me/tokens", &request).await.expect("a token");
    let secret = token.token.as_deref().expect("shown once");
    let mut streams = Vec::new();
    for path in ["/api/stream".to_owned(), format!("/api/games/{game}/stream")] {
        let request = reqwest::Client::new().get(format!("{}{path}", fixture.url));
        let answer = request.bearer_auth(secret).send().await.expect("an answer");
        let mut answer = answer.error_for_status().expect("a stream");
        answer.chunk().await.expect("a line").expect("a line");
        streams.push((path, answer));
    }
    anna.delete(&format!("/api/me/tokens/{}", token.id)).await.expect("revoked");
    for (path, mut answer) in streams {
        let ended = async { while let Ok(Some(_)) = answer.chunk().await {} };
        in_time(&format!("the end of {path}"), ended).await;
    }
    fixture.stop().await;
}
