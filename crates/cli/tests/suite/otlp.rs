//! `bosworth serve --otlp`: what a collector receives, and that a broken one does no harm.

use std::collections::BTreeSet;

use bosworth_client::protocol::{
    Challenge, Command, CommandRequest, GameId, Me, OfferTerms, PushDevice, PushKeys, PushRequest,
    SeekAnswer,
};
use bosworth_client::{Client, Play, fresh_key};
use bosworth_rules::Side;
use bosworth_testing::{PushService, eventually, in_time};
use tempfile::tempdir;
use tokio::net::TcpListener;

use crate::support::node::Node;

/// Makes every span a batch and the queue short, so that few requests overflow it.
const SHORT_QUEUE: [(&str, &str); 2] =
    [("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1"), ("OTEL_BSP_MAX_QUEUE_SIZE", "16")];
const MORE_THAN_THE_QUEUE: usize = 64;

fn terms(clock: &str) -> OfferTerms {
    let clock = clock.parse().expect("a clock");
    OfferTerms { ruleset: "classic".into(), clock, rated: false, side: Some(Side::Red) }
}

/// Plays against the computer over a WebSocket until it has answered.
async fn play_the_computer(client: &Client, me: &Me) -> GameId {
    let game = client.computer(1, &terms("60+5")).await.expect("a game");
    let mut play = Play::new(client.clone(), game, Some(me.person.id));
    while play.table().is_none_or(|table| table.plies() < 2) {
        play.next().await.expect("the server answers");
        let Some(table) = play.table() else { continue };
        if table.turn().is_some() && table.turn() == play.side() && !play.is_waiting() {
            let actions = table.position().expect("a position").actions();
            play.act(actions.iter().next().expect("an action")).await;
        }
    }
    game
}

/// Starts a correspondence game and acts, so that the opponent is notified.
async fn act_against(anna: &Client, bert: &Client) {
    let offer = Challenge { public: false, ..Challenge::open(terms("2d")) };
    let SeekAnswer::Seek(seek) = anna.offer(&offer).await.expect("an offer") else {
        panic!("it is by link")
    };
    let game = bert.accept(&seek.id).await.expect("a game");
    let command = async |client: &Client, command| {
        let request = CommandRequest { key: fresh_key(), command };
        client.command(game, &request).await.expect("an answer");
    };
    for side in [anna, bert] {
        command(side, Command::Ready { nonce: "tewkesbury".into() }).await;
    }
    let view = anna.look(game).await.expect("a view");
    let action = view.actions[0].parse().expect("an action");
    command(anna, Command::Act { action, ply: 0, revision: Some(view.revision) }).await;
}

/// The fields of a protobuf message that have a length, by their numbers.
fn fields(mut message: &[u8]) -> Vec<(u64, &[u8])> {
    fn varint(bytes: &mut &[u8]) -> u64 {
        let mut value = 0;
        for shift in (0..).step_by(7) {
            let (&byte, rest) = bytes.split_first().expect("a varint ends");
            *bytes = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    }
    let mut fields = Vec::new();
    while !message.is_empty() {
        let tag = varint(&mut message);
        let length = match tag & 7 {
            0 => {
                varint(&mut message);
                continue;
            }
            1 => 8,
            5 => 4,
            2 => varint(&mut message) as usize,
            wire => panic!("there is no wire type {wire}"),
        };
        let (value, rest) = message.split_at(length);
        message = rest;
        if tag & 7 == 2 {
            fields.push((tag >> 3, value));
        }
    }
    fields
}

/// The names of the spans in an `ExportTraceServiceRequest`.
fn names(request: &[u8]) -> BTreeSet<String> {
    // resource_spans, scope_spans, spans, name
    let mut messages = vec![request];
    for number in [1, 2, 2, 5] {
        let found = messages.into_iter().flat_map(fields);
        messages = found.filter(|field| field.0 == number).map(|field| field.1).collect();
    }
    messages.into_iter().map(|name| String::from_utf8(name.into()).expect("UTF-8")).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn a_collector_receives_spans_that_name_nobody() {
    // It also acts as the push service for notifications.
    let collector = PushService::start().await;
    let folder = tempdir().expect("a folder");
    let database = folder.path().join("bosworth.db").display().to_string();
    let push = ["--push-contact", "mailto:a@example.org", "--push-loopback"];
    let rest = ["--database", &database, "--otlp", collector.origin()];
    let mut node = Node::start(&[&push[..], &rest].concat());
    let (mut anna, mut bert) = (node.client(), node.client());
    let me = anna.guest().await.expect("a guest");
    let opponent = bert.guest().await.expect("a guest");
    // The keys of a device in the examples of RFC 8291.
    let keys = PushKeys {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4".into(),
        auth: "BTBZMqHH6r4Tts7J_aSIgg".into(),
    };
    let request = PushRequest { endpoint: collector.endpoint("phone"), keys, language: None };
    bert.post::<PushDevice>("/api/me/push", &request).await.expect("a device");
    let game = play_the_computer(&anna, &me).await;
    act_against(&anna, &bert).await;
    anna.text("/api/games/secret?token=bosworth").await.expect_err("no such game");
    eventually("the notification", async || collector.received_by("phone").pop()).await;
    // Remaining spans are sent when the server stops.
    node.signal("TERM");
    eventually("its end", async || node.has_ended().then_some(())).await;

    let batches = collector.received();
    let batches: Vec<_> = batches.iter().filter(|request| request.path == "/v1/traces").collect();
    let names: BTreeSet<_> = batches.iter().flat_map(|batch| names(&batch.body)).collect();
    for expected in ["POST /api/guest", "GET /api/ws", "command", "commit", "search", "delivery"] {
        assert!(names.contains(expected), "no {expected:?} in {names:?}");
    }
    let cookie = anna.cookie().expect("a session");
    let session = cookie.split_once('=').expect("a value").1;
    for batch in batches {
        assert_eq!(batch.headers["content-type"], "application/x-protobuf");
        let names = [me.person.name.as_str(), &opponent.person.name];
        let ids = [game.as_str(), session, "tewkesbury", "secret", "token"];
        for secret in names.into_iter().chain(ids) {
            assert!(!contains(&batch.body, secret), "a span has {secret:?}");
        }
    }
}

#[tokio::test]
async fn a_hanging_collector_delays_nothing() {
    let collector = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", collector.local_addr().expect("an address"));
    let arguments = ["--database", "sqlite::memory:", "--otlp", &url];
    let mut node = Node::start_with(&SHORT_QUEUE, &arguments);
    let client = node.client();
    let ask = async |count| {
        for _ in 0..count {
            client.text("/health").await.expect("an answer");
        }
    };
    ask(1).await;
    // Now the exporter waits for a response that never arrives.
    let _held = in_time("a batch", collector.accept()).await.expect("a connection");
    tokio::select! {
        () = ask(MORE_THAN_THE_QUEUE) => {}
        _ = collector.accept() => panic!("requests have waited until the exporter gave up"),
    }
    node.signal("TERM");
    eventually("its end", async || node.has_ended().then_some(())).await;
}

#[tokio::test]
async fn an_unavailable_or_broken_collector_stops_nothing() {
    let service = PushService::start().await;
    for _ in 0..8 {
        service.answer_next("418 I'm a teapot");
    }
    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let nobody = format!("http://{}", closed.local_addr().expect("an address"));
    drop(closed);
    for url in [service.origin(), &nobody] {
        let arguments = ["--database", "sqlite::memory:", "--otlp", url];
        let mut node = Node::start_with(&SHORT_QUEUE, &arguments);
        let client = node.client();
        for _ in 0..MORE_THAN_THE_QUEUE {
            client.text("/health").await.expect("an answer");
        }
        node.signal("TERM");
        eventually("its end", async || node.has_ended().then_some(())).await;
    }
    assert!(service.received().iter().any(|request| request.path == "/v1/traces"));
}
