//! Games over HTTP: summaries, commands, and the open and waiting games of an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{
    CommandAnswer, CommandRequest, OpenGame, Players, ProblemKind, Scope, TableView, Waiting,
};
use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId, Refusal, Stage, Table};

use crate::app::App;
use crate::auth::{Caller, MaybeCaller, Quota, RateLimitKey};
use crate::http::bot_stream;
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::service_time::now;
use crate::socket;
use crate::tables::TableError;

/// All routes for games in progress.
pub fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/games/{id}", look)
        .post("/api/games/{id}/command", command)
        .get("/api/games/{id}/stream", bot_stream::game)
        .get("/api/stream", bot_stream::account)
        .get("/api/me/games", open_games)
        .get("/api/me/waiting", waiting)
        .get("/api/ws", socket::open)
}

impl From<TableError> for Failure {
    fn from(why: TableError) -> Self {
        match why {
            TableError::Unknown => Self::not_found("game not found"),
            why @ TableError::Sealed => Self::forbidden(why.to_string()),
            TableError::Store(why) => why.into(),
            TableError::Damaged(_) => {
                let message = "the log of this game is damaged; the host can check it with \
                               `bosworth db check`";
                Self::new(StatusCode::CONFLICT, ProblemKind::Damaged, message)
            }
        }
    }
}

/// Parses the game id in a path.
pub(super) fn parse(id: &str) -> Result<GameId, Failure> {
    id.parse().map_err(|_| Failure::not_found("game not found"))
}

async fn look(
    State(app): State<App>,
    PathSegment(id): PathSegment,
    caller: MaybeCaller,
) -> Result<Json<TableView>, Failure> {
    let (table, players) = app.tables.snapshot(parse(&id)?).await?;
    let account = caller.0.map(|caller| caller.account.id);
    if table.is_sealed() && account.is_none_or(|me| table.setup().side_of(me).is_none()) {
        return Err(TableError::Sealed.into());
    }
    Ok(Json(view(&table, &players, account)))
}

/// Returns the summary of a table.
pub(crate) fn view(table: &Table, players: &Players, account: Option<AccountId>) -> TableView {
    let setup = table.setup();
    let name = |side: Side| side.to_string().to_lowercase();
    let position = table.position();
    TableView {
        game: table.id(),
        players: players.clone(),
        ruleset: setup.ruleset.to_string(),
        clock: setup.clock,
        rated: setup.rated,
        stage: match table.stage() {
            Stage::Waiting => "waiting",
            Stage::Running => "running",
            Stage::Over => "over",
        }
        .into(),
        you: account.and_then(|account| setup.side_of(account)).map(name),
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
        left: table.time_left(now()).map(|left| (left.red, left.white)),
        commitment: table.commitment().to_string(),
        result: table.result().to_string(),
        reason: table.ending().map(|ending| ending.reason),
        seq: table.length(),
        handicap: setup.handicap.map(|given| given.to_string()),
    }
}

async fn command(
    State(app): State<App>,
    PathSegment(id): PathSegment,
    caller: Caller,
    JsonBody(request): JsonBody<CommandRequest>,
) -> Result<(StatusCode, Json<CommandAnswer>), Failure> {
    caller.require_scope(Scope::Play)?;
    let game = parse(&id)?;
    let account = caller.account.id;
    app.limit(Quota::Command, RateLimitKey::Account(account))?;
    // Spawned, so that a lost connection cannot cancel it half-way.
    let done =
        tokio::spawn(
            async move { app.command(game, account, request.key, &request.command, 0).await },
        );
    let answer = done.await.map_err(|_| Failure::unavailable())??;
    let status = match &answer {
        CommandAnswer::Done(_) => StatusCode::OK,
        CommandAnswer::Refused(refusal) => refused(refusal),
    };
    Ok((status, Json(answer)))
}

/// The status of a refusal: not a player, not possible in the current state, or never valid.
fn refused(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::Spectator => StatusCode::FORBIDDEN,
        Refusal::Illegal(_) | Refusal::BadText | Refusal::BadNonce => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Refusal::Over
        | Refusal::NotBegun
        | Refusal::NotYourTurn
        | Refusal::Outdated(_)
        | Refusal::TooLate
        | Refusal::NotGone
        | Refusal::Nothing
        | Refusal::Rated
        | Refusal::Sealed
        | Refusal::NoOffer
        | Refusal::Quiet
        | Refusal::TooMuch => StatusCode::CONFLICT,
    }
}

async fn open_games(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<OpenGame>>, Failure> {
    caller.require_scope(Scope::Read)?;
    Ok(Json(app.tables.games_of(caller.account.id).await?))
}

async fn waiting(State(app): State<App>, caller: Caller) -> Result<Json<Waiting>, Failure> {
    caller.require_scope(Scope::Read)?;
    let account = caller.account.id;
    let mut waiting = app.tables.waiting_for(account).await?;
    waiting.challenges = app.lobby.count_challenges(account).await?;
    Ok(Json(waiting))
}
