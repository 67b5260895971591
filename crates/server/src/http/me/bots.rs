//! Bots. A bot is an account that can only be used with tokens.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{BotRequest, NewBot, Person, Scope, TokenView};

use super::close;
use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey, account_name, api_token};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::registration::{check_name, create_bot};
use crate::limits::MAX_BOTS;
use crate::store::{Account, StoreError};

/// The name of a bot's token.
const BOT_TOKEN_NAME: &str = "bot";

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/me/bots", list)
        .post("/api/me/bots", make)
        .delete("/api/me/bots/{name}", remove)
        .post("/api/me/bots/{name}/token", renew)
}

/// The owner's bots that have not been deleted.
async fn bots(app: &App, caller: &Caller) -> Result<Vec<Account>, StoreError> {
    let mut bots = app.store.bots_of(caller.account.id).await?;
    bots.retain(|bot| bot.closed.is_none());
    Ok(bots)
}

async fn bot(app: &App, caller: &Caller, name: &str) -> Result<Account, Failure> {
    let found =
        bots(app, caller).await?.into_iter().find(|bot| account_name::is_same(&bot.name, name));
    found.ok_or_else(|| Failure::not_found("bot not found; GET /api/me/bots lists yours"))
}

async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Person>>, Failure> {
    caller.require_session()?;
    Ok(Json(bots(&app, &caller).await?.iter().map(Person::from).collect()))
}

async fn make(
    State(app): State<App>,
    caller: Caller,
    JsonBody(BotRequest { name }): JsonBody<BotRequest>,
) -> Result<(StatusCode, Json<NewBot>), Failure> {
    caller.require_registered()?;
    let (owner, name) = (caller.account.id, check_name(&app, &name)?);
    app.limit(Quota::Make, RateLimitKey::Account(owner))?;
    let full = || Failure::conflict(format!("the limit is {MAX_BOTS} bots; delete one first"));
    let bot = create_bot(&app, name.as_str(), owner, MAX_BOTS).await?.ok_or_else(full)?;
    let token = fresh(&app, &bot).await?;
    Ok((StatusCode::CREATED, Json(NewBot { person: (&bot).into(), token })))
}

async fn fresh(app: &App, bot: &Account) -> Result<TokenView, Failure> {
    let token = api_token::create(app, bot.id, BOT_TOKEN_NAME, &[Scope::Play, Scope::Read]).await?;
    token.ok_or_else(|| Failure::conflict("the bot has too many tokens; renew its token"))
}

/// Revokes a bot's tokens and creates a new one.
async fn renew(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<(StatusCode, Json<TokenView>), Failure> {
    caller.require_registered()?;
    app.limit(Quota::Make, RateLimitKey::Account(caller.account.id))?;
    let bot = bot(&app, &caller, &name).await?;
    for token in app.store.tokens_of(bot.id).await? {
        app.store.revoke_token(bot.id, &token.id).await?;
        app.credentials_changed(bot.id);
    }
    Ok((StatusCode::CREATED, Json(fresh(&app, &bot).await?)))
}

async fn remove(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_registered()?;
    close(&app, bot(&app, &caller, &name).await?.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
