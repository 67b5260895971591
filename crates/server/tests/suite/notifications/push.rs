use bosworth_protocol::NotificationKind;
use bosworth_server::Notification;
use bosworth_server::store::{OutboxContent, OutboxRow};
use bosworth_table::{AccountId, AuthoritativeTable, LogEntry};
use bosworth_testing::{PushService, eventually};
use serde_json::{Value, json};

use crate::http::http_fixture::{HttpFixture, TestVisitor};
use crate::notifications::push_service::{Device, pushing, verified};

pub async fn id(visitor: &mut TestVisitor) -> AccountId {
    let me = visitor.get("/api/me").await.expect(200).json();
    AccountId(me["person"]["id"].as_i64().expect("a number"))
}

/// A game with two days per action: one player offers it, the other accepts.
pub async fn taken(red: &mut TestVisitor, white: &mut TestVisitor) -> String {
    let terms = json!({ "ruleset": "classic", "clock": "2d", "rated": false, "side": "red" });
    let offer = json!({ "terms": terms, "public": false });
    let seek = red.post("/api/seeks", offer).await.expect(200).json();
    let id = seek["seek"]["id"].as_str().expect("an open offer").to_string();
    let begun = white.post(&format!("/api/seeks/{id}/accept"), Value::Null).await.expect(200);
    begun.json()["game"].as_str().expect("a game").to_string()
}

pub async fn ready(game: &str, sides: [&mut TestVisitor; 2]) {
    for side in sides {
        side.command(game, 1_000, json!({ "ready": { "nonce": "york" } })).await;
    }
}

/// Performs the first legal action.
pub async fn act(game: &str, side: &mut TestVisitor, ply: u64) {
    let view = side.get(&format!("/api/games/{game}")).await.json();
    let action = &view["actions"][0];
    side.command(game, ply, json!({ "act": { "action": action, "ply": ply } })).await;
}

/// Waits until an account has no notification that is due soon.
pub async fn told_all(fixture: &HttpFixture, account: AccountId) {
    eventually("an empty outbox", async || {
        let rows = fixture.app.store.notifications_of(account).await.expect("a database");
        rows.iter().all(|row| row.due > fixture.app.now() + 60_000).then_some(())
    })
    .await;
}

async fn choose(visitor: &mut TestVisitor, push: &[&str]) {
    let settings = json!({ "push": push, "mail": [], "digest": false });
    let answer = visitor.send("PUT", "/api/me/notifications", &settings).await.expect(200).json();
    assert_eq!(answer, settings);
}

#[tokio::test]
async fn push_messages_can_be_read_by_the_device_only() {
    let service = PushService::start().await;
    let fixture = HttpFixture::with(pushing()).await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    let (phone, tablet) = (Device::new("phone", 1), Device::new("tablet", 2));
    phone.subscribe(&service, &mut anna, "de").await;
    tablet.subscribe(&service, &mut bert, "en").await;
    let key = anna.get("/api/push").await.expect(200).json();
    let key = key["key"].as_str().expect("it pushes").to_string();

    let game = taken(&mut anna, &mut bert).await;
    let (message, said) = phone.message(&service, 0).await;
    let expected = json!({
        "kind": "taken",
        "title": "Deine Partie gegen Bert beginnt",
        "body": "Dein Angebot wurde angenommen. Komm an den Tisch.",
        "tag": game,
        "url": format!("#/game/{game}"),
    });
    assert_eq!(said, expected);
    let header = |name: &str| message.headers[name].as_str();
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert_eq!((header("ttl"), header("topic"), header("urgency")), ("43200", "taken", "normal"));
    let claims = verified(&message, &key);
    assert_eq!(claims["aud"], service.origin());
    assert_eq!(claims["sub"], "mailto:host@example.org");
    let hours = claims["exp"].as_i64().expect("a time") - fixture.app.now() / 1_000;
    assert!((1..=24 * 60 * 60).contains(&hours), "{hours}");
    assert!(!message.body.windows(4).any(|part| part == b"Bert"), "it is encrypted");

    // Red begins, and is notified by the server.
    ready(&game, [&mut anna, &mut bert]).await;
    assert_eq!(phone.message(&service, 1).await.1["title"], "Du bist am Zug");
    act(&game, &mut anna, 0).await;
    let (message, said) = tablet.message(&service, 0).await;
    assert_eq!((message.headers["topic"].as_str(), &said["kind"]), ("turn", &json!("turn")));
    assert_eq!(said["body"], "Game against Anna. Time left: 47 hours.");
    bert.command(&game, 9, json!("resign")).await;
    let (message, said) = phone.message(&service, 2).await;
    assert_eq!(said["title"], "Gewonnen gegen Bert");
    assert_eq!(message.headers["topic"], "over");
    let bert = id(&mut bert).await;
    told_all(&fixture, bert).await;
    assert_eq!(service.received_by("tablet").len(), 1, "the player who resigns is not notified");
}

#[tokio::test]
async fn a_challenge_is_notified_unless_withdrawn_or_blocked() {
    let service = PushService::start().await;
    let fixture = HttpFixture::with(pushing()).await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    let phone = Device::new("phone", 1);
    phone.subscribe(&service, &mut bert, "fr").await;
    let terms = json!({ "ruleset": "classic", "clock": "2d", "rated": false });
    let offer = json!({ "terms": terms, "public": false, "to": "Bert" });
    let seek = anna.post("/api/seeks", offer.clone()).await.expect(200).json();
    let seek = seek["seek"]["id"].as_str().expect("an open offer").to_string();
    let (_, said) = phone.message(&service, 0).await;
    assert_eq!(said["title"], "Anna vous défie");
    assert_eq!(said["url"], format!("#/seek/{seek}"));
    bert.send("PUT", "/api/me/blocks/Anna", &Value::Null).await.expect(204);
    anna.post("/api/seeks", offer).await.expect(403);
    let bert = id(&mut bert).await;
    told_all(&fixture, bert).await;
    assert_eq!(service.received().len(), 1, "one who is blocked cannot make a phone ring");
}

#[tokio::test]
async fn a_team_proposal_is_notified_unless_withdrawn() {
    let service = PushService::start().await;
    let fixture = HttpFixture::with(pushing()).await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    let phone = Device::new("phone", 1);
    phone.subscribe(&service, &mut bert, "de").await;
    let event = json!({
        "title": "Wars", "kind": "knockout", "series": "2", "deal": "teams",
        "clock": "3+2", "seats": 8, "starts": fixture.app.now() + 3_600_000,
        "limits": { "guests": false },
    });
    let event = anna.post("/api/events", event).await.expect(200).json();
    let event = event["event"].as_str().expect("an event").to_string();
    let command = format!("/api/events/{event}/command");
    let propose = json!({ "join": { "mate": "Bert" } });
    // Withdrawn before it was due.
    anna.post(&command, propose.clone()).await.expect(200);
    anna.post(&command, json!("leave")).await.expect(200);
    let mate = id(&mut bert).await;
    told_all(&fixture, mate).await;
    assert!(service.received().is_empty(), "nothing to answer any more");
    anna.post(&command, propose.clone()).await.expect(200);
    // A withdrawn proposal of another player does not affect Anna's.
    let mut carl = fixture.person("Carl").await;
    carl.post(&command, propose).await.expect(200);
    carl.post(&command, json!("leave")).await.expect(200);
    let (_, said) = phone.message(&service, 0).await;
    assert_eq!(said["title"], "Anna möchte mit dir ein Team bilden");
    assert_eq!(said["body"], "Im Turnier „Wars“: Nimm an oder lehne ab.");
    assert_eq!(said["url"], format!("#/event/{event}"));
}

#[tokio::test]
async fn each_kind_can_be_disabled() {
    let service = PushService::start().await;
    let fixture = HttpFixture::with(pushing()).await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    let (phone, tablet) = (Device::new("phone", 1), Device::new("tablet", 2));
    phone.subscribe(&service, &mut anna, "en").await;
    tablet.subscribe(&service, &mut bert, "en").await;
    let all = anna.get("/api/me/notifications").await.expect(200).json();
    assert_eq!(all["push"], json!(NotificationKind::ALL));
    let (a, b) = (id(&mut anna).await, id(&mut bert).await);
    for kind in ["turn", "challenge", "taken", "over"] {
        let names = NotificationKind::ALL.into_iter().map(NotificationKind::name);
        let rest: Vec<_> = names.filter(|other| *other != kind).collect();
        for player in [&mut anna, &mut bert] {
            choose(player, &rest).await;
        }
        let before = service.received().len();
        let terms = json!({ "ruleset": "classic", "clock": "2d", "rated": false, "side": "red" });
        let offer = json!({ "terms": terms, "public": false, "to": "Bert" });
        let seek = anna.post("/api/seeks", offer).await.expect(200).json();
        told_all(&fixture, b).await;
        let seek = seek["seek"]["id"].as_str().expect("an open offer");
        let begun = bert.post(&format!("/api/seeks/{seek}/accept"), Value::Null).await;
        let game = begun.expect(200).json()["game"].as_str().expect("a game").to_string();
        told_all(&fixture, a).await;
        ready(&game, [&mut anna, &mut bert]).await;
        act(&game, &mut anna, 0).await;
        told_all(&fixture, b).await;
        bert.command(&game, 9, json!("resign")).await;
        told_all(&fixture, a).await;
        let topics = service.received()[before..]
            .iter()
            .map(|message| message.headers["topic"].clone())
            .collect::<Vec<_>>();
        let mut expected = vec!["challenge", "taken", "turn", "over"];
        expected.retain(|other| *other != kind);
        assert_eq!(topics, expected, "without {kind}");
    }
}

#[tokio::test]
async fn expired_devices_are_removed_and_busy_services_retried() {
    let service = PushService::start().await;
    let fixture = HttpFixture::with(pushing()).await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    let account = id(&mut anna).await;
    for (number, status) in [(1, "404 Not Found"), (2, "410 Gone")] {
        let device = Device::new("old", number);
        device.subscribe(&service, &mut anna, "en").await;
        service.answer_next(status);
        taken(&mut anna, &mut bert).await;
        eventually("the device to be forgotten", async || {
            let devices = anna.get("/api/me/push").await.expect(200).json();
            (devices == json!([])).then_some(())
        })
        .await;
        told_all(&fixture, account).await;
    }
    let before = service.received().len();
    let device = Device::new("new", 3);
    device.subscribe(&service, &mut anna, "en").await;
    service.answer_next("429 Too Many Requests\r\nRetry-After: 600");
    taken(&mut anna, &mut bert).await;
    let later = eventually("the row to wait", async || {
        let rows = fixture.app.store.notifications_of(account).await.expect("a database");
        rows.into_iter().find(|row| row.tries == 1)
    })
    .await;
    assert!(later.due > fixture.app.now() + 590_000, "as long as was asked for");
    service.answer_next("503 Service Unavailable");
    let game = taken(&mut anna, &mut bert).await;
    let (_, said) = device.message(&service, 2).await;
    assert_eq!(said["tag"], game, "the same notification again");
    assert_eq!(device.message(&service, 1).await.1, said);
    told_all(&fixture, account).await;
    assert_eq!(service.received().len(), before + 3);
    let devices = anna.get("/api/me/push").await.expect(200).json();
    assert!(devices[0]["seen"].is_number(), "{devices}");
}

#[tokio::test]
async fn private_endpoints_are_refused_and_devices_are_limited() {
    let service = PushService::start().await;
    let fixture = HttpFixture::with(pushing()).await;
    let mut anna = fixture.person("Anna").await;
    let good = Device::new("phone", 1).subscription(&service);
    for endpoint in [
        "https://10.1.2.3/push",
        "https://[fd00::1]/push",
        "https://[::ffff:192.168.0.1]/push",
        "https://169.254.169.254/latest/meta-data",
        "http://push.example.org/push",
        "file:///etc/passwd",
    ] {
        let mut bad = good.clone();
        bad["endpoint"] = endpoint.into();
        anna.post("/api/me/push", bad).await.problem(400, "bad-request");
    }
    let mut bad = good.clone();
    bad["keys"]["p256dh"] = "BAAA".into();
    anna.post("/api/me/push", bad).await.problem(400, "bad-request");
    for name in ["a", "b", "c", "d", "e"] {
        Device::new(name, 1).subscribe(&service, &mut anna, "en").await;
    }
    let sixth = Device::new("f", 1).subscription(&service);
    anna.post("/api/me/push", sixth.clone()).await.problem(409, "conflict");
    // A known device is renewed.
    Device::new("c", 1).subscribe(&service, &mut anna, "de").await;
    let devices = anna.get("/api/me/push").await.expect(200).json();
    assert_eq!(devices.as_array().map(Vec::len), Some(5));
    let first = devices[0]["id"].as_str().expect("an id");
    anna.delete(&format!("/api/me/push/{first}")).await.expect(204);
    anna.delete(&format!("/api/me/push/{first}")).await.problem(404, "not-found");
    anna.post("/api/me/push", sixth).await.expect(201);
    // A device cannot be taken over without its secret.
    let mut bert = fixture.person("Bert").await;
    let theirs = Device::new("f", 9).subscription(&service);
    bert.post("/api/me/push", theirs).await.problem(409, "conflict");
    let off = HttpFixture::open().await;
    let mut guest = off.person("Cecily").await;
    assert_eq!(guest.get("/api/push").await.expect(200).json(), json!({}));
    guest.post("/api/me/push", good).await.problem(403, "forbidden");
}

#[tokio::test]
async fn what_is_still_true_after_a_long_outage_is_sent_and_old_news_are_not() {
    let fixture = HttpFixture::with(pushing()).await;
    let service = PushService::start().await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    let game = taken(&mut anna, &mut bert).await;
    ready(&game, [&mut anna, &mut bert]).await;
    let over = taken(&mut anna, &mut bert).await;
    ready(&over, [&mut anna, &mut bert]).await;
    act(&game, &mut anna, 0).await;
    anna.command(&over, 9, json!("resign")).await;
    let phone = Device::new("phone", 1);
    phone.subscribe(&service, &mut bert, "en").await;
    let bert = id(&mut bert).await;
    let (now, hour) = (fixture.app.now(), 60 * 60 * 1_000);
    let [turn_game, over_game] = [&game, &over].map(|game| game.parse().expect("a game"));
    let rows: [(OutboxContent, i64); 4] = [
        (Notification::Over { game: over_game }.into(), 8 * 24 * hour),
        (OutboxContent::Reset, 13 * hour),
        (Notification::Time { game: turn_game }.into(), 13 * hour),
        (Notification::Turn { game: turn_game }.into(), 13 * hour),
    ];
    for (content, delay) in rows {
        let due = now - delay;
        let row = OutboxRow::new(bert, content, 9, due, due);
        fixture.app.store.put_notification(&row).await.expect("stored");
    }
    let (_, said) = phone.message(&service, 0).await;
    assert_eq!((&said["kind"], &said["tag"]), (&json!("turn"), &json!(game)));
    told_all(&fixture, bert).await;
    assert_eq!(service.received_by("phone").len(), 1);
    let rows = fixture.app.store.notifications_of(bert).await.expect("a database");
    let waiting: Vec<_> = rows.iter().map(|row| row.kind.as_str()).collect();
    assert_eq!(waiting, ["time"], "the warning waits for the last fifth");
}

#[tokio::test]
async fn a_time_warning_follows_a_holiday_that_ends_early() {
    let fixture = HttpFixture::with(pushing()).await;
    let service = PushService::start().await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    Device::new("phone", 1).subscribe(&service, &mut bert, "en").await;
    let game = taken(&mut anna, &mut bert).await;
    ready(&game, [&mut anna, &mut bert]).await;
    act(&game, &mut anna, 0).await;
    let account = id(&mut bert).await;
    told_all(&fixture, account).await;
    let due = async |fixture: &HttpFixture| {
        let rows = fixture.app.store.notifications_of(account).await.expect("a database");
        rows.iter().find(|row| row.kind == "time").map(|row| row.due)
    };
    let first = due(&fixture).await.expect("it is written");
    bert.post("/api/me/holiday", json!({ "days": 7 })).await.expect(200);
    let week = 7 * 24 * 60 * 60 * 1_000;
    eventually("the warning to wait until after the holiday", async || {
        let later = due(&fixture).await?;
        ((later - first - week).abs() < 5_000).then_some(())
    })
    .await;
    // Back early: the warning must not wait for the end of the holiday that was planned.
    bert.delete("/api/me/holiday").await.expect(200);
    eventually("the warning to move back", async || {
        let later = due(&fixture).await?;
        ((later - first).abs() < 60_000).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_time_warning_is_sent_when_a_fifth_is_left() {
    let fixture = HttpFixture::with(pushing()).await;
    let service = PushService::start().await;
    let (mut anna, mut bert) = (fixture.person("Anna").await, fixture.person("Bert").await);
    Device::new("phone", 1).subscribe(&service, &mut bert, "en").await;
    let game = taken(&mut anna, &mut bert).await;
    ready(&game, [&mut anna, &mut bert]).await;
    act(&game, &mut anna, 0).await;
    let account = id(&mut bert).await;
    let rows = fixture.app.store.notifications_of(account).await.expect("a database");
    let late = rows.iter().find(|row| row.kind == "time").expect("it is written");
    let entries = fixture.app.store.entries(game.parse().expect("a game"), 0).await.expect("a log");
    let log: Vec<LogEntry> =
        entries.iter().map(|(_, text)| serde_json::from_str(text).expect("an entry")).collect();
    let secret = fixture.app.store.secret(game.parse().expect("a game")).await.expect("a database");
    let secret = secret.expect("a secret").parse().expect("a secret");
    let deadline =
        AuthoritativeTable::replay(&log, secret).expect("a table").deadline().expect("a clock");
    let two_days = 2 * 24 * 60 * 60 * 1_000;
    assert!((deadline - late.due - two_days / 5).abs() < 2_000, "{deadline} {}", late.due);
}
