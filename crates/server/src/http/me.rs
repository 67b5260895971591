//! The caller's own account.

mod bots;
mod export;
mod holiday;
mod mail;
mod notification_settings;
mod push;
mod sessions;
mod tokens;
mod training;

pub(in crate::http) use self::export::AccountDocument;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use bosworth_protocol::{
    CommandAnswer, Deletion, LANGUAGES, Me, PasswordChange, Preferences, RatingView, Scope,
    VisitorView,
};
use bosworth_table::{AccountId, Command, IdempotencyKey};

use crate::app::App;
use crate::auth::password::Password;
use crate::auth::{
    Address, Caller, MaybeCaller, account_name, login_session, request_origin, secret,
};
use crate::http::extract::{JsonBody, rating_view, speed};
use crate::http::listed_router::ListedRouter;
use crate::http::login::verify_password;
use crate::http::problem::Failure;
use crate::store::{Account, Rating, StoreError};
use crate::tables::TableError;
use crate::tournaments::TournamentError;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/visitor", visitor)
        .get("/api/me", show)
        .delete("/api/me", delete)
        .put("/api/me/preferences", prefer)
        .post("/api/me/password", change_password)
        .with(sessions::routes())
        .with(tokens::routes())
        .with(bots::routes())
        .with(export::routes())
        .with(notification_settings::routes())
        .with(push::routes())
        .with(mail::routes())
        .with(holiday::routes())
        .with(training::routes())
}

/// Returns an account as its owner sees it.
pub(super) async fn view(app: &App, account: &Account) -> Result<Me, StoreError> {
    Ok(Me {
        person: account.into(),
        preferences: account.into(),
        ratings: ratings(app, account.id).await?,
        role: account.role,
        muted: account.muted.is_some(),
    })
}

/// Returns the ratings at all speeds played.
pub(super) async fn ratings(app: &App, id: AccountId) -> Result<Vec<RatingView>, StoreError> {
    rating_views(&app.store.ratings(id).await?)
}

/// Ratings by the number of their speed, as shown to users.
pub(super) fn rating_views(ratings: &[(i64, Rating)]) -> Result<Vec<RatingView>, StoreError> {
    ratings.iter().map(|(number, rating)| Ok(rating_view(speed(*number)?, rating))).collect()
}

/// The caller's account. Also renews the browser's cookie.
async fn show(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    caller.require_scope(Scope::Read)?;
    let me = Json(view(&app, &caller.account).await?);
    Ok(renewed(&app, Some(&caller), &headers, me))
}

/// Returns the visitor's account, if any: pages ask before they know, so having none is not an
/// error. Also renews the browser's cookie.
async fn visitor(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let caller = caller.filter(|caller| caller.require_scope(Scope::Read).is_ok());
    let me = match &caller {
        Some(caller) => Some(view(&app, &caller.account).await?),
        None => None,
    };
    Ok(renewed(&app, caller.as_ref(), &headers, Json(VisitorView { me })))
}

/// Renews the browser's cookie if the request had one.
fn renewed(
    app: &App,
    caller: Option<&Caller>,
    headers: &HeaderMap,
    answer: impl IntoResponse,
) -> Response {
    let session = caller.is_some_and(|caller| caller.session.is_some());
    let Some(key) = login_session::key(headers).filter(|_| session) else {
        return answer.into_response();
    };
    let cookie = login_session::cookie(key, request_origin::is_secure(headers, &app.config));
    (AppendHeaders([(SET_COOKIE, cookie)]), answer).into_response()
}

/// Refuses unsupported languages.
fn check_language(language: Option<&str>) -> Result<(), Failure> {
    if language.is_some_and(|language| !LANGUAGES.contains(&language)) {
        return Err(Failure::bad_request(
            "not a supported language; use en, de or fr, or leave it out for the browser's",
        ));
    }
    Ok(())
}

async fn prefer(
    State(app): State<App>,
    caller: Caller,
    JsonBody(Preferences { chat, language }): JsonBody<Preferences>,
) -> Result<Json<Preferences>, Failure> {
    caller.require_session()?;
    check_language(language.as_deref())?;
    app.store.set_preferences(caller.account.id, chat, language.as_deref()).await?;
    Ok(Json(Preferences { chat, language }))
}

/// How long after a login an account without a password can set one, in milliseconds.
const FIRST_PASSWORD_WINDOW_MS: i64 = 10 * 60 * 1_000;

/// Changes the password and revokes all other sessions. An account of another service has none; it
/// sets one right after a login there, so that a session left open is not enough.
async fn change_password(
    State(app): State<App>,
    caller: Caller,
    address: Address,
    JsonBody(PasswordChange { old, new }): JsonBody<PasswordChange>,
) -> Result<StatusCode, Failure> {
    let session = caller.require_registered()?;
    let Account { id, name, .. } = &caller.account;
    let new = Password::choose(new, name)?;
    if app.store.password(*id).await?.is_some() {
        verify_password(&app, address, name, Some(&caller.account), old).await?;
    } else if app.now() - session.created > FIRST_PASSWORD_WINDOW_MS {
        return Err(Failure::forbidden("log out and in again, then set a password at once"));
    }
    let hash = app.rate_limits.password_hashers.hash(new).await?;
    app.store.set_password(*id, Some(&hash)).await?;
    app.store.revoke_other_sessions(*id, Some(&session.hash)).await?;
    app.credentials_changed(*id);
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account and its bots. Games stay, anonymised, because they are also the opponents'.
async fn delete(
    State(app): State<App>,
    caller: Caller,
    address: Address,
    headers: HeaderMap,
    JsonBody(Deletion { password }): JsonBody<Deletion>,
) -> Result<impl IntoResponse, Failure> {
    caller.require_session()?;
    let account = &caller.account;
    // Guests have no password, and neither have accounts of another service.
    if app.store.password(account.id).await?.is_some() {
        verify_password(&app, address, &account.name, Some(account), password).await?;
    }
    close_with_bots(&app, account.id).await?;
    let cookie = login_session::no_cookie(request_origin::is_secure(&headers, &app.config));
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, cookie)])))
}

/// Closes an account and its bots permanently.
pub(crate) async fn close_with_bots(app: &App, id: AccountId) -> Result<(), TableError> {
    for bot in app.store.bots_of(id).await?.iter().filter(|bot| bot.closed.is_none()) {
        close(app, bot.id).await?;
    }
    close(app, id).await
}

/// Closes an account permanently and ends its games, so that no opponent is left waiting.
async fn close(app: &App, id: AccountId) -> Result<(), TableError> {
    for game in app.store.open_games_of(id).await? {
        let tables = app.tables.clone();
        // Spawned, so that a lost connection cannot cancel it half-way.
        let ended = tokio::spawn(async move {
            for command in [Command::Abort, Command::Resign] {
                let key = IdempotencyKey(secret::number() >> 11);
                if let CommandAnswer::Done(_) = tables.command(game, id, key, &command, 0).await? {
                    break;
                }
            }
            Ok::<(), TableError>(())
        });
        ended.await.map_err(|_| StoreError::Closed)??;
    }
    // If this fails, the account stays open and closing it can be retried.
    if let Err(why) = app.tournaments.withdraw_account(id).await {
        tracing::warn!(account = %id, %why, "cannot withdraw an account from tournaments");
        return Err(match why {
            TournamentError::Store(why) => why.into(),
            TournamentError::Table(why) => why,
            _ => StoreError::TimedOut.into(),
        });
    }
    app.store.close_account(id, &account_name::deleted(secret::number()), app.now()).await?;
    app.credentials_changed(id);
    Ok(())
}
