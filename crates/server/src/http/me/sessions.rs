//! The login sessions of an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::SessionView;

use crate::app::App;
use crate::auth::Caller;
use crate::http::extract::PathSegment;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::store::LoginSession;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/me/sessions", list).delete("/api/me/sessions/{id}", revoke)
}

pub(super) fn view(session: &LoginSession, current: Option<&LoginSession>) -> SessionView {
    SessionView {
        id: session.id.clone(),
        created: session.created,
        seen: session.seen,
        agent: session.agent.clone(),
        current: current.is_some_and(|current| current.hash == session.hash),
    }
}

async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<SessionView>>, Failure> {
    caller.require_session()?;
    let now = app.now();
    let sessions = app.store.sessions_of(caller.account.id).await?;
    let valid = sessions.iter().filter(|session| session.expires > now);
    Ok(Json(valid.map(|session| view(session, caller.session.as_ref())).collect()))
}

async fn revoke(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    if app.store.revoke_session(caller.account.id, &id).await? {
        app.credentials_changed(caller.account.id);
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::not_found("session not found; GET /api/me/sessions lists yours"))
}
