//! The websocket: one connection, one task.

mod frame;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use axum::response::Response;
use bosworth_protocol::{CommandAnswer, FromClient, FromServer, Person, Scope};
use bosworth_table::{AccountId, Command, GameId, IdempotencyKey, Refusal};
use bosworth_tournament::TournamentId;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout};

use self::frame::{close_with_reason, frame, write};
use crate::app::App;
use crate::auth::token_bucket::TokenBucket;
use crate::auth::{Address, MaybeCaller, Quota, RateLimitKey};
use crate::connection_registry::{AccountConnection, Credential};
use crate::http::extract::Upgrade;
use crate::http::problem::Failure;
use crate::limits::{
    MAX_CONCURRENT_COMMANDS, MAX_FOLLOWED_TOURNAMENTS, MAX_MESSAGE_BYTES, MAX_WATCHED_GAMES,
    PING_INTERVAL, PING_INTERVAL_IN_GAME, SOCKET_MESSAGES, WRITE_TIMEOUT,
};
use crate::service_time::{now, uptime};
use crate::subscriber::{SendQueue, Subscriber};
use crate::tables::TableError;

/// Upgrades a request to a websocket.
pub(crate) async fn open(
    State(app): State<App>,
    caller: MaybeCaller,
    address: Address,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, Failure> {
    let permit = app.rate_limits.connections.admit(address)?;
    let player = caller.0.filter(|caller| caller.require_scope(Scope::Play).is_ok());
    let player = player.map(|caller| (Person::from(&caller.account), caller.credential));
    // Small buffers, because most connections are idle most of the time.
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |socket| {
        SocketSession::run(app, player, socket).await;
        drop(permit);
    }))
}

struct SocketSession {
    app: App,
    account: Option<AccountId>,
    subscriber: Subscriber,
    games: HashSet<GameId>,
    tournaments: HashSet<TournamentId>,
    /// Permits for concurrent commands.
    commands: Arc<Semaphore>,
    bucket: TokenBucket,
    ping: u32,
    pinged_at: Instant,
    pong_received: bool,
    lag: Option<u32>,
}

impl SocketSession {
    async fn run(app: App, player: Option<(Person, Credential)>, socket: WebSocket) {
        let (subscriber, queue) = Subscriber::new();
        let (person, credential) = player.unzip();
        let account = person.as_ref().map(|person| person.id);
        if let (Some(person), Some(credential)) = (&person, credential) {
            let (subscriber, person) = (subscriber.clone(), person.clone());
            app.connections.register(AccountConnection { subscriber, person, credential });
        }
        metrics::gauge!("bosworth_connections").increment(1.0);
        subscriber.send(FromServer::Welcome { you: person, now: now() });
        let text = app.operator_settings.current().announcement.clone();
        if !text.is_empty() {
            subscriber.send(FromServer::Announce { text });
        }
        let mut session = Self {
            app,
            account,
            subscriber,
            games: HashSet::new(),
            tournaments: HashSet::new(),
            commands: Arc::new(Semaphore::new(MAX_CONCURRENT_COMMANDS)),
            bucket: TokenBucket::new(uptime()),
            ping: 0,
            pinged_at: Instant::now(),
            pong_received: true,
            lag: None,
        };
        session.serve(socket, queue).await;
        for game in &session.games {
            session.app.tables.leave(*game, &session.subscriber);
        }
        for event in &session.tournaments {
            session.app.connections.unfollow(*event, &session.subscriber);
        }
        session.app.connections.unregister(session.account, &session.subscriber);
        session.app.lobby.visitors_changed();
        metrics::gauge!("bosworth_connections").decrement(1.0);
    }

    async fn serve(&mut self, mut socket: WebSocket, mut queue: SendQueue) {
        let mut stopping = self.app.stopping.clone();
        loop {
            let ping_interval =
                if self.games.is_empty() { PING_INTERVAL } else { PING_INTERVAL_IN_GAME };
            let write_timeout = (2 * ping_interval).min(WRITE_TIMEOUT);
            tokio::select! {
                // Writes come first: while a client does not read, nothing is read from it
                // (backpressure).
                biased;
                () = stopped(&mut stopping) => {
                    close_with_reason(&mut socket, "the server is shutting down", true).await;
                    return;
                }
                message = queue.next() => {
                    let Some(message) = message else {
                        close_with_reason(&mut socket, "too slow; reconnect and request what you missed", true).await;
                        return;
                    };
                    let written = timeout(write_timeout, write(&mut socket, &mut queue, message)).await;
                    match written {
                        Ok(Ok(ControlFlow::Continue(()))) => {}
                        Ok(Ok(ControlFlow::Break(())) | Err(_)) | Err(_) => return,
                    }
                }
                message = socket.recv() => {
                    let Some(Ok(message)) = message else {
                        if let Some(Err(_)) = message {
                            let reason = "the message is too long or violates the websocket protocol";
                            close_with_reason(&mut socket, reason, false).await;
                        }
                        return;
                    };
                    if let ControlFlow::Break(reason) = self.read(message).await {
                        if let Some(reason) = reason {
                            close_with_reason(&mut socket, reason, false).await;
                        }
                        return;
                    }
                }
                () = tokio::time::sleep_until(self.pinged_at + ping_interval) => {
                    if !self.pong_received {
                        // The last ping is still unanswered.
                        return;
                    }
                    self.pong_received = false;
                    self.ping = self.ping.wrapping_add(1);
                    self.pinged_at = Instant::now();
                    let ping = FromServer::Ping { n: self.ping, lag: self.lag };
                    let sent = timeout(write_timeout, socket.send(frame(&ping.into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return;
                    }
                }
            }
        }
    }

    /// Takes a token for one message. Returns whether there was one.
    fn allows(&mut self) -> bool {
        !self.app.config.limits || self.bucket.take(SOCKET_MESSAGES, uptime()).is_ok()
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
            Message::Binary(_) => return ControlFlow::Break(Some("messages must be text")),
        };
        if !self.allows() {
            return ControlFlow::Break(Some("too many messages"));
        }
        let Ok(message) = serde_json::from_str::<FromClient>(&message) else {
            return ControlFlow::Break(Some("not a valid client message"));
        };
        match message {
            FromClient::Watch { game, since } => {
                if self.games.len() >= MAX_WATCHED_GAMES && !self.games.contains(&game) {
                    return ControlFlow::Break(Some("too many games on one connection"));
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
                if self.tournaments.len() >= MAX_FOLLOWED_TOURNAMENTS
                    && !self.tournaments.contains(&event)
                {
                    return ControlFlow::Break(Some("too many tournaments on one connection"));
                }
                self.follow(event).await;
            }
            FromClient::Unfollow { event } => {
                if self.tournaments.remove(&event) {
                    self.app.connections.unfollow(event, &self.subscriber);
                }
            }
            FromClient::Pong(n) => {
                if n == self.ping && !self.pong_received {
                    self.pong_received = true;
                    self.lag = Some(self.pinged_at.elapsed().as_millis() as u32);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Starts a command. Its answer is sent when it completes.
    fn command(
        &self,
        game: GameId,
        key: IdempotencyKey,
        command: Command,
    ) -> ControlFlow<Option<&'static str>> {
        let Ok(permit) = self.commands.clone().try_acquire_owned() else {
            return ControlFlow::Break(Some("too many concurrent commands"));
        };
        let Some(account) = self.account else {
            let refusal = Refusal::Spectator;
            self.subscriber.send(FromServer::Refused { game, key, refusal });
            return ControlFlow::Continue(());
        };
        if self.app.limit(Quota::Command, RateLimitKey::Account(account)).is_err() {
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
                Err(why) => table_failure(game, &why, "the server cannot do this at the moment"),
            });
        });
        ControlFlow::Continue(())
    }

    async fn watch(&mut self, game: GameId, since: u32) {
        match self.app.tables.watch(game, self.account, since, &self.subscriber).await {
            Ok(()) => drop(self.games.insert(game)),
            Err(why) => {
                self.subscriber.send(table_failure(
                    game,
                    &why,
                    "the server cannot show this game at the moment",
                ));
            }
        }
    }

    /// Subscribes before reading the tournament, so that no change is missed.
    async fn follow(&mut self, tournament: TournamentId) {
        self.app.connections.follow(tournament, &self.subscriber);
        self.tournaments.insert(tournament);
        if let Ok(message) = self.app.tournaments.extent(tournament).await {
            self.subscriber.send(message);
        } else {
            // There is no such tournament. The HTTP API reports that.
            self.tournaments.remove(&tournament);
            self.app.connections.unfollow(tournament, &self.subscriber);
        }
    }

    async fn lobby(&mut self, on: bool) {
        self.app.connections.set_lobby_subscription(&self.subscriber, self.account, on);
        self.app.lobby.visitors_changed();
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
    // The sender is dropped only with the server.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// The error message for a client when a table cannot be used.
fn table_failure(game: GameId, why: &TableError, reason: &str) -> FromServer {
    match why {
        TableError::Unknown | TableError::Sealed => FromServer::Unknown { game, damaged: false },
        TableError::Damaged(_) => FromServer::Unknown { game, damaged: true },
        TableError::Store(why) => {
            tracing::error!(%game, %why, "{reason}");
            FromServer::Bye { reason: reason.into(), again: true }
        }
    }
}
