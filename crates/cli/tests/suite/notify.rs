//! A server is killed between an action and its notification: the opponent is notified after the
//! restart.

use bosworth_client::protocol::{
    Challenge, Command, CommandAnswer, CommandRequest, GameId, OfferTerms, PushDevice, PushKeys,
    PushRequest, SeekAnswer,
};
use bosworth_client::{Client, fresh_key};
use bosworth_rules::Side;
use bosworth_server::store::Store;
use bosworth_testing::{PushService, eventually};
use tempfile::tempdir;

use crate::support::node::Node;

async fn command(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    let answer = client.command(game, &request).await.expect("an answer");
    assert!(matches!(answer, CommandAnswer::Done(_)), "{request:?}: {answer:?}");
}

#[tokio::test]
async fn a_turn_is_notified_once_after_the_server_was_killed() {
    let service = PushService::start().await;
    let folder = tempdir().expect("a folder");
    let database = folder.path().join("bosworth.db").display().to_string();
    let arguments =
        ["--database", &database, "--push-contact", "mailto:a@example.org", "--push-loopback"];
    let mut node = Node::start(&arguments);
    let (mut anna, mut bert) = (node.client(), node.client());
    anna.guest().await.expect("a guest");
    let account = bert.guest().await.expect("a guest").person.id;
    // The keys of a device in the examples of RFC 8291.
    let keys = PushKeys {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4".into(),
        auth: "BTBZMqHH6r4Tts7J_aSIgg".into(),
    };
    let request = PushRequest { endpoint: service.endpoint("phone"), keys, language: None };
    bert.post::<PushDevice>("/api/me/push", &request).await.expect("a device");

    let clock = "2d".parse().expect("a clock");
    let terms =
        OfferTerms { ruleset: "classic".into(), clock, rated: false, side: Some(Side::Red) };
    let offer = Challenge { public: false, ..Challenge::open(terms) };
    let SeekAnswer::Seek(seek) = anna.offer(&offer).await.expect("an offer") else {
        panic!("it is by link")
    };
    let game = bert.accept(&seek.id).await.expect("a game");
    for side in [&anna, &bert] {
        command(side, game, Command::Ready { nonce: "york".into() }).await;
    }
    let view = anna.look(game).await.expect("a view");
    let action = view.actions[0].parse().expect("an action");
    command(&anna, game, Command::Act { action, ply: 0, revision: Some(view.revision) }).await;
    // Players have two seconds to see it, so nothing can have been sent yet.
    node.kill();
    assert_eq!(service.received(), []);

    node.start_again();
    eventually("the notification", async || service.received().pop()).await;
    let store = Store::open_existing(&database).await.expect("the database");
    eventually("an empty outbox", async || {
        let rows = store.notifications_of(account).await.expect("a database");
        rows.iter().all(|row| row.kind != "turn").then_some(())
    })
    .await;
    let topics: Vec<_> =
        service.received().iter().map(|message| message.headers["topic"].clone()).collect();
    assert_eq!(topics, ["turn"]);
}
