//! Games over HTTP: a glance, a command, a stream of lines.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bosworth_protocol::{
    BotLine, CommandAnswer, CommandRequest, FromServer, OpenGame, Person, Players, ProblemKind,
    Scope, TableView,
};
use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId, LogEntry, Stage, Table};
use futures_util::stream;
use serde::Deserialize;

use crate::app::App;
use crate::clock::now;
use crate::crowd::Guest;
use crate::http::answer::{Asked, Part, Sent};
use crate::http::problem::Failure;
use crate::http::route::Routes;
use crate::line::{Line, Outbox};
use crate::people::door::Door;
use crate::people::{Address, Caller, MaybeCaller, Quota, Who};
use crate::socket;
use crate::tables::{Damage, Outcome, TableError};

/// How often a stream says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(7);

/// Everything about games that go on.
pub fn routes() -> Routes {
    Routes::default()
        .get("/api/games/{id}", look)
        .post("/api/games/{id}/command", command)
        .get("/api/games/{id}/stream", stream_game)
        .get("/api/stream", stream_account)
        .get("/api/me/games", open_games)
        .get("/api/ws", socket::open)
}

impl From<TableError> for Failure {
    fn from(why: TableError) -> Self {
        match why {
            TableError::Unknown => Self::not_found("there is no such game"),
            TableError::Store(why) => why.into(),
            TableError::Damaged(_) => {
                let message = "the log of this game is damaged; whoever runs the server can look \
                               into it with bosworth db check";
                Self::new(StatusCode::CONFLICT, ProblemKind::Damaged, message)
            }
        }
    }
}

fn parse(id: &str) -> Result<GameId, Failure> {
    id.parse().map_err(|_| Failure::not_found("there is no such game"))
}

async fn look(
    State(app): State<App>,
    Part(id): Part,
    caller: MaybeCaller,
) -> Result<Json<TableView>, Failure> {
    let (table, players) = app.tables.look(parse(&id)?).await?;
    let account = caller.0.map(|caller| caller.account.id);
    Ok(Json(view(&table, &players, account)))
}

/// A table at a glance.
pub(crate) fn view(table: &Table, players: &Players, account: Option<AccountId>) -> TableView {
    let opening = table.opening();
    let name = |side: Side| side.to_string().to_lowercase();
    let position = table.position();
    TableView {
        game: table.id(),
        players: players.clone(),
        ruleset: opening.ruleset.to_string(),
        clock: opening.clock,
        rated: opening.rated,
        stage: match table.stage() {
            Stage::Waiting => "waiting",
            Stage::Running => "running",
            Stage::Over => "over",
        }
        .into(),
        you: account.and_then(|account| opening.side_of(account)).map(name),
        position: position.map(ToString::to_string),
        actions: match (table.turn(), position) {
            (Some(_), Some(position)) => {
                position.actions().iter().map(|action| action.to_string()).collect()
            }
            _ => Vec::new(),
        },
        plies: table
            .game()
            .map(|game| game.plies().iter().map(ToString::to_string).collect())
            .unwrap_or_default(),
        revision: table.revision(),
        turn: table.turn().map(name),
        left: table.left(now()).map(|left| (left.red, left.white)),
        commitment: table.commitment().to_string(),
        result: table.result().to_string(),
        reason: table.ending().map(|ending| ending.reason),
        seq: table.length(),
    }
}

async fn command(
    State(app): State<App>,
    Part(id): Part,
    caller: Caller,
    Sent(request): Sent<CommandRequest>,
) -> Result<Json<CommandAnswer>, Failure> {
    caller.may(Scope::Play)?;
    let game = parse(&id)?;
    let account = caller.account.id;
    app.limit(Quota::Command, Who::Account(account))?;
    let tables = app.tables.clone();
    // On its own, so that a lost connection does not interrupt it half-way.
    let done = tokio::spawn(async move {
        tables.command(game, account, request.key, &request.command, 0).await
    });
    let done = done.await.map_err(|_| Failure::unavailable())??;
    Ok(Json(match done {
        Outcome::Done(seq) => CommandAnswer::Done(seq),
        Outcome::Refused(refusal) => CommandAnswer::Refused(refusal),
    }))
}

async fn open_games(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<OpenGame>>, Failure> {
    caller.may(Scope::Read)?;
    let account = caller.account.id;
    let mut games = Vec::new();
    for game in app.store.open_games_of(account).await? {
        let (table, players) = match app.tables.look(game).await {
            // One damaged game hides no other.
            Err(TableError::Damaged(_)) => continue,
            looked => looked?,
        };
        let opening = table.opening();
        let side = opening.side_of(account);
        let waiting =
            table.stage() == Stage::Waiting && side.is_some_and(|side| table.nonce(side).is_none());
        games.push(OpenGame {
            game,
            players,
            ruleset: opening.ruleset.to_string(),
            clock: opening.clock,
            rated: opening.rated,
            your_turn: waiting || (side.is_some() && table.turn() == side),
            deadline: table.deadline(),
            plies: table.plies(),
        });
    }
    // What waits comes first, and of that what has the least time left.
    games.sort_by_key(|game| (!game.your_turn, game.deadline.unwrap_or(i64::MAX)));
    Ok(Json(games))
}

#[derive(Deserialize)]
struct Since {
    #[serde(default)]
    since: u32,
}

async fn stream_game(
    State(app): State<App>,
    Part(id): Part,
    Asked(Since { since }): Asked<Since>,
    caller: MaybeCaller,
    address: Address,
) -> Result<Response, Failure> {
    let game = parse(&id)?;
    let door = app.limits.doors.enter(address)?;
    let player = caller.0.filter(|caller| caller.may(Scope::Play).is_ok());
    let account = player.map(|caller| caller.account.id);
    let (line, outbox) = Line::new();
    let hold = Hold { app, line, game: Some(game), account: None, _door: door };
    let (entries, players) = hold.app.tables.attend(game, account, &hold.line).await?;
    let folder = Folder::new(account, since, entries, players)?;
    Ok(ndjson(hold, outbox, Kind::Game(Box::new(folder))))
}

async fn stream_account(
    State(app): State<App>,
    caller: Caller,
    address: Address,
) -> Result<Response, Failure> {
    caller.may(Scope::Play)?;
    let door = app.limits.doors.enter(address)?;
    let account = caller.account.id;
    let (line, outbox) = Line::new();
    let person = Person::from(&caller.account);
    app.crowd.enter(Guest { line: line.clone(), person, pass: caller.pass });
    // From here on, whatever happens lets go of the line.
    let hold = Hold { app, line, game: None, account: Some(account), _door: door };
    // What goes on already comes first.
    for game in hold.app.store.open_games_of(account).await? {
        hold.line.send(crate::room::text(&FromServer::Begin { game }));
    }
    Ok(ndjson(hold, outbox, Kind::Account))
}

/// Lets go of everything when the reader of a stream is gone.
struct Hold {
    app: App,
    line: Line,
    game: Option<GameId>,
    account: Option<AccountId>,
    _door: Door,
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some(game) = self.game {
            self.app.tables.leave(game, &self.line);
        }
        self.app.crowd.leave(self.account, &self.line);
    }
}

enum Kind {
    Game(Box<Folder>),
    Account,
}

/// Folds a game's log for a reader who does not want to.
struct Folder {
    account: Option<AccountId>,
    table: Table,
    players: Players,
    /// The line that comes before all others.
    state: Option<BotLine>,
}

impl Folder {
    fn new(
        account: Option<AccountId>,
        since: u32,
        entries: Vec<LogEntry>,
        players: Players,
    ) -> Result<Self, Failure> {
        let table = Table::replay(&entries).map_err(|why| TableError::from(Damage::from(why)))?;
        let state = BotLine::State {
            view: Box::new(view(&table, &players, account)),
            players: Box::new(players.clone()),
            entries: entries.into_iter().skip(since as usize).collect(),
        };
        Ok(Self { account, table, players, state: Some(state) })
    }

    fn line(&mut self, message: FromServer) -> Option<BotLine> {
        let entry = match message {
            FromServer::Entry { entry, .. } => entry,
            // Somebody is called something else now.
            FromServer::Table { players, .. } => {
                self.players = *players;
                return None;
            }
            _ => return None,
        };
        self.table.fold(&entry).ok()?;
        let view = Box::new(view(&self.table, &self.players, self.account));
        Some(BotLine::Entry { entry, view })
    }
}

fn ndjson(hold: Hold, outbox: Outbox, kind: Kind) -> Response {
    let lines = stream::unfold((hold, outbox, kind), |(hold, mut outbox, mut kind)| async move {
        if let Kind::Game(folder) = &mut kind
            && let Some(state) = folder.state.take()
        {
            let text = serde_json::to_string(&state).ok()? + "\n";
            return Some((Ok::<Bytes, Infallible>(Bytes::from(text)), (hold, outbox, kind)));
        }
        let mut stopping = hold.app.stopping.clone();
        let text = tokio::select! {
            message = tokio::time::timeout(HEARTBEAT, outbox.next()) => match message {
                Err(_) => "\n".to_owned(),
                // The reader was too slow: it comes back and says what it has.
                Ok(None) => return None,
                Ok(Some(message)) if socket::is_farewell(&message) => return None,
                Ok(Some(message)) => {
                    let message: FromServer = serde_json::from_str(&message).ok()?;
                    let line = match &mut kind {
                        Kind::Game(folder) => folder.line(message),
                        Kind::Account => match message {
                            FromServer::Begin { game } => Some(BotLine::Begin { game }),
                            FromServer::Turn { game } => Some(BotLine::Turn { game }),
                            _ => None,
                        },
                    };
                    match line {
                        Some(line) => serde_json::to_string(&line).ok()? + "\n",
                        None => String::new(),
                    }
                }
            },
            () = socket::stopped(&mut stopping) => return None,
        };
        let bytes = Ok::<Bytes, Infallible>(Bytes::from(text));
        Some((bytes, (hold, outbox, kind)))
    });
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}
