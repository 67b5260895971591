//! Nodes are killed during games: another node takes over all their duties within seconds, without
//! a restart, and even without NATS.

use std::time::{SystemTime, UNIX_EPOCH};

use bosworth_client::protocol::{
    AccountId, AccountKind, Challenge, Command, CommandRequest, Event, GameId, IdempotencyKey,
    LogEntry, OfferTerms, SeekAnswer, TimeControl,
};
use bosworth_client::{Client, Connection, Play, fresh_key};
use bosworth_fair::Secret;
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_server::store::{NewAccount, NewGameRow, Store};
use bosworth_table::{
    AuthoritativeTable, Decision, MIN_RATED_PLIES, Seated, TableOrder, TableSetup,
};
use bosworth_testing::{Nats, Postgres, eventually, in_time};

use crate::support::node::Node;

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

fn terms(clock: &str, side: Option<Side>) -> OfferTerms {
    let clock = clock.parse().expect("a clock");
    OfferTerms { ruleset: "classic".into(), clock, rated: false, side }
}

fn offer(clock: &str) -> Challenge {
    let terms = terms(clock, None);
    Challenge::open(terms)
}

async fn guest(node: &Node) -> (Client, AccountId) {
    let mut client = node.client();
    let me = client.guest().await.expect("a guest");
    (client, me.person.id)
}

/// The first legal action, as a client sends it.
fn first_action(table: &bosworth_table::Table) -> Command {
    let action = table.position().expect("a position").actions().iter().next().expect("one");
    let act = format!(r#"{{"act":{{"action":"{action}","ply":{}}}}}"#, table.plies());
    serde_json::from_str(&act).expect("a command")
}

/// Acts on every turn until `plies` plies are done.
async fn play(play: &mut Play, plies: usize) {
    loop {
        if let Some(table) = play.table() {
            if table.plies() >= plies {
                return;
            }
            if table.turn().is_some() && table.turn() == play.side() && !play.is_waiting() {
                let command = first_action(table);
                play.command(command).await;
            }
        }
        play.next().await.expect("the server goes on");
    }
}

/// Writes the log of a game as left by a node that died right after it: it is long enough to be rated.
async fn written(
    store: &Store,
    number: u64,
    seats: BySide<AccountId>,
    at: i64,
) -> (GameId, AuthoritativeTable) {
    let (id, secret) = (GameId::new(at, number), Secret::new([7; 32]));
    let clock: TimeControl = "1+0".parse().expect("a clock");
    let opening = TableSetup {
        game: id,
        red: bosworth_table::Seated::Account(seats.red),
        white: bosworth_table::Seated::Account(seats.white),
        ruleset: Ruleset::CLASSIC,
        clock,
        rated: true,
        commitment: secret.commit(id.as_str()),
        after: None,
        tournament_slot: None,
        hands: None,
        seek: None,
        sealed: None,
        handicap: None,
    };
    let first = AuthoritativeTable::first_entry(opening, at);
    let text = |entry: &LogEntry| serde_json::to_string(entry).expect("an entry");
    let new = NewGameRow {
        id,
        seats: seats.map(Seated::Account),
        ruleset: "classic".into(),
        clock: clock.to_string(),
        speed: clock.speed() as i64,
        rated: true,
        created: at,
        secret: secret.to_string(),
        rematch_of: None,
        sealed: None,
        handicap: None,
    };
    store.create_game(&new, text(&first)).await.expect("a game");
    let mut host = AuthoritativeTable::replay(&[first], secret).expect("a table");
    for number in 0..2 + MIN_RATED_PLIES as u64 {
        let (side, command) = match host.turn() {
            None => {
                let side = if number == 0 { Side::Red } else { Side::White };
                (side, Command::Ready { nonce: "york".into() })
            }
            Some(side) => (side, first_action(&host)),
        };
        let decided = host.decide(side, IdempotencyKey(number), &command, at, 0, id);
        let Ok(Decision::Append(entry)) = decided else { panic!("{decided:?}") };
        store.append(id, entry.seq, text(&entry), None).await.expect("an entry");
        host.fold(&entry).expect("it follows");
    }
    (id, host)
}

async fn entries(store: &Store, game: GameId) -> Vec<LogEntry> {
    let bodies = store.entries(game, 0).await.expect("entries");
    bodies.iter().map(|(_, body)| serde_json::from_str(body).expect("an entry")).collect()
}

async fn first(store: &Store, game: GameId, is: impl Fn(&Event) -> bool) -> Option<i64> {
    let log = entries(store, game).await;
    log.iter().find(|entry| entry.events.iter().any(&is)).map(|entry| entry.at)
}

/// Everything that a node may have pending when it is killed.
async fn survivors_take_over(bus_dies_as_well: bool) {
    let (postgres, mut nats) = (Postgres::start().await, Nats::start().await);
    let (database, bus) = (postgres.url(), nats.url());
    let south = Node::start(&["--database", &database, "--bus", &bus]);
    // Its engine tasks wait for workers, of which there are none.
    let mut north = Node::start(&["--database", &database, "--bus", &bus, "--engine-threads", "0"]);
    let store = Store::open(&database).await.expect("the database");

    // A player at each node.
    let ((anna, a), (bert, b)) = (guest(&north).await, guest(&south).await);
    let SeekAnswer::Seek(_) = anna.offer(&offer("1+0")).await.expect("an offer") else {
        panic!("nobody is there yet")
    };
    let SeekAnswer::Game(duel) = bert.offer(&offer("1+0")).await.expect("a game") else {
        panic!("the offers fit")
    };
    let (mut red, mut white) = (Play::new(anna, duel, Some(a)), Play::new(bert, duel, Some(b)));
    tokio::join!(play(&mut red, 2), play(&mut white, 2));
    let gone = red.side().expect("a player");
    eventually("coming", async || {
        first(&store, duel, |event| matches!(event, Event::Came { side } if *side == gone)).await
    })
    .await;

    // A pending turn of the computer, requested from that node.
    let (carl, _) = guest(&north).await;
    let lonely = carl.computer(1, &terms("-", Some(Side::White))).await.expect("a game");
    let ready = Command::Ready { nonce: "lancaster".into() };
    let ready = CommandRequest { key: fresh_key(), command: ready };
    carl.command(lonely, &ready).await.expect("an answer");

    // Two offers: one owner reconnects, the other does not.
    let ((dora, _), (eric, _)) = (guest(&north).await, guest(&north).await);
    let connect = async |client: &Client| client.connect().await.expect("a connection");
    let lines: [Connection; 2] = [connect(&dora).await, connect(&eric).await];
    for (client, clock) in [(&dora, "3+1"), (&eric, "4+1")] {
        client.offer(&offer(clock)).await.expect("an offer");
    }
    eventually("vouching", async || {
        let seeks = store.passing_seeks().await.expect("offers");
        (seeks.len() == 2 && seeks.iter().all(|(.., vouched)| *vouched > 0)).then_some(())
    })
    .await;

    // A clock that is about to run out.
    let people = BySide { red: AccountId(901), white: AccountId(902) };
    let (flag, host) = written(&store, 1, people, now() - 46_000).await;
    let deadline = host.deadline().expect("a clock");

    assert!(first(&store, lonely, |event| matches!(event, Event::Act { .. })).await.is_none());
    if bus_dies_as_well {
        nats.stop().await;
    }
    let killed = now();
    north.kill();
    drop((red, lines));

    let back = south.client().with_cookie(dora.cookie().expect("a cookie"));
    let _line = connect(&back).await;
    let left = eventually("leaving", async || {
        first(&store, duel, |event| matches!(event, Event::Left { side } if *side == gone)).await
    });
    let left = left.await;
    println!("left after {} ms", left - killed);
    let acted = eventually("the computer", async || {
        first(&store, lonely, |event| matches!(event, Event::Act { .. })).await
    });
    println!("the computer acted after {} ms", acted.await - killed);
    let clocks = eventually("the offers", async || {
        let seeks = back.seeks().await.expect("offers");
        let clocks: Vec<_> = seeks.iter().map(|seek| seek.terms.clock.to_string()).collect();
        (clocks == ["3+1"]).then_some(clocks)
    });
    println!("offers after {} ms: {:?}", now() - killed, clocks.await);

    // The opponent is notified, and may claim the game once the grace period is over.
    let claimable = async {
        loop {
            // It may not have heard of the other player's arrival yet.
            if let Some(from) = white.table().and_then(|table| table.claimable_at(!gone)) {
                return from;
            }
            white.next().await.expect("the server goes on");
        }
    };
    let from = in_time("the right to claim", claimable).await;
    assert!(from >= killed + 15_000, "not before the grace period is over");

    let ended = eventually("the flag", async || {
        store.game(flag).await.expect("an answer").expect("a row").ending
    })
    .await;
    println!("the flag fell {} ms after its time", ended.ended - deadline);
    assert_eq!(ended.reason, "time");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_takes_over_everything_within_seconds() {
    Box::pin(survivors_take_over(false)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_takes_over_even_without_nats() {
    Box::pin(survivors_take_over(true)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_left_by_a_dead_node_are_settled_within_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let node = Node::start(&["--database", &database]);
    let store = Store::open(&database).await.expect("the database");
    for (number, name) in [(901, "Ann"), (902, "Bob")] {
        let person = NewAccount {
            id: AccountId(number),
            name: name.into(),
            name_key: name.to_lowercase(),
            kind: AccountKind::Person,
            created: 1,
            language: None,
            owner: None,
            password: None,
        };
        store.create_account(&person).await.expect("an account");
    }
    let people = BySide { red: AccountId(901), white: AccountId(902) };
    let (game, host) = written(&store, 1, people, now() - 70_000).await;
    let Ok(Decision::Append(entry)) = host.decide_order(&TableOrder::Tick, now()) else {
        panic!("time is up")
    };
    let ending = bosworth_server::store::StoredEnd {
        winner: Some(Side::White),
        reason: "time".into(),
        points: BySide::default(),
        plies: MIN_RATED_PLIES as i64,
        ended: entry.at,
        aborted: false,
    };
    let text = serde_json::to_string(&entry).expect("an entry");
    store.append(game, entry.seq, text, Some(ending)).await.expect("an end");
    eventually("settling", async || {
        store.game(game).await.expect("an answer").expect("a row").ratings
    })
    .await;
    let view = node.client().look(game).await.expect("a view");
    assert_eq!(view.stage, "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_do_not_reconnect_after_a_restart_have_left() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let database = postgres.url();
    let mut node = Node::start(&["--database", &database, "--bus", &nats.url()]);
    let store = Store::open(&database).await.expect("the database");
    let ((anna, a), (bert, b)) = (guest(&node).await, guest(&node).await);
    anna.offer(&offer("5+3")).await.expect("an offer");
    let SeekAnswer::Game(game) = bert.offer(&offer("5+3")).await.expect("a game") else {
        panic!("the offers fit")
    };
    let (mut red, mut white) = (Play::new(anna, game, Some(a)), Play::new(bert, game, Some(b)));
    tokio::join!(play(&mut red, 2), play(&mut white, 2));
    let gone = red.side().expect("a player");
    eventually("presence", async || {
        (store.present(game).await.expect("sides").len() == 2).then_some(())
    })
    .await;
    drop(red);
    node.kill();
    node.start_again();
    let stays = tokio::spawn(async move {
        loop {
            white.next().await.expect("the server comes back");
        }
    });
    let left =
        |side: Side| move |event: &Event| matches!(event, Event::Left { side: s } if *s == side);
    eventually("leaving", async || first(&store, game, left(gone)).await).await;
    assert_eq!(first(&store, game, left(!gone)).await, None, "who came back stays");
    stays.abort();
}
