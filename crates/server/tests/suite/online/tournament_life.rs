//! Tournaments apart from their rounds: followers, entry and chat.

use bosworth_client::{Client, Driver, Update};
use bosworth_protocol::tournament::{Invitation, TournamentChatLine};
use bosworth_testing::in_time;
use serde_json::json;

use crate::online::online_fixture::OnlineFixture;
use crate::online::tournaments::{announce, ask};

#[tokio::test(flavor = "multi_thread")]
async fn followers_hear_of_every_change_of_their_tournament_only() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({})).await.expect("a tournament");
    let other = announce(&organiser, &json!({})).await.expect("another tournament");
    let mut driver = Driver::new(fixture.nobody(), None);
    driver.follow_tournament(Some(event.parse().expect("an id"))).await;
    let mut next = async || loop {
        if let Update::Event { event, seq, chat } =
            in_time("news", driver.next()).await.expect("a connection")
        {
            return (event.to_string(), seq, chat);
        }
    };
    assert_eq!(next().await, (event.clone(), 1, 0), "at once");
    let (anna, _) = fixture.person("anna").await;
    ask(&anna, &other, json!({"join": {}})).await.expect("a seat");
    ask(&anna, &event, json!({"join": {}})).await.expect("a seat");
    assert_eq!(next().await, (event.clone(), 2, 0));
    let path = format!("/api/events/{event}/chat");
    anna.post::<TournamentChatLine>(&path, &json!({"text": "hello"})).await.expect("said");
    assert_eq!(next().await, (event.clone(), 2, 1));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_admits_anyone_who_has_it() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let closed = json!({"limits": {"invited": true}});
    let event = announce(&organiser, &closed).await.expect("a tournament");
    let path = format!("/api/events/{event}/invitation");
    let (anna, _) = fixture.person("anna").await;
    assert!(anna.get::<Invitation>(&path).await.is_err(), "only its organiser sees it");
    assert!(fixture.nobody().get::<Invitation>(&path).await.is_err());
    let told: Invitation = organiser.get(&path).await.expect("an invitation");
    let invitation = told.invitation.expect("one");
    for wrong in [json!({}), json!({"invitation": ""}), json!({"invitation": "abcd"})] {
        assert!(ask(&anna, &event, json!({"join": wrong})).await.is_err(), "{wrong}");
    }
    ask(&anna, &event, json!({"join": {"invitation": invitation}})).await.expect("a seat");
    // No public page contains it.
    for page in ["", "/log", "/chat", "/standings", "/cross"] {
        let text = fixture.nobody().text(&format!("/api/events/{event}{page}")).await.expect("it");
        assert!(!text.contains(&invitation), "{page}");
    }
    let open = announce(&organiser, &json!({})).await.expect("an open one");
    let none: Invitation =
        organiser.get(&format!("/api/events/{open}/invitation")).await.expect("an answer");
    assert_eq!(none.invitation, None);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn participants_write_in_the_chat_and_everybody_reads_it() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({})).await.expect("a tournament");
    let (anna, _) = fixture.person("anna").await;
    let (bert, _) = fixture.person("bert").await;
    ask(&anna, &event, json!({"join": {}})).await.expect("a seat");
    let path = format!("/api/events/{event}/chat");
    let say = async |client: &Client, text: &str| {
        client.post::<TournamentChatLine>(&path, &json!({"text": text})).await
    };
    say(&organiser, "welcome").await.expect("said");
    say(&anna, "  hello  ").await.expect("said");
    assert!(say(&bert, "me too").await.is_err(), "only participants write");
    assert!(say(&fixture.nobody(), "and I").await.is_err());
    for wrong in ["", "   ", "two\nlines", &"x".repeat(201)] {
        assert!(say(&anna, wrong).await.is_err(), "{wrong:?}");
    }
    let lines: Vec<TournamentChatLine> = fixture.nobody().get(&path).await.expect("a chat");
    let said: Vec<_> = lines
        .iter()
        .map(|line| (line.seq, line.by.as_ref().expect("somebody").name.as_str(), &*line.text))
        .collect();
    assert_eq!(said, [(0, "olga", "welcome"), (1, "anna", "hello")]);
    let rest: Vec<TournamentChatLine> =
        fixture.nobody().get(&format!("{path}?since=1")).await.expect("the rest");
    assert_eq!(rest.len(), 1);
    ask(&anna, &event, json!("leave")).await.expect("left");
    assert!(say(&anna, "one more thing").await.is_err());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_chat_lines_are_all_kept() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({})).await.expect("a tournament");
    let path = format!("/api/events/{event}/chat");
    let said = (0..8).map(|number| {
        let (client, path) = (organiser.clone(), path.clone());
        tokio::spawn(async move {
            client
                .post::<TournamentChatLine>(&path, &json!({"text": format!("line {number}")}))
                .await
        })
    });
    for one in said.collect::<Vec<_>>() {
        one.await.expect("no panic").expect("said");
    }
    let lines: Vec<TournamentChatLine> = fixture.nobody().get(&path).await.expect("a chat");
    let numbers: Vec<_> = lines.iter().map(|line| line.seq).collect();
    assert_eq!(numbers, (0..8).collect::<Vec<_>>());
    fixture.stop().await;
}
