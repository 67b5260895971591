//! Two nodes over one database.

use bosworth_client::{Play, fresh_key};
use bosworth_protocol::{Command, CommandAnswer, CommandRequest, FromServer, Refusal};
use bosworth_server::bus::NatsBus;
use bosworth_server::{Config, jobs};
use bosworth_testing::{Nats, Postgres};

use crate::online::online_fixture::{Dice, OnlineFixture, look_on, pair, play, terms, until};

pub async fn two(postgres: &Postgres, nats: &Nats) -> [OnlineFixture; 2] {
    let config = Config {
        database: postgres.url(),
        bus: Some(nats.url()),
        limits: false,
        ..Config::default()
    };
    [OnlineFixture::open(config.clone()).await, OnlineFixture::open(config).await]
}

#[tokio::test(flavor = "multi_thread")]
async fn players_on_different_nodes_play_one_game() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, a), (bert, b)) = (north.guest().await, south.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna, game, Some(a.person.id));
    let mut white = Play::new(bert, game, Some(b.person.id));
    let mut spectator = Play::new(south.nobody(), game, None);
    let end = usize::MAX;
    tokio::join!(
        play(&mut red, Dice(31), end),
        play(&mut white, Dice(32), end),
        look_on(&mut spectator),
    );
    let game = |play: &Play| play.table().expect("a table").game().cloned();
    assert_eq!(game(&red), game(&white));
    assert_eq!(game(&red), game(&spectator));
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_two_nodes_send_the_same_action_one_is_refused_as_outdated() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, a), (bert, b)) = (north.guest().await, south.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(33), 2), play(&mut white, Dice(34), 2));
    for ply in 2..22_u16 {
        let view = anna.look(game).await.expect("a view");
        if view.stage == "over" {
            break;
        }
        let acting = if view.turn == view.you { &anna } else { &bert };
        let cookie = acting.cookie().expect("a cookie");
        let here = north.nobody().with_cookie(cookie);
        let there = south.nobody().with_cookie(cookie);
        let action = view.actions[0].parse().expect("an action");
        let command = Command::Act { action, ply, revision: Some(view.revision) };
        let requests =
            [fresh_key(), fresh_key()].map(|key| CommandRequest { key, command: command.clone() });
        let (one, other) =
            tokio::join!(here.command(game, &requests[0]), there.command(game, &requests[1]));
        let answers = [one.expect("an answer"), other.expect("an answer")];
        let done = answers.iter().filter(|a| matches!(a, CommandAnswer::Done(_))).count();
        let outdated = answers
            .iter()
            .filter(|a| matches!(a, CommandAnswer::Refused(Refusal::Outdated(_) | Refusal::Over)));
        assert_eq!((done, outdated.count()), (1, 1), "{answers:?}");
        let view = bert.look(game).await.expect("a view");
        assert_eq!(view.plies.len(), usize::from(ply) + 1);
    }
    north.stop().await;
    south.stop().await;
}

/// A node that has no engine of its own and leaves its jobs to workers.
async fn node_without_engine(postgres: &Postgres, nats: &Nats) -> OnlineFixture {
    let config = Config {
        database: postgres.url(),
        bus: Some(nats.url()),
        engine_threads: 0,
        limits: false,
        ..Config::default()
    };
    OnlineFixture::open(config).await
}

/// A game of a guest against the computer.
async fn game_with_the_computer(fixture: &OnlineFixture) -> Play {
    let (guest, me) = fixture.guest().await;
    let game = guest.computer(1, &terms("-", false)).await.expect("a game");
    Play::new(guest, game, Some(me.person.id))
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_serve_all_nodes_and_a_dead_one_is_replaced() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let fixture = node_without_engine(&postgres, &nats).await;
    let mut own = game_with_the_computer(&fixture).await;
    for round in 1..=3 {
        let bus = NatsBus::connect(&nats.url()).await.expect("NATS");
        let worker = tokio::spawn(jobs::work(bus, 1, std::future::pending()));
        play(&mut own, Dice(35 + round), 10 * round as usize).await;
        worker.abort();
    }
    assert!(own.table().expect("a table").plies() >= 30);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_go_on_after_nats_has_lost_its_storage() {
    let (postgres, mut nats) = (Postgres::start().await, Nats::start().await);
    let fixture = node_without_engine(&postgres, &nats).await;
    let mut own = game_with_the_computer(&fixture).await;
    let bus = NatsBus::connect(&nats.url()).await.expect("NATS");
    let worker = tokio::spawn(jobs::work(bus, 1, std::future::pending()));
    play(&mut own, Dice(41), 6).await;
    nats.restart_empty().await;
    play(&mut own, Dice(42), 12).await;
    worker.abort();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_begins_while_nats_is_away_is_announced_when_it_is_back() {
    let (postgres, mut nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, _), (bert, _)) = (north.guest().await, south.guest().await);
    let mut connection = anna.connect().await.expect("a connection");
    let welcome = |message| matches!(message, FromServer::Welcome { .. }).then_some(());
    until(&mut connection, welcome).await;
    let before = pair(&anna, &bert, "5+3", false).await;
    let begun = |message| match message {
        FromServer::Begin { game, .. } => Some(game),
        _ => None,
    };
    assert_eq!(until(&mut connection, begun).await, before);
    nats.stop().await;
    let game = pair(&anna, &bert, "5+3", false).await;
    nats.restart().await;
    assert_eq!(until(&mut connection, begun).await, game, "each game is announced once");
    north.stop().await;
    south.stop().await;
}
