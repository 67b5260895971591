//! The maximum number of tokens per account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::limits::TOKEN_NAME_CHARS;
use bosworth_protocol::{Scope, TokenRequest, TokenView};

use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey, api_token};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/me/tokens", list)
        .post("/api/me/tokens", make)
        .delete("/api/me/tokens/{id}", revoke)
}

async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<TokenView>>, Failure> {
    caller.require_session()?;
    let tokens = app.store.tokens_of(caller.account.id).await?;
    Ok(Json(tokens.iter().map(api_token::view).collect()))
}

async fn make(
    State(app): State<App>,
    caller: Caller,
    JsonBody(TokenRequest { name, scopes }): JsonBody<TokenRequest>,
) -> Result<(StatusCode, Json<TokenView>), Failure> {
    caller.require_registered()?;
    let (id, name) = (caller.account.id, name.trim());
    if !TOKEN_NAME_CHARS.contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(Failure::bad_request("the name of a token is one line of 1 to 60 characters"));
    }
    let mut once = Vec::new();
    for scope in scopes {
        if !once.contains(&scope) {
            once.push(scope);
        }
    }
    if once.contains(&Scope::Admin) {
        return Err(Failure::forbidden(
            "only `bosworth admin token` can create tokens with this scope",
        ));
    }
    if once.is_empty() {
        return Err(Failure::bad_request("choose the scopes of the token: play, read or both"));
    }
    app.limit(Quota::Make, RateLimitKey::Account(id))?;
    let limit = crate::limits::MAX_TOKENS;
    let full = || Failure::conflict(format!("the limit is {limit} tokens; revoke one first"));
    let token = api_token::create(&app, id, name, &once).await?.ok_or_else(full)?;
    Ok((StatusCode::CREATED, Json(token)))
}

async fn revoke(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    if app.store.revoke_token(caller.account.id, &id).await? {
        app.credentials_changed(caller.account.id);
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::not_found("token not found; GET /api/me/tokens lists yours"))
}
