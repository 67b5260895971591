//! Players at the table get no notifications, and two nodes deliver each one once.

use bosworth_client::{Client, Play, fresh_key};
use bosworth_protocol::{
    Challenge, Command, CommandAnswer, CommandRequest, GameId, OfferTerms, PushDevice, PushKeys,
    PushRequest, SeekAnswer,
};
use bosworth_rules::Side;
use bosworth_server::Config;
use bosworth_testing::{Nats, Postgres, PushService, eventually};

use crate::notifications::push_service::pushing;
use crate::online::online_fixture::{OnlineFixture, terms};

/// The keys of a device in the examples of RFC 8291.
fn subscription(service: &PushService, name: &str) -> PushRequest {
    let keys = PushKeys {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4".into(),
        auth: "BTBZMqHH6r4Tts7J_aSIgg".into(),
    };
    PushRequest { endpoint: service.endpoint(name), keys, language: None }
}

async fn subscribe(client: &Client, service: &PushService, name: &str) {
    let request = subscription(service, name);
    client.post::<PushDevice>("/api/me/push", &request).await.expect("a device");
}

async fn command(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    let answer = client.command(game, &request).await.expect("an answer");
    assert!(matches!(answer, CommandAnswer::Done(_)), "{request:?}: {answer:?}");
}

/// A correspondence game, dealt, in which Red is to act.
async fn by_days(red: &Client, white: &Client) -> GameId {
    let terms = OfferTerms { side: Some(Side::Red), ..terms("2d", false) };
    let offer = Challenge { public: false, ..Challenge::open(terms) };
    let SeekAnswer::Seek(seek) = red.offer(&offer).await.expect("an offer") else {
        panic!("it is by link")
    };
    let game = white.accept(&seek.id).await.expect("a game");
    for side in [red, white] {
        command(side, game, Command::Ready { nonce: "york".into() }).await;
    }
    game
}

async fn act(client: &Client, game: GameId) {
    let view = client.look(game).await.expect("a view");
    let action = view.actions[0].parse().expect("an action");
    let (ply, revision) = (view.plies.len() as u16, Some(view.revision));
    command(client, game, Command::Act { action, ply, revision }).await;
}

fn topics(service: &PushService, device: &str) -> Vec<String> {
    let received = service.received_by(device);
    received.iter().map(|message| message.headers["topic"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_who_left_the_table_are_notified() {
    let service = PushService::start().await;
    let fixture = OnlineFixture::open(pushing()).await;
    let ((anna, _), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    subscribe(&bert, &service, "phone").await;
    let game = by_days(&anna, &bert).await;
    let mut seat = Play::new(bert.clone(), game, Some(b.person.id));
    while seat.table().is_none_or(|table| !table.has_connection(Side::White)) {
        seat.next().await.expect("the connection stays open");
    }
    act(&anna, game).await;
    eventually("a decision", async || {
        let rows = fixture.app.store.notifications_of(b.person.id).await.expect("a database");
        rows.iter().all(|row| row.kind != "turn").then_some(())
    })
    .await;
    assert_eq!(topics(&service, "phone"), [""; 0], "it was seen");
    drop(seat);
    act(&bert, game).await;
    act(&anna, game).await;
    eventually("the notification", async || (topics(&service, "phone") == ["turn"]).then_some(()))
        .await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_notify_of_each_turn_once() {
    const GAMES: usize = 12;
    let service = PushService::start().await;
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let config = Config { database: postgres.url(), bus: Some(nats.url()), ..pushing() };
    let north = OnlineFixture::open(config.clone()).await;
    let south = OnlineFixture::open(config).await;
    let ((anna, _), (bert, b)) = (north.guest().await, south.guest().await);
    subscribe(&bert, &service, "phone").await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(by_days(&anna, &bert).await);
    }
    for game in &games {
        act(&anna, *game).await;
    }
    eventually("all turns", async || (topics(&service, "phone").len() >= GAMES).then_some(()))
        .await;
    eventually("an empty outbox", async || {
        let rows = south.app.store.notifications_of(b.person.id).await.expect("a database");
        rows.iter().all(|row| row.kind != "turn").then_some(())
    })
    .await;
    assert_eq!(topics(&service, "phone"), ["turn"; GAMES]);
    // A player connected to one node is present for the other one.
    let mut seat = Play::new(bert.clone(), games[0], Some(b.person.id));
    while seat.table().is_none_or(|table| !table.has_connection(Side::White)) {
        seat.next().await.expect("the connection stays open");
    }
    act(&bert, games[0]).await;
    act(&anna, games[0]).await;
    eventually("a decision", async || {
        let rows = south.app.store.notifications_of(b.person.id).await.expect("a database");
        rows.iter().all(|row| row.kind != "turn").then_some(())
    })
    .await;
    assert_eq!(topics(&service, "phone").len(), GAMES);
    north.stop().await;
    south.stop().await;
}
