//! The websocket: one connection, one task.

mod frame;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use bosworth_protocol::{CommandAnswer, FromClient, FromServer, Person, Scope};
use bosworth_table::{AccountId, Command, GameId, IdempotencyKey, Refusal};
use bosworth_tournament::TournamentId;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout};

use self::frame::{bye, frame, write};
use crate::app::App;
use crate::clock::now;
use crate::crowd::{AccountConnection, Pass};
use crate::http::problem::Failure;
use crate::people::{Address, MaybeCaller, Quota, Who};
use crate::subscriber::{SendQueue, Subscriber};
use crate::tables::TableError;

/// The maximum length of a message, in bytes.
const LONGEST: usize = 4 * 1024;
/// The maximum number of games that one connection may watch.
const MOST_GAMES: usize = 32;
/// The maximum number of events that one connection may follow.
const MOST_EVENTS: usize = 8;
/// The maximum number of concurrent commands of one connection.
const AT_ONCE: usize = 16;
/// Token bucket for messages: its capacity, and its refill rate a second.
const BURST: f64 = 60.0;
const RATE: f64 = 20.0;
/// Write timeout: how long a peer may leave data unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Ping interval, in a game and idle.
const PING_IN_GAME: Duration = Duration::from_millis(2_500);
const PING: Duration = Duration::from_secs(30);

/// Upgrades a request to a websocket.
pub(crate) async fn open(
    State(app): State<App>,
    caller: MaybeCaller,
    address: Address,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let door = app.limits.doors.enter(address)?;
    let player = caller.0.filter(|caller| caller.may(Scope::Play).is_ok());
    let player = player.map(|caller| (Person::from(&caller.account), caller.pass));
    // Small buffers: most connections are idle most of the time.
    let upgrade = upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |socket| {
        Connection::run(app, player, socket).await;
        drop(door);
    }))
}

struct Connection {
    app: App,
    account: Option<AccountId>,
    subscriber: Subscriber,
    games: HashSet<GameId>,
    events: HashSet<TournamentId>,
    /// Permits for commands that run at the same time.
    commands: Arc<Semaphore>,
    tokens: f64,
    last_refill: Instant,
    ping: u32,
    pinged: Instant,
    answered: bool,
    lag: Option<u32>,
}

impl Connection {
    async fn run(app: App, player: Option<(Person, Pass)>, socket: WebSocket) {
        let (subscriber, queue) = Subscriber::new();
        let (person, pass) = player.unzip();
        let account = person.as_ref().map(|person| person.id);
        if let (Some(person), Some(pass)) = (&person, pass) {
            let (subscriber, person) = (subscriber.clone(), person.clone());
            app.crowd.enter(AccountConnection { subscriber, person, pass });
        }
        metrics::gauge!("bosworth_connections").increment(1.0);
        subscriber.send(FromServer::Welcome { you: person, now: now() });
        let text = app.house.rules().announcement.clone();
        if !text.is_empty() {
            subscriber.send(FromServer::Announce { text });
        }
        let mut connection = Self {
            app,
            account,
            subscriber,
            games: HashSet::new(),
            events: HashSet::new(),
            commands: Arc::new(Semaphore::new(AT_ONCE)),
            tokens: BURST,
            last_refill: Instant::now(),
            ping: 0,
            pinged: Instant::now(),
            answered: true,
            lag: None,
        };
        connection.serve(socket, queue).await;
        for game in &connection.games {
            connection.app.tables.leave(*game, &connection.subscriber);
        }
        for event in &connection.events {
            connection.app.crowd.unfollow(*event, &connection.subscriber);
        }
        connection.app.crowd.leave(connection.account, &connection.subscriber);
        connection.app.lobby.look_around();
        metrics::gauge!("bosworth_connections").decrement(1.0);
    }

    async fn serve(&mut self, mut socket: WebSocket, mut queue: SendQueue) {
        let mut stopping = self.app.stopping.clone();
        loop {
            let pause = if self.games.is_empty() { PING } else { PING_IN_GAME };
            let limit = (2 * pause).min(WRITE_TIMEOUT);
            tokio::select! {
                // Writes come first: a peer that does not read is not read from either
                // (backpressure).
                biased;
                () = stopped(&mut stopping) => {
                    bye(&mut socket, "the server stops", true).await;
                    return;
                }
                message = queue.next() => {
                    let Some(message) = message else {
                        bye(&mut socket, "too slow: come back and ask for the rest", true).await;
                        return;
                    };
                    let written = timeout(limit, write(&mut socket, &mut queue, message)).await;
                    match written {
                        Ok(Ok(ControlFlow::Continue(()))) => {}
                        Ok(Ok(ControlFlow::Break(())) | Err(_)) | Err(_) => return,
                    }
                }
                message = socket.recv() => {
                    let Some(Ok(message)) = message else {
                        if let Some(Err(why)) = message {
                            // A message over the limit, or a violation of the websocket protocol.
                            bye(&mut socket, &why.to_string(), false).await;
                        }
                        return;
                    };
                    if let ControlFlow::Break(reason) = self.read(message).await {
                        if let Some(reason) = reason {
                            bye(&mut socket, reason, false).await;
                        }
                        return;
                    }
                }
                () = tokio::time::sleep_until(self.pinged + pause) => {
                    if !self.answered {
                        // The last ping is still unanswered.
                        return;
                    }
                    self.answered = false;
                    self.ping = self.ping.wrapping_add(1);
                    self.pinged = Instant::now();
                    let ping = FromServer::Ping { n: self.ping, lag: self.lag };
                    let sent = timeout(limit, socket.send(frame(&ping.into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return;
                    }
                }
            }
        }
    }

    /// Takes a token for one more message. Returns whether there was one.
    fn allows(&mut self) -> bool {
        if !self.app.config.limits {
            return true;
        }
        let elapsed = self.last_refill.elapsed().as_secs_f64();
        self.last_refill = Instant::now();
        self.tokens = (self.tokens + elapsed * RATE).min(BURST) - 1.0;
        self.tokens >= 0.0
    }

    async fn read(&mut self, message: Message) -> ControlFlow<Option<&'static str>> {
        let message = match message {
            Message::Text(message) => message,
            Message::Ping(_) | Message::Pong(_) if self.allows() => {
                return ControlFlow::Continue(());
            }
            Message::Close(_) => return ControlFlow::Break(None),
            Message::Ping(_) | Message::Pong(_) => {
                return ControlFlow::Break(Some("too many messages"));
            }
            Message::Binary(_) => return ControlFlow::Break(Some("messages are text")),
        };
        if !self.allows() {
            return ControlFlow::Break(Some("too many messages"));
        }
        let Ok(message) = serde_json::from_str::<FromClient>(&message) else {
            return ControlFlow::Break(Some("this is no message that a client can send"));
        };
        match message {
            FromClient::Watch { game, since } => {
                if self.games.len() >= MOST_GAMES && !self.games.contains(&game) {
                    return ControlFlow::Break(Some("too many games at once"));
                }
                self.watch(game, since).await;
            }
            FromClient::Leave { game } => {
                if self.games.remove(&game) {
                    self.app.tables.leave(game, &self.subscriber);
                }
            }
            FromClient::Do { game, key, command } => return self.command(game, key, command),
            FromClient::Lobby(on) => self.lobby(on).await,
            FromClient::Follow { event } => {
                if self.events.len() >= MOST_EVENTS && !self.events.contains(&event) {
                    return ControlFlow::Break(Some("too many events at once"));
                }
                self.follow(event).await;
            }
            FromClient::Unfollow { event } => {
                if self.events.remove(&event) {
                    self.app.crowd.unfollow(event, &self.subscriber);
                }
            }
            FromClient::Pong(n) => {
                if n == self.ping && !self.answered {
                    self.answered = true;
                    self.lag = Some(self.pinged.elapsed().as_millis() as u32);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Starts a command, whose answer is sent when it completes.
    fn command(
        &self,
        game: GameId,
        key: IdempotencyKey,
        command: Command,
    ) -> ControlFlow<Option<&'static str>> {
        let Ok(permit) = self.commands.clone().try_acquire_owned() else {
            return ControlFlow::Break(Some("too many commands at once"));
        };
        let Some(account) = self.account else {
            let refusal = Refusal::Spectator;
            self.subscriber.send(FromServer::Refused { game, key, refusal });
            return ControlFlow::Continue(());
        };
        if self.app.limit(Quota::Command, Who::Account(account)).is_err() {
            return ControlFlow::Break(Some("too many commands"));
        }
        let (app, subscriber) = (self.app.clone(), self.subscriber.clone());
        let lag = i64::from(self.lag.unwrap_or(0));
        // Spawned, so that a lost connection does not cancel it half-way.
        tokio::spawn(async move {
            let done = app.command(game, account, key, &command, lag).await;
            drop(permit);
            subscriber.send(match done {
                Ok(CommandAnswer::Done(seq)) => FromServer::Done { game, key, seq },
                Ok(CommandAnswer::Refused(refusal)) => FromServer::Refused { game, key, refusal },
                Err(why) => failure(game, &why, "the server cannot do this now"),
            });
        });
        ControlFlow::Continue(())
    }

    async fn watch(&mut self, game: GameId, since: u32) {
        match self.app.tables.watch(game, self.account, since, &self.subscriber).await {
            Ok(()) => drop(self.games.insert(game)),
            Err(why) => {
                self.subscriber.send(failure(game, &why, "the server cannot show this game now"));
            }
        }
    }

    /// Subscribed before it is looked at, so that no change is missed.
    async fn follow(&mut self, event: TournamentId) {
        self.app.crowd.follow(event, &self.subscriber);
        self.events.insert(event);
        if let Ok(message) = self.app.events.extent(event).await {
            self.subscriber.send(message);
        } else {
            // There is none: whoever asks for it is told so.
            self.events.remove(&event);
            self.app.crowd.unfollow(event, &self.subscriber);
        }
    }

    async fn lobby(&mut self, on: bool) {
        self.app.crowd.lobby(&self.subscriber, self.account, on);
        self.app.lobby.look_around();
        if !on {
            return;
        }
        if let Ok(seeks) = self.app.lobby.seeks().await {
            self.subscriber.send(FromServer::Seeks(seeks));
        }
        if let Ok(hall) = self.app.lobby.hall().await {
            self.subscriber.send(FromServer::LobbyActivity(hall));
        }
    }
}

/// Resolves at shutdown.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender is gone only when the server is.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// The error message for a client when a table cannot be used.
fn failure(game: GameId, why: &TableError, told: &str) -> FromServer {
    match why {
        TableError::Unknown | TableError::Sealed => FromServer::Unknown { game, damaged: false },
        TableError::Damaged(_) => FromServer::Unknown { game, damaged: true },
        TableError::Store(why) => {
            tracing::error!(%game, %why, "{told}");
            FromServer::Bye { reason: told.into(), again: true }
        }
    }
}
