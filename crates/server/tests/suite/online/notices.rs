//! Notices on the bus are untrusted: forged ones reach no client.

use std::time::Duration;

use bosworth_client::{Client, ClientError, Play, fresh_key};
use bosworth_protocol::{
    Command, CommandAnswer, CommandRequest, Event, FromClient, FromServer, GameId, Offer,
    PlayerView,
};
use bosworth_server::bus::NatsBus;
use bosworth_testing::{Nats, Postgres, in_time};
use tokio::time::Instant;

use crate::online::nodes::two;
use crate::online::online_fixture::{Dice, OnlineFixture, end_of, pair, play, until};

/// An attacker with access to NATS.
struct Forger(NatsBus);

impl Forger {
    async fn new(nats: &Nats) -> Self {
        Self(NatsBus::connect(&nats.url()).await.expect("NATS"))
    }

    async fn say(&self, notice: &str) {
        let envelope = format!(r#"{{"from":1,"notice":{notice}}}"#);
        self.0.client().publish("bosworth.notices", envelope.into()).await.expect("sent");
    }

    async fn flush(&self) {
        self.0.client().flush().await.expect("sent");
    }
}

async fn act(client: &Client, game: GameId) -> CommandAnswer {
    let view = client.look(game).await.expect("a view");
    let act = format!(r#"{{"act":{{"action":"{}","ply":{}}}}}"#, view.actions[0], view.plies.len());
    let command: Command = serde_json::from_str(&act).expect("a command");
    let request = CommandRequest { key: fresh_key(), command };
    client.command(game, &request).await.expect("an answer")
}

async fn tell(client: &Client, game: GameId, command: Command) -> CommandAnswer {
    let request = CommandRequest { key: fresh_key(), command };
    client.command(game, &request).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_forged_on_the_bus_reaches_no_player() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let forger = Forger::new(&nats).await;
    let ((anna, a), (bert, b)) = (north.guest().await, south.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(61), 4), play(&mut white, Dice(62), 4));
    // Presence is recorded asynchronously; wait until it has settled.
    let length = |play: &Play| play.table().expect("a table").length();
    while length(&red) != length(&white) || !both_here(&red) || !both_here(&white) {
        let pause = Duration::from_millis(100);
        let _ = tokio::time::timeout(pause, red.next()).await;
        let _ = tokio::time::timeout(pause, white.next()).await;
    }
    let known = length(&red);
    let chat = |seq: u32| {
        format!(
            r#"{{\"seq\":{seq},\"at\":1,\"events\":[{{\"chat\":{{\"side\":\"r\",\"text\":\"x\"}}}}]}}"#
        )
    };
    for seq in [known, known + 1, u32::MAX] {
        let body = chat(seq);
        let notice = format!(r#"{{"entry":{{"game":"{game}","seq":{seq},"body":"{body}"}}}}"#);
        forger.say(&notice).await;
    }
    // Nor does a message of any other kind.
    let id = a.person.id;
    let bye = r#"{\"bye\":{\"reason\":\"x\",\"again\":false}}"#;
    forger.say(&format!(r#"{{"account":{{"account":{id},"text":"{bye}"}}}}"#)).await;
    forger.say(&format!(r#"{{"begin":{{"account":{id},"game":"0123456789ab"}}}}"#)).await;
    forger.flush().await;
    let acting = if red.table().expect("a table").turn() == red.side() { &anna } else { &bert };
    assert_eq!(act(acting, game).await, CommandAnswer::Done(known));
    for own in [&mut red, &mut white] {
        while length(own) <= known {
            own.next().await.expect("the server keeps running");
        }
        assert_eq!(length(own), known + 1);
    }
    let log = north.app.store.entries(game, 0).await.expect("entries");
    assert!(log.iter().all(|(_, body)| !body.contains("chat")), "{log:?}");
    north.stop().await;
    south.stop().await;
}

fn both_here(play: &Play) -> bool {
    let table = play.table().expect("a table");
    bosworth_rules::Side::ALL.into_iter().all(|side| table.is_connected(side))
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_sequence_numbers_cost_few_reads() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let forger = Forger::new(&nats).await;
    let ((anna, _), (bert, _)) = (north.guest().await, south.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut connection = anna.connect().await.expect("a connection");
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    let is_table = |message| matches!(message, FromServer::Table { .. }).then_some(());
    until(&mut connection, is_table).await;
    let begun = Instant::now();
    let before = north.app.tables.notice_reads();
    for number in 0..20_000_u32 {
        let seq = if number % 2 == 0 { u32::MAX - number } else { 0 };
        forger.say(&format!(r#"{{"entry":{{"game":"{game}","seq":{seq}}}}}"#)).await;
        let other = GameId::from_random(u128::from(number));
        forger.say(&format!(r#"{{"entry":{{"game":"{other}","seq":{seq}}}}}"#)).await;
    }
    forger.flush().await;
    // A genuine notice still gets through.
    assert!(matches!(act_ready(&bert, game).await, CommandAnswer::Done(_)));
    until(&mut connection, |message| matches!(message, FromServer::Entry { .. }).then_some(()))
        .await;
    let reads = north.app.tables.notice_reads() - before;
    let most = 8 + begun.elapsed().as_millis() as u64 / 200;
    assert!(reads <= most, "{reads} reads in {:?}", begun.elapsed());
    north.stop().await;
    south.stop().await;
}

async fn act_ready(client: &Client, game: GameId) -> CommandAnswer {
    tell(client, game, Command::Ready { nonce: "york".into() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_notices_disconnect_nobody_and_revoked_keys_are_revoked_on_all_nodes() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let forger = Forger::new(&nats).await;
    let (anna, me) = north.person("anna").await;
    let welcome = |message| matches!(message, FromServer::Welcome { .. }).then_some(());
    let mut connection = anna.connect().await.expect("a connection");
    until(&mut connection, welcome).await;
    for _ in 0..100 {
        forger.say(&format!(r#"{{"changed":{{"account":{}}}}}"#, me.person.id)).await;
    }
    forger.flush().await;
    connection.send(&FromClient::Lobby(true)).await.expect("sent");
    until(&mut connection, |message| matches!(message, FromServer::Seeks(_)).then_some(())).await;
    // Log out on the other node.
    let there = south.nobody().with_cookie(anna.cookie().expect("a cookie"));
    let _: Result<(), _> = there.post("/api/logout", &()).await;
    let ended = end_of(&mut connection).await;
    assert!(matches!(ended, ClientError::Bye { again: true, .. }), "{ended:?}");
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_of_a_deleted_account_vanishes_from_open_tables_on_all_nodes() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, _), (bert, _)) = (north.guest().await, south.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let name = anna.me().await.expect("a guest").person.name;
    let mut connections = Vec::new();
    for fixture in [&north, &south] {
        let mut connection = fixture.nobody().connect().await.expect("a connection");
        connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
        let is_table = |message| matches!(message, FromServer::Table { .. }).then_some(());
        until(&mut connection, is_table).await;
        connections.push(connection);
    }
    let deleted = reqwest::Client::new()
        .delete(format!("{}/api/me", north.url))
        .header("cookie", anna.cookie().expect("a cookie"))
        .header("origin", &north.url)
        .json(&serde_json::json!({ "password": "" }))
        .send();
    assert_eq!(deleted.await.expect("an answer").status(), 204);
    for connection in &mut connections {
        let players = until(connection, |message| match message {
            FromServer::Table { players, entries, .. } if entries.is_empty() => Some(players),
            _ => None,
        });
        let players = in_time("the players", players).await;
        for player in [players.red, players.white] {
            let PlayerView::Account { person, .. } = player else { panic!("two people play") };
            assert_ne!(person.name, name);
        }
    }
    for fixture in [&north, &south] {
        let view = fixture.nobody().look(game).await.expect("a view");
        assert!(!serde_json::to_string(&view.players).expect("text").contains(&name));
    }
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_agreed_on_two_nodes_at_once_is_one_game() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, a), (bert, b)) = (north.guest().await, south.guest().await);
    for round in 0..8 {
        let game = pair(&anna, &bert, "5+3", false).await;
        let mut red = Play::new(anna.clone(), game, Some(a.person.id));
        let mut white = Play::new(bert.clone(), game, Some(b.person.id));
        tokio::join!(play(&mut red, Dice(70 + round), 2), play(&mut white, Dice(80 + round), 2));
        tell(&bert, game, Command::Resign).await;
        tell(&bert, game, Command::Offer(Offer::Rematch)).await;
        // Anna accepts in two windows, on different nodes.
        let elsewhere = south.nobody().with_cookie(anna.cookie().expect("a cookie"));
        let yes = Command::Offer(Offer::Rematch);
        tokio::join!(tell(&anna, game, yes.clone()), tell(&elsewhere, game, yes));
        let open = north.app.store.open_games_of(a.person.id).await.expect("games");
        let log = south.app.store.entries(game, 0).await.expect("entries");
        let entries = log.iter().map(|(_, body)| serde_json::from_str(body).expect("an entry"));
        let agreed: Vec<GameId> = entries
            .flat_map(|entry: bosworth_protocol::LogEntry| entry.events)
            .filter_map(|event| if let Event::Next { game } = event { Some(game) } else { None })
            .collect();
        assert_eq!(open, agreed, "only the agreed game");
        assert_eq!(open.len(), 1);
        let aborted = tell(&anna, open[0], Command::Abort).await;
        assert!(matches!(aborted, CommandAnswer::Done(_)), "{aborted:?}");
    }
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_offers_made_at_once_are_all_matched() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    for _ in 0..6 {
        let mut people = Vec::new();
        for number in 0..6 {
            let fixture = if number % 2 == 0 { &north } else { &south };
            people.push(fixture.guest().await);
        }
        let offer = crate::online::online_fixture::challenge("5+3", false);
        let offers = people.iter().map(|(client, _)| client.offer(&offer));
        for answer in futures_util::future::join_all(offers).await {
            answer.expect("an answer");
        }
        assert_eq!(north.nobody().seeks().await.expect("offers"), []);
        for (client, _) in &people {
            assert_eq!(client.games().await.expect("games").len(), 1, "one game for everybody");
        }
    }
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_log_is_reported_and_not_appended_to() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.guest().await;
    let game =
        anna.computer(1, &crate::online::online_fixture::terms("-", false)).await.expect("a game");
    let row = fixture.app.store.game(game).await.expect("an answer").expect("a row");
    // The same players and terms, but with a gap after entry 0, and with a malformed entry.
    let first = fixture.app.store.entries(game, 0).await.expect("entries")[0].1.clone();
    let mut damaged = Vec::new();
    for (number, rest) in [(1, (2, "{}")), (2, (1, "garbage"))] {
        let id = GameId::from_random(number);
        let new = bosworth_server::store::NewGameRow {
            id,
            seats: row.seats,
            ruleset: row.ruleset.clone(),
            clock: row.clock.clone(),
            speed: row.speed,
            rated: false,
            created: row.created,
            secret: fixture.app.store.secret(game).await.expect("one").expect("one"),
            rematch_of: None,
            sealed: None,
            handicap: None,
        };
        fixture.app.store.create_game(&new, first.clone()).await.expect("a game");
        fixture.app.store.append(id, rest.0, rest.1.into(), None).await.expect("an entry");
        damaged.push(id);
    }
    for id in damaged {
        for path in [format!("/api/games/{id}"), format!("/api/games/{id}/stream")] {
            let answer = reqwest::get(format!("{}{path}", fixture.url)).await.expect("an answer");
            assert_eq!(answer.status(), 409, "{path}");
            assert!(answer.text().await.expect("text").contains(r#""problem":"damaged""#));
        }
        let request =
            CommandRequest { key: fresh_key(), command: Command::Ready { nonce: "york".into() } };
        let refused = anna.command(id, &request).await.expect_err("damaged");
        assert!(matches!(refused, ClientError::Problem(_)), "{refused:?}");
        assert_eq!(fixture.app.store.entries(id, 0).await.expect("entries").len(), 2);
        let mut connection = anna.connect().await.expect("a connection");
        connection.send(&FromClient::Watch { game: id, since: 0 }).await.expect("sent");
        let said = until(&mut connection, |message| match message {
            FromServer::Unknown { damaged, .. } => Some(damaged),
            _ => None,
        });
        assert!(said.await);
    }
    // Other games are not affected, not even of the same account.
    assert_eq!(anna.games().await.expect("games").len(), 1);
    fixture.stop().await;
}
