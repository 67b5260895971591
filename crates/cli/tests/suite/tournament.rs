//! Tournaments through the public API while servers are killed: pairings follow from the log, no
//! game is played twice, and the tournament ends.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bosworth_client::protocol::tournament::{
    TournamentAnnounced, TournamentGame, TournamentStage, TournamentView,
};
use bosworth_client::protocol::{
    AccountId, BotRequest, Command, CommandRequest, Credentials, GameId, NewBot, TableView,
};
use bosworth_client::{Client, fresh_key};
use bosworth_server::store::Store;
use bosworth_testing::{Nats, Postgres, within};
use bosworth_tournament::{
    PlayerId, Points, Tournament, TournamentDecision, TournamentEvent, TournamentFormat,
    TournamentLogEntry, TournamentOrder,
};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::support::node::Node;

const PLAYERS: usize = 16;
const ROUNDS: u8 = 4;
/// How many times servers are killed.
const KILLS: u64 = 10;
/// Time limit for a whole tournament.
const TOURNAMENT_TIMEOUT: Duration = Duration::from_mins(5);

/// A client of several nodes, tried one after the other.
#[derive(Clone)]
struct Person(Vec<Client>);

impl Person {
    /// A registered person, known to all nodes of a service.
    async fn register(nodes: &[Node], name: &str) -> (Self, AccountId) {
        let mut client = nodes[0].client();
        let me = client.register(&Credentials::new(name, "white rose of York")).await;
        let cookie = client.cookie().expect("a session").to_owned();
        let clients = nodes.iter().map(|node| node.client().with_cookie(&cookie));
        (Self(clients.collect()), me.expect("an account").person.id)
    }

    /// Gets from the first node that answers.
    async fn get<T: serde::de::DeserializeOwned>(&self, path: &str) -> Option<T> {
        for client in &self.0 {
            if let Ok(answer) = client.get(path).await {
                return Some(answer);
            }
        }
        None
    }

    /// Posts to the nodes until one accepts; returns whether one did.
    async fn post(&self, path: &str, body: &impl serde::Serialize) -> bool {
        for client in &self.0 {
            if client.post::<Value>(path, body).await.is_ok() {
                return true;
            }
        }
        false
    }

    async fn command(&self, game: GameId, command: Command) {
        let request = CommandRequest { key: fresh_key(), command };
        self.post(&format!("/api/games/{game}/command"), &request).await;
    }
}

/// A start time far enough ahead that nothing starts automatically.
fn tomorrow() -> i64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("after 1970");
    since.as_millis() as i64 + 86_400_000
}

async fn announce(organiser: &Client, rounds: u8, bots: bool) -> String {
    let request = json!({
        "title": "Bosworth Open", "kind": {"swiss": {"rounds": rounds}}, "clock": "5+3",
        "starts": tomorrow(), "limits": {"bots": bots},
    });
    let announced: TournamentAnnounced =
        organiser.post("/api/events", &request).await.expect("an event");
    announced.event.to_string()
}

/// Both players get ready, and the newer account resigns. Failures are retried later.
async fn settle(people: &BTreeMap<PlayerId, Person>, open: &TournamentGame) {
    let (Some(red), Some(white)) = (open.red, open.white) else { panic!("people play") };
    for player in [red, white] {
        let nonce = format!("nonce of {player}");
        people[&player].command(open.game, Command::Ready { nonce }).await;
    }
    people[&red.max(white)].command(open.game, Command::Resign).await;
}

async fn killed_again_and_again(mut nodes: Vec<Node>, database: &str) {
    let (organiser, _) = Person::register(&nodes, "organiser").await;
    let event = announce(&organiser.0[0], ROUNDS, false).await;
    let mut people = BTreeMap::new();
    let path = format!("/api/events/{event}");
    let command = format!("{path}/command");
    for number in 0..PLAYERS {
        let (person, id) = Person::register(&nodes, &format!("player{number}")).await;
        assert!(person.post(&command, &json!({"join": {}})).await, "a seat");
        people.insert(PlayerId(id.0), person);
    }
    let play = async {
        loop {
            organiser.post(&command, &json!("start")).await;
            let Some(view) = organiser.get::<TournamentView>(&path).await else {
                sleep(Duration::from_millis(20)).await;
                continue;
            };
            if view.summary.stage == TournamentStage::Over {
                return;
            }
            for open in &view.games {
                settle(&people, open).await;
            }
        }
    };
    let kill = async {
        let mut random = fastrand::Rng::with_seed(1485);
        for kill in 0..KILLS {
            sleep(Duration::from_millis(random.u64(100..1_500))).await;
            let count = nodes.len();
            let node = &mut nodes[kill as usize % count];
            node.kill();
            sleep(Duration::from_millis(random.u64(0..300))).await;
            node.start_again();
        }
    };
    within(TOURNAMENT_TIMEOUT, "the event", async { tokio::join!(play, kill) }).await;
    drop(nodes);
    let store = Store::open(database).await.expect("the database");
    check(&store, &event).await;
    store.close().await;
}

/// Checks that each pairing follows from the log before it, and that there is one game for each.
async fn check(store: &Store, event: &str) {
    let entries = store.tournament_entries(event.parse().expect("an id"), 0).await.expect("a log");
    let log: Vec<TournamentLogEntry> =
        entries.iter().map(|(_, text)| serde_json::from_str(text).expect("an entry")).collect();
    let mut state = Tournament::open(&log[0]).expect("an opening");
    for entry in &log[1..] {
        if entry.events.iter().any(|step| matches!(step, TournamentEvent::Round { .. })) {
            let again = match entry.by {
                Some(by) => {
                    state.decide(by, &bosworth_tournament::TournamentCommand::Start, entry.at)
                }
                None => state.decide_order(&TournamentOrder::Tick, entry.at),
            };
            assert_eq!(again, Ok(TournamentDecision::Append(entry.clone())), "the same pairings");
        }
        state.fold(entry).expect("it follows");
    }
    assert_eq!(state.stage(), bosworth_tournament::TournamentStage::Over);
    assert_eq!(state.announcement().format, TournamentFormat::Swiss { rounds: ROUNDS });
    let mut met = BTreeSet::new();
    for round in state.rounds() {
        assert_eq!(round.pairings.len(), PLAYERS / 2);
        for pairing in &round.pairings {
            let white = pairing.white.expect("somebody");
            let two = (pairing.red.min(white), pairing.red.max(white));
            assert!(met.insert(two), "{two:?} met twice");
        }
    }
    let games = PLAYERS / 2 * usize::from(ROUNDS);
    assert_eq!(met.len(), games);
    assert_eq!(store.count_games().await.expect("games") as usize, games, "no game twice");
    assert_eq!(store.open_games().await.expect("games"), [], "and none is left over");
    let rows = state.standings().remove(0).rows;
    assert_eq!(rows[0].points, Points::of_halves(2 * u32::from(ROUNDS)), "one won everything");
    let all: Points = rows.iter().map(|row| row.points).sum();
    assert_eq!(all, Points::of_halves(2 * games as u32), "points add up");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_tournament_survives_repeated_kills_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let node = Node::start(&["--database", &database]);
    killed_again_and_again(vec![node], &database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_tournament_survives_repeated_kills_of_either_node() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let (database, bus) = (postgres.url(), nats.url());
    let node = || Node::start(&["--database", &database, "--bus", &bus]);
    killed_again_and_again(vec![node(), node()], &database).await;
}

const BOTS: usize = 64;
/// The plies after which a bot resigns.
const PLIES_PER_GAME: usize = 12;

/// Plays arbitrary actions until the game is long enough; then the side to act resigns.
async fn play(game: GameId, red: &Client, white: &Client, seed: u64) {
    // A round is logged before its games are opened one by one.
    let opened = async {
        while red.look(game).await.is_err() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    within(TOURNAMENT_TIMEOUT, "the game to be opened", opened).await;
    let mut random = fastrand::Rng::with_seed(seed);
    let say = async |client: &Client, command: Command| {
        let request = CommandRequest { key: fresh_key(), command };
        // The same key again, so that a lost connection does no harm.
        while let Err(error) = client.command(game, &request).await {
            assert!(error.is_transient(), "{error}");
        }
    };
    for bot in [red, white] {
        say(bot, Command::Ready { nonce: format!("{seed}") }).await;
    }
    loop {
        let view: TableView = red.look(game).await.expect("a game");
        let Some(turn) = view.turn.as_deref() else { return };
        let bot = if turn == "red" { red } else { white };
        let (ply, revision) = (view.plies.len() as u16, Some(view.revision));
        if usize::from(ply) >= PLIES_PER_GAME {
            say(bot, Command::Resign).await;
            return;
        }
        let view: TableView = bot.look(game).await.expect("a game");
        let action = &view.actions[random.usize(..view.actions.len())];
        let action = action.parse().expect("an action");
        say(bot, Command::Act { action, ply, revision }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_bots_play_five_rounds_through_the_public_api() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let nodes = [Node::start(&["--database", &database])];
    let mut bots = BTreeMap::new();
    let (organiser, _) = Person::register(&nodes, "organiser").await;
    let event = announce(&organiser.0[0], 5, true).await;
    let command = format!("/api/events/{event}/command");
    for owner in 0..BOTS / 8 {
        let (owner, _) = Person::register(&nodes, &format!("owner{owner}")).await;
        for _ in 0..8 {
            let request = BotRequest { name: format!("bot{}", bots.len()) };
            let new: NewBot = owner.0[0].post("/api/me/bots", &request).await.expect("a bot");
            let token = new.token.token.expect("a token");
            let bot = nodes[0].client().with_token(&token);
            bot.post::<Value>(&command, &json!({"join": {}})).await.expect("a seat");
            bots.insert(PlayerId(new.person.id.0), bot);
        }
    }
    organiser.post(&command, &json!("start")).await;
    let mut played = BTreeSet::new();
    let path = format!("/api/events/{event}");
    let rounds = async {
        loop {
            let view: TournamentView = organiser.get(&path).await.expect("an event");
            if view.summary.stage == TournamentStage::Over {
                return view;
            }
            let mut games = JoinSet::new();
            for open in view.games.iter().filter(|open| played.insert(open.game)) {
                let seat = |player: Option<PlayerId>| bots[&player.expect("a bot")].clone();
                let (game, red, white) = (open.game, seat(open.red), seat(open.white));
                let seed = 1_000 * u64::from(open.slot.round) + u64::from(open.slot.board);
                games.spawn(async move { play(game, &red, &white, seed).await });
            }
            while let Some(ended) = games.join_next().await {
                ended.expect("a whole game");
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    let over = within(TOURNAMENT_TIMEOUT, "five rounds", rounds).await;
    assert_eq!((over.summary.rounds, played.len()), (5, 5 * BOTS / 2));
    let points: Points = over.standings[0].rows.iter().map(|row| row.points).sum();
    assert_eq!(points, Points::of_halves(2 * 5 * BOTS as u32 / 2));
}
