//! The websocket: one connection, one task.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use bosworth_protocol::{FromClient, FromServer, Person, Scope};
use bosworth_table::{AccountId, GameId};
use futures_util::SinkExt;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout};

use crate::app::App;
use crate::clock::now;
use crate::crowd::{Guest, Pass};
use crate::http::problem::Failure;
use crate::line::{Line, Outbox};
use crate::people::{Address, MaybeCaller, Quota, Who};
use crate::room::text;
use crate::tables::{Outcome, TableError};

/// The longest message that is read.
const LONGEST: usize = 4 * 1024;
/// Games that one connection may look at at a time.
const MOST_GAMES: usize = 32;
/// Commands of one connection that are carried out at a time.
const AT_ONCE: usize = 16;
/// Messages that may come at once, and how many a second after that.
const BURST: f64 = 60.0;
const RATE: f64 = 20.0;
/// The longest that a peer may take nothing of what is written to it.
const DEAF: Duration = Duration::from_secs(10);
/// Ping interval, in a game and idle.
const PING_IN_GAME: Duration = Duration::from_millis(2_500);
const PING: Duration = Duration::from_secs(30);

/// Answers a request for a websocket.
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
    line: Line,
    games: HashSet<GameId>,
    room: Arc<Semaphore>,
    allowance: f64,
    refilled: Instant,
    ping: u32,
    pinged: Instant,
    answered: bool,
    lag: Option<u32>,
}

impl Connection {
    async fn run(app: App, player: Option<(Person, Pass)>, socket: WebSocket) {
        let (line, outbox) = Line::new();
        let (person, pass) = player.unzip();
        let account = person.as_ref().map(|person| person.id);
        if let (Some(person), Some(pass)) = (&person, pass) {
            app.crowd.enter(Guest { line: line.clone(), person: person.clone(), pass });
        }
        metrics::gauge!("bosworth_connections").increment(1.0);
        line.send(text(&FromServer::Welcome { you: person, now: now() }));
        let mut connection = Self {
            app,
            account,
            line,
            games: HashSet::new(),
            room: Arc::new(Semaphore::new(AT_ONCE)),
            allowance: BURST,
            refilled: Instant::now(),
            ping: 0,
            pinged: Instant::now(),
            answered: true,
            lag: None,
        };
        connection.serve(socket, outbox).await;
        for game in &connection.games {
            connection.app.tables.leave(*game, &connection.line);
        }
        connection.app.crowd.leave(connection.account, &connection.line);
        metrics::gauge!("bosworth_connections").decrement(1.0);
    }

    async fn serve(&mut self, mut socket: WebSocket, mut outbox: Outbox) {
        let mut stopping = self.app.stopping.clone();
        loop {
            let pause = if self.games.is_empty() { PING } else { PING_IN_GAME };
            let deaf = (2 * pause).min(DEAF);
            tokio::select! {
                // What waits to be written comes first: who does not read is not heard either.
                biased;
                () = stopped(&mut stopping) => {
                    bye(&mut socket, "the server stops", true).await;
                    return;
                }
                message = outbox.next() => {
                    let Some(message) = message else {
                        bye(&mut socket, "too slow: come back and ask for the rest", true).await;
                        return;
                    };
                    let written = timeout(deaf, write(&mut socket, &mut outbox, message)).await;
                    match written {
                        Ok(Ok(ControlFlow::Continue(()))) => {}
                        Ok(Ok(ControlFlow::Break(())) | Err(_)) | Err(_) => return,
                    }
                }
                message = socket.recv() => {
                    let Some(Ok(message)) = message else {
                        if let Some(Err(why)) = message {
                            // Too long, or no websocket at all.
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
                        // Two pings in a row without an answer.
                        return;
                    }
                    self.answered = false;
                    self.ping = self.ping.wrapping_add(1);
                    self.pinged = Instant::now();
                    let ping = FromServer::Ping { n: self.ping, lag: self.lag };
                    let sent = timeout(deaf, socket.send(Message::Text(text(&ping)))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return;
                    }
                }
            }
        }
    }

    /// Whether one message more is within the limits.
    fn allows(&mut self) -> bool {
        if !self.app.config.limits {
            return true;
        }
        let elapsed = self.refilled.elapsed().as_secs_f64();
        self.refilled = Instant::now();
        self.allowance = (self.allowance + elapsed * RATE).min(BURST) - 1.0;
        self.allowance >= 0.0
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
                    self.app.tables.leave(game, &self.line);
                }
            }
            FromClient::Do { game, key, command } => {
                let Ok(permit) = self.room.clone().try_acquire_owned() else {
                    return ControlFlow::Break(Some("too many commands at once"));
                };
                let Some(account) = self.account else {
                    let refusal = bosworth_table::Refusal::Spectator;
                    self.line.send(text(&FromServer::Refused { game, key, refusal }));
                    return ControlFlow::Continue(());
                };
                if self.app.limit(Quota::Command, Who::Account(account)).is_err() {
                    return ControlFlow::Break(Some("too many commands"));
                }
                let (tables, line) = (self.app.tables.clone(), self.line.clone());
                let lag = i64::from(self.lag.unwrap_or(0));
                // On its own, so that a lost connection does not interrupt it half-way.
                tokio::spawn(async move {
                    let done = tables.command(game, account, key, &command, lag).await;
                    drop(permit);
                    line.send(match done {
                        Ok(Outcome::Done(seq)) => done_text(game, key.0, seq),
                        Ok(Outcome::Refused(refusal)) => {
                            text(&FromServer::Refused { game, key, refusal })
                        }
                        Err(TableError::Unknown) => unknown(game, false),
                        Err(TableError::Damaged(_)) => unknown(game, true),
                        Err(why) => {
                            tracing::error!(%game, %why, "a command failed");
                            text(&bye_message("the server cannot do this now", true))
                        }
                    });
                });
            }
            FromClient::Lobby(on) => self.lobby(on).await,
            FromClient::Pong(n) => {
                if n == self.ping && !self.answered {
                    self.answered = true;
                    self.lag = Some(self.pinged.elapsed().as_millis() as u32);
                }
            }
        }
        ControlFlow::Continue(())
    }

    async fn watch(&mut self, game: GameId, since: u32) {
        match self.app.tables.watch(game, self.account, since, &self.line).await {
            Ok(()) => drop(self.games.insert(game)),
            Err(TableError::Unknown) => self.line.send(unknown(game, false)),
            Err(TableError::Damaged(_)) => self.line.send(unknown(game, true)),
            Err(why) => {
                tracing::error!(%game, %why, "a game cannot be shown");
                self.line.send(text(&bye_message("the server cannot show this game now", true)));
            }
        }
    }

    async fn lobby(&mut self, on: bool) {
        self.app.crowd.lobby(&self.line, on);
        if on && let Ok(seeks) = self.app.lobby.seeks().await {
            self.line.send(text(&FromServer::Seeks(seeks)));
        }
    }
}

/// Waits until the server stops.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender is gone only when the server is.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

fn done_text(game: GameId, key: u64, seq: u32) -> Utf8Bytes {
    format!(r#"{{"done":{{"game":"{game}","key":{key},"seq":{seq}}}}}"#).into()
}

fn unknown(game: GameId, damaged: bool) -> Utf8Bytes {
    text(&FromServer::Unknown { game, damaged })
}

fn bye_message(reason: &str, again: bool) -> FromServer {
    FromServer::Bye { reason: reason.into(), again }
}

/// Writes a message and all that wait behind it, and pushes them out at once. Nothing comes
/// after a farewell.
async fn write(
    socket: &mut WebSocket,
    outbox: &mut Outbox,
    first: Utf8Bytes,
) -> Result<ControlFlow<()>, axum::Error> {
    let mut next = Some(first);
    let mut ended = ControlFlow::Continue(());
    while let (Some(message), ControlFlow::Continue(())) = (next.take(), ended) {
        if is_farewell(&message) {
            ended = ControlFlow::Break(());
        }
        socket.feed(Message::Text(message)).await?;
        next = outbox.next_at_once();
    }
    socket.flush().await?;
    Ok(ended)
}

/// Whether a message says that the connection ends.
pub(crate) fn is_farewell(message: &str) -> bool {
    message.starts_with(r#"{"bye""#)
}

/// Says why the connection ends, and ends it.
async fn bye(socket: &mut WebSocket, reason: &str, again: bool) {
    let short: String = reason.chars().take(100).collect();
    let said = Message::Text(text(&bye_message(&short, again)));
    let code = if again { close_code::RESTART } else { close_code::POLICY };
    let close = Message::Close(Some(CloseFrame { code, reason: short.as_str().into() }));
    let _ = tokio::time::timeout(Duration::from_secs(2), async {
        socket.send(said).await?;
        socket.send(close).await
    })
    .await;
}
