//! Blocks of accounts by other accounts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::app::App;
use crate::auth::Caller;
use crate::http::extract::PathSegment;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::profiles::find;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/me/blocks", blocks)
        .put("/api/me/blocks/{name}", block)
        .delete("/api/me/blocks/{name}", unblock)
}

async fn blocks(State(app): State<App>, caller: Caller) -> Result<Json<Vec<String>>, Failure> {
    caller.require_session()?;
    Ok(Json(app.store.blocked_by(caller.account.id).await?))
}

async fn block(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    let other = find(&app, &name).await?;
    if other.id == caller.account.id {
        return Err(Failure::conflict("you cannot block yourself"));
    }
    if app.store.block(caller.account.id, other.id, app.now()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::conflict("the limit is 200 blocked players; unblock somebody first"))
}

async fn unblock(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    let other = find(&app, &name).await?;
    if app.store.unblock(caller.account.id, other.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::not_found("you have not blocked a player with this name"))
}
