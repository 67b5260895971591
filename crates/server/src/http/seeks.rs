//! Offers to play over HTTP.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use bosworth_protocol::{Challenge, ProblemKind, Scope, Seek, SeekAnswer, Terms};
use bosworth_table::GameId;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::http::problem::Failure;
use crate::lobby::LobbyError;
use crate::people::Caller;

/// Everything about finding a game.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/api/seeks", get(list).post(offer))
        .route("/api/seeks/{id}", get(one).delete(withdraw))
        .route("/api/seeks/{id}/accept", post(accept))
        .route("/api/computer", post(computer))
}

impl From<LobbyError> for Failure {
    fn from(why: LobbyError) -> Self {
        let kind = match &why {
            LobbyError::Ruleset(_) | LobbyError::Level => ProblemKind::BadRequest,
            LobbyError::NotRated | LobbyError::OutOfRange => ProblemKind::Forbidden,
            LobbyError::TooMany | LobbyError::Own => ProblemKind::Conflict,
            LobbyError::Gone => ProblemKind::Gone,
            LobbyError::Table(_) => ProblemKind::Unavailable,
        };
        match why {
            LobbyError::Table(why) => why.into(),
            other => Self::new(kind, &other.to_string()),
        }
    }
}

/// A game that has begun.
#[derive(Serialize)]
struct Begun {
    game: GameId,
}

async fn list(State(app): State<App>) -> Result<Json<Vec<Seek>>, Failure> {
    Ok(Json(app.lobby.seeks().await?))
}

async fn one(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Seek>, Failure> {
    Ok(Json(app.lobby.seek(&id).await?))
}

async fn offer(
    State(app): State<App>,
    caller: Caller,
    Json(challenge): Json<Challenge>,
) -> Result<Json<SeekAnswer>, Failure> {
    caller.may(Scope::Play)?;
    Ok(Json(app.lobby.offer(&caller.account, challenge).await?))
}

async fn withdraw(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    caller.may(Scope::Play)?;
    if app.lobby.withdraw(caller.account.id, &id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Failure::new(ProblemKind::NotFound, "there is no such offer of yours"))
    }
}

async fn accept(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Begun>, Failure> {
    caller.may(Scope::Play)?;
    let game = app.lobby.accept(&caller.account, &id).await?;
    Ok(Json(Begun { game }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Computer {
    level: u8,
    terms: Terms,
}

async fn computer(
    State(app): State<App>,
    caller: Caller,
    Json(Computer { level, terms }): Json<Computer>,
) -> Result<Json<Begun>, Failure> {
    caller.may(Scope::Play)?;
    let game = app.lobby.computer(&caller.account, level, &terms).await?;
    Ok(Json(Begun { game }))
}
