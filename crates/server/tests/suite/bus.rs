//! The bus, in process and over a real NATS server: the same guarantees.

use bosworth_server::bus::{Bus, Envelope, EnvelopeStream, LocalBus, NatsBus, Notice};
use bosworth_server::jobs::{EngineJob, EngineSolution};
use bosworth_table::{AccountId, GameId};
use bosworth_testing::{Nats, in_time};

fn envelope(from: u64, seq: u32) -> Envelope {
    let game = GameId::from_random(1485);
    Envelope { from, notice: Notice::Entry { game, seq } }
}

async fn next(envelopes: &mut EnvelopeStream) -> Envelope {
    in_time("an envelope", envelopes.next()).await.expect("an envelope")
}

/// Every subscriber receives everything after its subscription, in publishing order.
async fn every_subscriber_receives_everything(one: &Bus, other: &Bus) {
    let (mut here, mut there) =
        (one.subscribe().await.expect("an ear"), other.subscribe().await.expect("an ear"));
    for seq in 0..200 {
        one.publish(envelope(1, seq));
    }
    for envelopes in [&mut here, &mut there] {
        for seq in 0..200 {
            assert_eq!(next(envelopes).await, envelope(1, seq));
        }
    }
    let account = Envelope { from: 2, notice: Notice::Changed { account: AccountId(7) } };
    other.publish(account.clone());
    assert_eq!(next(&mut here).await, account);
    other.publish(Envelope { from: 2, notice: Notice::Seeks });
    assert_eq!(next(&mut here).await.notice, Notice::Seeks);
}

#[tokio::test]
async fn every_subscriber_receives_everything_in_process() {
    let bus = Bus::Local(LocalBus::new());
    every_subscriber_receives_everything(&bus, &bus.clone()).await;
}

#[tokio::test]
async fn every_subscriber_receives_everything_over_nats() {
    let nats = Nats::start().await;
    let connect = async || Bus::Nats(NatsBus::connect(&nats.url()).await.expect("NATS"));
    every_subscriber_receives_everything(&connect().await, &connect().await).await;
}

#[tokio::test]
async fn a_lagging_subscriber_is_notified_in_process() {
    let bus = Bus::Local(LocalBus::new());
    let mut envelopes = bus.subscribe().await.expect("an ear");
    for seq in 0..10_000 {
        bus.publish(envelope(1, seq));
    }
    assert!(matches!(next(&mut envelopes).await.notice, Notice::Lost { .. }));
}

#[tokio::test]
async fn a_subscriber_is_notified_after_a_restart_of_nats() {
    let mut nats = Nats::start().await;
    let bus = Bus::Nats(NatsBus::connect(&nats.url()).await.expect("NATS"));
    let mut envelopes = bus.subscribe().await.expect("an ear");
    bus.publish(envelope(1, 0));
    assert_eq!(next(&mut envelopes).await, envelope(1, 0));
    nats.restart().await;
    // Nothing was published in the meantime, so this must be the first notice.
    assert!(matches!(next(&mut envelopes).await.notice, Notice::Lost { .. }));
    // And the subscription continues.
    bus.publish(envelope(1, 1));
    assert_eq!(next(&mut envelopes).await, envelope(1, 1));
}

#[tokio::test]
async fn connecting_to_a_missing_bus_is_an_error() {
    // Nothing listens on port 1, and no system assigns it.
    assert!(NatsBus::connect("nats://127.0.0.1:1").await.is_err());
}

#[test]
fn equal_jobs_have_equal_solutions() {
    let task = EngineJob {
        game: GameId::from_random(7),
        ply: 0,
        revision: Some(1),
        level: 1,
        position: "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".into(),
    };
    let solution: EngineSolution = task.solve().expect("a solution");
    assert_eq!(task.solve(), Some(solution.clone()));
    assert!(solution.action().is_some());
    assert_eq!(solution.revision, Some(1));
    assert_eq!(EngineJob { position: "nonsense".into(), ..task.clone() }.solve(), None);
    assert_eq!(EngineJob { level: 9, ..task }.solve(), None);
}

#[test]
fn notices_of_the_previous_version_are_parsed_without_their_entry() {
    let old = r#"{"from":1,"notice":{"entry":{"game":"0123456789Ab","seq":7,"body":"{}"}}}"#;
    let envelope: Envelope = serde_json::from_str(old).expect("an envelope");
    let game = "0123456789Ab".parse().expect("a game");
    assert_eq!(envelope, Envelope { from: 1, notice: Notice::Entry { game, seq: 7 } });
}

#[test]
fn the_lost_notice_cannot_be_sent_over_the_bus() {
    let forged: Result<Envelope, _> = serde_json::from_str(r#"{"from":1,"notice":"lost"}"#);
    assert!(forged.is_err(), "{forged:?}");
}

#[test]
fn notices_about_tournaments_keep_their_wire_form() {
    let tournament = bosworth_tournament::TournamentId::from_random(1485);
    let envelope = Envelope { from: 1, notice: Notice::Tournament { tournament } };
    let text = format!(r#"{{"from":1,"notice":{{"event":{{"event":"{tournament}"}}}}}}"#);
    assert_eq!(serde_json::to_string(&envelope).expect("JSON"), text);
}
