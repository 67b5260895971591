//! NDJSON streams for bots: the events of a game, and those of an account.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bosworth_protocol::{BotLine, FromServer, Person, Players, Scope};
use bosworth_table::{AccountId, GameId, LogEntry, Table};
use futures_util::stream;
use serde::Deserialize;
use tokio::time::timeout;

use crate::app::App;
use crate::auth::{Address, Caller, MaybeCaller};
use crate::connection_registry::AccountConnection;
use crate::http::extract::{PathSegment, QueryParams};
use crate::http::games::{parse, view};
use crate::http::problem::Failure;
use crate::listen::connection_limits::ConnectionPermit;
use crate::outgoing_message::OutgoingMessage;
use crate::socket;
use crate::subscriber::{SendQueue, Subscriber};
use crate::tables::TableError;

/// Interval of keep-alive lines.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(7);

#[derive(Deserialize)]
pub(super) struct Since {
    #[serde(default)]
    since: u32,
}

/// Streams the events of a game.
pub(super) async fn game(
    State(app): State<App>,
    PathSegment(id): PathSegment,
    QueryParams(Since { since }): QueryParams<Since>,
    caller: MaybeCaller,
    address: Address,
) -> Result<Response, Failure> {
    let game = parse(&id)?;
    let permit = app.rate_limits.connections.admit(address)?;
    let player = caller.0.filter(|caller| caller.require_scope(Scope::Play).is_ok());
    let account = player.as_ref().map(|caller| caller.account.id);
    let (subscriber, queue) = Subscriber::new();
    if let Some(player) = player {
        app.connections.register_game_stream(connection(&subscriber, player));
    }
    // From here on, dropping the guard unsubscribes.
    let subscription =
        StreamSubscription { app, subscriber, game: Some(game), account, _permit: permit };
    let attended =
        subscription.app.tables.subscribe_with_log(game, account, &subscription.subscriber).await;
    let (entries, players) = attended?;
    let mut follower = GameFollower::new(account, &entries, players)?;
    let state = follower.state(entries, since);
    let line = move |message: &FromServer| follower.line(message);
    Ok(ndjson(subscription, queue, Some(state), line))
}

/// Streams the events of an account: games that start, turns, and challenges.
pub(super) async fn account(
    State(app): State<App>,
    caller: Caller,
    address: Address,
) -> Result<Response, Failure> {
    caller.require_scope(Scope::Play)?;
    let permit = app.rate_limits.connections.admit(address)?;
    let account = caller.account.id;
    let (subscriber, queue) = Subscriber::new();
    app.connections.register(connection(&subscriber, caller));
    // From here on, dropping the guard unsubscribes.
    let subscription =
        StreamSubscription { app, subscriber, game: None, account: Some(account), _permit: permit };
    // Games already in progress come first.
    for game in subscription.app.store.open_games_of(account).await? {
        let begins = match subscription.app.tables.room(game).await {
            Ok(room) => room.begins(),
            Err(TableError::Store(why)) => return Err(why.into()),
            Err(_) => FromServer::Begin { game, seek: None },
        };
        subscription.subscriber.send(begins);
    }
    if subscription.app.lobby.count_challenges(account).await? > 0 {
        subscription.subscriber.send(FromServer::Challenges);
    }
    let line = |message: &FromServer| match message {
        FromServer::Begin { game, seek } => {
            Some(BotLine::Begin { game: *game, seek: seek.clone() })
        }
        FromServer::Turn { game } => Some(BotLine::Turn { game: *game }),
        FromServer::Challenges => Some(BotLine::Challenges {}),
        _ => None,
    };
    Ok(ndjson(subscription, queue, None, line))
}

fn connection(subscriber: &Subscriber, caller: Caller) -> AccountConnection {
    let person = Person::from(&caller.account);
    AccountConnection { subscriber: subscriber.clone(), person, credential: caller.credential }
}

/// Unsubscribes on drop.
struct StreamSubscription {
    app: App,
    subscriber: Subscriber,
    game: Option<GameId>,
    account: Option<AccountId>,
    _permit: ConnectionPermit,
}

impl Drop for StreamSubscription {
    fn drop(&mut self) {
        if let Some(game) = self.game {
            self.app.tables.leave(game, &self.subscriber);
        }
        self.app.connections.unregister(self.account, &self.subscriber);
    }
}

/// Folds a game's log on behalf of a client that does not.
struct GameFollower {
    account: Option<AccountId>,
    table: Table,
    players: Players,
}

impl GameFollower {
    fn new(
        account: Option<AccountId>,
        log: &[LogEntry],
        players: Players,
    ) -> Result<Self, TableError> {
        Ok(Self { account, table: Table::replay(log)?, players })
    }

    /// Returns the first line of the stream, with the log from an entry on.
    fn state(&self, log: Vec<LogEntry>, since: u32) -> BotLine {
        BotLine::State {
            view: Box::new(view(&self.table, &self.players, self.account)),
            players: Box::new(self.players.clone()),
            entries: log.into_iter().skip(since as usize).collect(),
        }
    }

    /// Converts a message to a line, if it has one.
    fn line(&mut self, message: &FromServer) -> Option<BotLine> {
        match message {
            FromServer::Entry { entry, .. } => {
                self.table.fold(entry).ok()?;
                let view = Box::new(view(&self.table, &self.players, self.account));
                Some(BotLine::Entry { entry: entry.clone(), view })
            }
            // A player was renamed.
            FromServer::Table { players, .. } => {
                self.players = (**players).clone();
                None
            }
            _ => None,
        }
    }
}

/// An NDJSON response: an optional first line, then a line per relevant message.
fn ndjson<F>(
    subscription: StreamSubscription,
    queue: SendQueue,
    first: Option<BotLine>,
    line: F,
) -> Response
where
    F: FnMut(&FromServer) -> Option<BotLine> + Send + 'static,
{
    let state = (subscription, queue, first, line);
    let lines = stream::unfold(state, |(subscription, mut queue, first, mut line)| async move {
        let written = if let Some(first) = first {
            text(&first)?
        } else {
            let mut stopping = subscription.app.stopping.clone();
            tokio::select! {
                message = timeout(KEEP_ALIVE_INTERVAL, queue.next()) => match message {
                    Err(_) => "\n".to_owned(),
                    Ok(message) => {
                        // A reader that was too slow has to reconnect and say which entries it has.
                        let message = message.filter(|message| !message.is_farewell())?;
                        next(&message, &mut line)?
                    }
                },
                () = socket::stopped(&mut stopping) => return None,
            }
        };
        let bytes = Ok::<Bytes, Infallible>(Bytes::from(written));
        Some((bytes, (subscription, queue, None, line)))
    });
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// Returns the bytes to write for a message, possibly none.
fn next(
    message: &OutgoingMessage,
    line: &mut impl FnMut(&FromServer) -> Option<BotLine>,
) -> Option<String> {
    line(message.message()).map_or(Some(String::new()), |line| text(&line))
}

fn text(line: &BotLine) -> Option<String> {
    Some(serde_json::to_string(line).ok()? + "\n")
}
