//! Offers to play over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{Challenge, OfferTerms, ProblemKind, Scope, Seek, SeekAnswer};
use bosworth_table::{COMPUTER_LEVELS, GameId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::{Caller, MaybeCaller};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::profiles::find;
use crate::lobby::LobbyError;

/// All routes for finding a game.
pub fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/seeks", list)
        .post("/api/seeks", offer)
        .get("/api/seeks/{id}", one)
        .delete("/api/seeks/{id}", withdraw)
        .post("/api/seeks/{id}/accept", accept)
        .get("/api/me/challenges", challenges)
        .get("/api/me/seeks", own)
        .post("/api/computer", computer)
}

impl From<LobbyError> for Failure {
    fn from(why: LobbyError) -> Self {
        let message = why.to_string();
        match why {
            LobbyError::Ruleset(_) | LobbyError::Handicap(_) | LobbyError::Level => {
                Self::bad_request(message)
            }
            LobbyError::NotRated
            | LobbyError::RatedHandicap
            | LobbyError::AccountNeeded
            | LobbyError::OutOfRange
            | LobbyError::NotForYou
            | LobbyError::Apart
            | LobbyError::OneOwner => Self::forbidden(message),
            LobbyError::TooMany | LobbyError::TooManyGames | LobbyError::Own => {
                Self::conflict(message)
            }
            LobbyError::Gone => Self::new(StatusCode::GONE, ProblemKind::Gone, message),
            LobbyError::Table(why) => why.into(),
        }
    }
}

/// A new game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GameName")]
pub(in crate::http) struct Begun {
    game: GameId,
}

async fn list(State(app): State<App>, _: MaybeCaller) -> Result<Json<Vec<Seek>>, Failure> {
    Ok(Json(app.lobby.seeks().await?))
}

/// Lists the challenges to the caller.
async fn challenges(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Seek>>, Failure> {
    caller.require_scope(Scope::Read)?;
    Ok(Json(app.lobby.challenges(caller.account.id).await?))
}

/// Lists the caller's open offers and challenges.
async fn own(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Seek>>, Failure> {
    caller.require_scope(Scope::Read)?;
    Ok(Json(app.lobby.seeks_of(caller.account.id).await?))
}

async fn one(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(id): PathSegment,
) -> Result<Json<Seek>, Failure> {
    Ok(Json(app.lobby.seek(&id).await?))
}

async fn offer(
    State(app): State<App>,
    caller: Caller,
    JsonBody(challenge): JsonBody<Challenge>,
) -> Result<Json<SeekAnswer>, Failure> {
    caller.require_scope(Scope::Play)?;
    let to = match &challenge.to {
        Some(name) => Some(find(&app, name).await?),
        None => None,
    };
    Ok(Json(app.lobby.offer(&caller.account, challenge, to.as_ref()).await?))
}

async fn withdraw(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_scope(Scope::Play)?;
    if app.lobby.withdraw(caller.account.id, &id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Failure::not_found("no offer by or to you with this id"))
    }
}

async fn accept(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<Json<Begun>, Failure> {
    caller.require_scope(Scope::Play)?;
    let game = app.lobby.accept(&caller.account, &id).await?;
    Ok(Json(Begun { game }))
}

/// A new game against the computer.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct ComputerRequest {
    /// Its level.
    #[schemars(range(min = *COMPUTER_LEVELS.start(), max = *COMPUTER_LEVELS.end()))]
    level: u8,
    terms: OfferTerms,
}

async fn computer(
    State(app): State<App>,
    caller: Caller,
    JsonBody(ComputerRequest { level, terms }): JsonBody<ComputerRequest>,
) -> Result<Json<Begun>, Failure> {
    caller.require_scope(Scope::Play)?;
    let game = app.lobby.computer(&caller.account, level, &terms).await?;
    Ok(Json(Begun { game }))
}
