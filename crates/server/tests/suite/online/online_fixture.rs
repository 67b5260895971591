//! A server under test, and its clients.

use std::time::Duration;

use bosworth_client::{Client, ClientError, Connection, Play, Update};
use bosworth_protocol::{
    Challenge, Credentials, FromServer, GameId, Me, OfferTerms, SeekAnswer, Stage,
};
use bosworth_rules::Action;
use bosworth_server::{App, Config, Server, WebApp};
use bosworth_testing::{Watchdog, in_time, within};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that runs until it is dropped or stopped.
pub struct OnlineFixture {
    pub url: String,
    pub app: App,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
    _site: TempDir,
    _watchdog: Watchdog,
}

impl OnlineFixture {
    pub async fn open(config: Config) -> Self {
        Self::open_after(config, |_| ()).await
    }

    /// A server to which something has happened before it starts.
    pub async fn open_after(config: Config, happened: impl FnOnce(&App)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("index.html"), "<!doctype html>").expect("a page");
        let site = WebApp::folder(folder.path()).expect("a site");
        let server = Server::bind(([127, 0, 0, 1], 0).into(), site, config).await;
        let server = server.expect("a server");
        let url = format!("http://{}", server.address());
        let app = server.app().clone();
        happened(&app);
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await.expect("a good end");
        });
        Self { url, app, stop: Some(stop), running, _site: folder, _watchdog: Watchdog::start() }
    }

    pub async fn in_memory() -> Self {
        Self::open(Config { limits: false, ..Config::default() }).await
    }

    pub async fn stop(mut self) {
        drop(self.stop.take());
        in_time("the server to stop", self.running).await.expect("the server ends");
    }

    pub fn nobody(&self) -> Client {
        Client::new(&self.url).expect("an address")
    }

    pub async fn guest(&self) -> (Client, Me) {
        let mut client = self.nobody();
        let me = client.guest().await.expect("a guest");
        (client, me)
    }

    pub async fn person(&self, name: &str) -> (Client, Me) {
        let mut client = self.nobody();
        let credentials = Credentials::new(name, "white rose of York");
        let me = client.register(&credentials).await.expect("an account");
        (client, me)
    }
}

pub fn terms(clock: &str, rated: bool) -> OfferTerms {
    let clock = clock.parse().expect("a clock");
    OfferTerms { ruleset: "classic".into(), clock, rated, side: None }
}

pub fn challenge(clock: &str, rated: bool) -> Challenge {
    Challenge::open(terms(clock, rated))
}

/// Starts a game between two players with matching offers.
pub async fn pair(one: &Client, other: &Client, clock: &str, rated: bool) -> GameId {
    let offer = challenge(clock, rated);
    assert!(matches!(one.offer(&offer).await.expect("an offer"), SeekAnswer::Seek(_)));
    match other.offer(&offer).await.expect("a game") {
        SeekAnswer::Game(game) => game,
        SeekAnswer::Seek(seek) => panic!("{seek:?} was not paired"),
    }
}

/// Random actions, deterministic for a seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn pick(&mut self, actions: &[Action]) -> Action {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        actions[(self.0 >> 33) as usize % actions.len()]
    }
}

/// Timeout of a whole game.
const WHOLE_GAME: Duration = Duration::from_secs(180);

/// Acts on every turn, until the game is over or `plies` have been done.
pub async fn play(play: &mut Play, dice: Dice, plies: usize) {
    within(WHOLE_GAME, "the game", act_in_turn(play, dice, plies)).await;
}

async fn act_in_turn(play: &mut Play, mut dice: Dice, plies: usize) {
    loop {
        if let Some(table) = play.table() {
            if table.stage() == Stage::Over || table.plies() >= plies {
                return;
            }
            if table.turn().is_some() && table.turn() == play.side() && !play.is_waiting() {
                let actions: Vec<Action> =
                    table.position().expect("a position").actions().iter().collect();
                play.act(dice.pick(&actions)).await;
            }
        }
        let update = play.next().await.expect("the server keeps running");
        if let Update::Refused { key, refusal: why, .. } = &update {
            panic!("{key:?} was refused: {why}");
        }
    }
}

/// Spectates until the game is over.
pub async fn look_on(play: &mut Play) {
    let watching = async {
        while play.table().is_none_or(|table| table.stage() != Stage::Over) {
            play.next().await.expect("the server keeps running");
        }
    };
    within(WHOLE_GAME, "the end of the game", watching).await;
}

/// The next message of a kind.
pub async fn until<T>(
    connection: &mut Connection,
    mut find: impl FnMut(FromServer) -> Option<T>,
) -> T {
    let looking = async {
        loop {
            if let Some(found) = find(connection.next().await.expect("a message")) {
                return found;
            }
        }
    };
    in_time("a message of that kind", looking).await
}

/// Why a connection ends.
pub async fn end_of(connection: &mut Connection) -> ClientError {
    let looking = async {
        loop {
            if let Err(ended) = connection.next().await {
                return ended;
            }
        }
    };
    in_time("the end of the connection", looking).await
}
