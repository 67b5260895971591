//! Servers that crash under load: no acknowledged write is lost, nothing is applied twice, and
//! every client recovers the same table.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bosworth_client::protocol::{
    AccountId, Challenge, Command, FromClient, FromServer, GameId, IdempotencyKey, LogEntry, Offer,
    OfferTerms, Refusal, SeekAnswer, Stage, Table,
};
use bosworth_client::{Client, Play, Update};
use bosworth_rules::Side;
use bosworth_testing::{Nats, Postgres};

use crate::support::node::Node;

/// What a player saw: the acknowledged commands by game, and the final tables.
#[derive(Default)]
struct Seen {
    acknowledged: HashMap<GameId, Vec<IdempotencyKey>>,
    tables: HashMap<GameId, Table>,
}

/// A client that plays game after game, reconnects whenever the server is down, and fails over to
/// another node if there is one.
struct Player {
    homes: Vec<Client>,
    home: usize,
    account: AccountId,
    seen: Seen,
    dice: u64,
    acts: Arc<AtomicUsize>,
    enough: Arc<AtomicBool>,
}

impl Player {
    async fn play(mut self, first: GameId) -> Seen {
        let mut game = first;
        while let Some(next) = self.sit(game).await {
            game = next;
        }
        self.seen
    }

    fn throw(&mut self, sides: usize) -> usize {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
        (self.dice >> 33) as usize % sides
    }

    /// Plays one game; returns the next one, if any.
    async fn sit(&mut self, game: GameId) -> Option<GameId> {
        let client = self.homes[self.home].clone();
        let mut play = Play::new(client, game, Some(self.account));
        let mut asked = false;
        loop {
            match play.next().await.expect("the service comes back") {
                Update::Done(key) => self.seen.acknowledged.entry(game).or_default().push(key),
                Update::Refused { refusal, .. } => assert!(
                    matches!(refusal, Refusal::Outdated(_) | Refusal::NoOffer | Refusal::Over),
                    "refused: {refusal}"
                ),
                Update::Lost(_) if self.homes.len() > 1 => {
                    self.home = (self.home + 1) % self.homes.len();
                    play.move_to(self.homes[self.home].clone());
                }
                _ => {}
            }
            let Some(table) = play.table() else { continue };
            if table.stage() == Stage::Over && !play.is_waiting() {
                let (next, enough) = (table.rematch(), self.enough.load(Ordering::Relaxed));
                self.seen.tables.insert(game, table.clone());
                if next.is_some() || enough {
                    return next;
                }
                if !asked {
                    asked = true;
                    play.command(Command::Offer(Offer::Rematch)).await;
                }
                continue;
            }
            let turn = table.turn();
            if turn.is_some() && turn == play.side() && !play.is_waiting() {
                let actions = table.position().expect("a position").actions();
                let pick = self.throw(actions.len() as usize);
                let action = actions.iter().nth(pick).expect("an action");
                play.act(action).await;
                self.acts.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// Players at tables, and who sits where.
struct Crowd {
    players: Vec<tokio::task::JoinHandle<Seen>>,
    acts: Arc<AtomicUsize>,
    enough: Arc<AtomicBool>,
}

impl Crowd {
    async fn gather(nodes: &[&Node], tables: u64) -> Self {
        let acts = Arc::new(AtomicUsize::new(0));
        let enough = Arc::new(AtomicBool::new(false));
        let mut players = Vec::new();
        for number in 0..tables {
            let mut pair = Vec::new();
            for seat in 0..2 {
                let home = seat % nodes.len();
                let mut client = nodes[home].client();
                let me = client.guest().await.expect("a guest");
                pair.push((client, me.person.id, home));
            }
            let terms = OfferTerms {
                ruleset: "classic".into(),
                clock: "60+5".parse().expect("a clock"),
                rated: false,
                side: Some(Side::Red),
            };
            let offer = Challenge::by_link(terms);
            let SeekAnswer::Seek(seek) = pair[0].0.offer(&offer).await.expect("an offer") else {
                panic!("an offer by link was paired")
            };
            let game = pair[1].0.accept(&seek.id).await.expect("a game");
            for (client, account, home) in pair {
                let cookie = client.cookie().expect("a cookie").to_owned();
                let homes = nodes.iter().map(|node| node.client().with_cookie(&cookie)).collect();
                let player = Player {
                    homes,
                    home,
                    account,
                    seen: Seen::default(),
                    dice: number * 2 + home as u64 + 1485,
                    acts: acts.clone(),
                    enough: enough.clone(),
                };
                players.push(tokio::spawn(player.play(game)));
            }
        }
        Self { players, acts, enough }
    }

    /// Waits for `more` further actions, so that the load is real.
    async fn work(&self, more: usize) {
        let until = self.acts.load(Ordering::Relaxed) + more;
        let begun = Instant::now();
        while self.acts.load(Ordering::Relaxed) < until {
            assert!(begun.elapsed() < Duration::from_mins(1), "nobody plays any more");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Lets the last games end and compares what every client saw with the log.
    async fn account_for(self, client: &Client) {
        self.enough.store(true, Ordering::Relaxed);
        let mut acknowledged = 0;
        let mut logs: HashMap<GameId, Vec<LogEntry>> = HashMap::new();
        for player in self.players {
            let seen = player.await.expect("a player who came through");
            for (game, table) in &seen.tables {
                if !logs.contains_key(game) {
                    logs.insert(*game, log(client, *game).await);
                }
                let stored = Table::replay(&logs[game]).expect("a good log");
                assert_eq!(stored.game(), table.game(), "{game}: the same game for everybody");
                assert_eq!(stored.result(), table.result());
            }
            for (game, keys) in &seen.acknowledged {
                if !logs.contains_key(game) {
                    logs.insert(*game, log(client, *game).await);
                }
                for key in keys {
                    let times = logs[game].iter().filter(|entry| entry.key == Some(*key)).count();
                    assert_eq!(times, 1, "{game}: {key:?} was acknowledged");
                    acknowledged += 1;
                }
            }
        }
        println!("{acknowledged} acknowledged commands in {} games, all there once", logs.len());
        assert!(acknowledged > 100);
    }
}

async fn log(client: &Client, game: GameId) -> Vec<LogEntry> {
    let mut connection = client.connect().await.expect("a connection");
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    loop {
        if let FromServer::Table { entries, .. } = connection.next().await.expect("a message") {
            return entries;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_twenty_times_under_load_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let mut node = Node::start(&["--database", &database]);
    let crowd = Crowd::gather(&[&node], 8).await;
    for _ in 0..20 {
        crowd.work(60).await;
        node.kill();
        node.start_again();
    }
    crowd.account_for(&node.client()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_survive_failures_of_either_and_of_postgres_and_nats() {
    let (mut postgres, mut nats) = (Postgres::start().await, Nats::start().await);
    let arguments = ["--database", &postgres.url(), "--bus", &nats.url()];
    let (mut north, mut south) = (Node::start(&arguments), Node::start(&arguments));
    let crowd = Crowd::gather(&[&north, &south], 6).await;
    for _ in 0..2 {
        crowd.work(60).await;
        north.kill();
        crowd.work(60).await;
        north.start_again();
        crowd.work(60).await;
        south.kill();
        crowd.work(60).await;
        south.start_again();
        crowd.work(60).await;
        nats.restart().await;
        crowd.work(60).await;
        postgres.restart().await;
    }
    crowd.work(60).await;
    crowd.account_for(&north.client()).await;
}

/// How much of an outage may not be credited, in milliseconds: the last heartbeat before it can be
/// a second old, and messages take their time.
const MAX_UNCREDITED_MS: i64 = 3_000;

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_credited_to_the_players_clocks() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let node = Node::start(&["--database", &database]);
    let mut client = node.client();
    let me = client.guest().await.expect("a guest");
    let clock = "1+0".parse().expect("a clock");
    let terms =
        OfferTerms { ruleset: "classic".into(), clock, rated: false, side: Some(Side::Red) };
    let game = client.computer(1, &terms).await.expect("a game");
    let mut play = Play::new(client.clone(), game, Some(me.person.id));
    // Until the clocks run and it is Red's turn.
    while play.table().is_none_or(|table| !(table.clocks_run() && table.turn() == play.side())) {
        if let Some(table) = play.table()
            && table.turn() == play.side()
            && table.turn().is_some()
            && !play.is_waiting()
        {
            let action = table.position().expect("a position").actions().iter().next();
            let (ply, revision) = (table.plies() as u16, Some(table.revision()));
            let action = action.expect("an action");
            play.command(Command::Act { action, ply, revision }).await;
        }
        play.next().await.expect("the server goes on");
    }
    let left = async || client.look(game).await.expect("a view").left.expect("clocks").0;
    let begun = Instant::now();
    let before = left().await;
    let stopped = Instant::now();
    node.signal("STOP");
    // Not synchronisation: this is the length of the outage.
    tokio::time::sleep(Duration::from_secs(8)).await;
    let outage = stopped.elapsed().as_millis() as i64;
    node.signal("CONT");
    // The players get it back at once, but for the time since the last heartbeat before it.
    for _ in 0..20 {
        let after = left().await;
        let passed = begun.elapsed().as_millis() as i64;
        assert!(
            before - after < passed - outage + MAX_UNCREDITED_MS,
            "{before} ms became {after} ms in {passed} ms with an outage of {outage} ms"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_on_request_even_without_its_database() {
    let mut postgres = Postgres::start().await;
    let mut node = Node::start(&["--database", &postgres.url()]);
    node.client().guest().await.expect("a guest");
    postgres.stop().await;
    let begun = Instant::now();
    node.signal("TERM");
    while !node.has_ended() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it does not stop");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
