//! Login and logout.

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use bosworth_protocol::{AccountKind, Credentials, Me};

use crate::app::App;
use crate::auth::account_name::{self, Name};
use crate::auth::login_throttle::LoginAttempt;
use crate::auth::request_origin::{self, RequestOrigin};
use crate::auth::{Address, Caller, MaybeCaller, Quota, RateLimitKey, login_session, secret};
use crate::http::admin::disabled;
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::me;
use crate::http::problem::Failure;
use crate::store::Account;

/// A response that sets a session cookie.
pub(super) type LoggedIn = (AppendHeaders<[(axum::http::HeaderName, HeaderValue); 1]>, Json<Me>);

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().post("/api/login", login).post("/api/logout", logout)
}

/// Logs in.
async fn login(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    JsonBody(Credentials { name, password, .. }): JsonBody<Credentials>,
) -> Result<LoggedIn, Failure> {
    require_own_page(&app, &headers)?;
    app.limit(Quota::Login, RateLimitKey::Address(address))?;
    let account = match name.parse::<Name>() {
        Ok(name) => app.store.account_by_name(&name.key()).await?,
        Err(_) => None,
    };
    // Confusable names share a key, but only the exact name logs in.
    let account = account.filter(|account| account_name::is_same(&account.name, &name));
    let account = account.filter(|account| account.kind == AccountKind::Person);
    verify_password(&app, address, &name, account.as_ref(), password).await?;
    let account = account.ok_or_else(|| Failure::wrong_credentials(&name))?;
    // Only revealed to those who know the password.
    if account.disabled.is_some() {
        return Err(disabled());
    }
    if let Some(key) = login_session::key(&headers)
        && let Some((old, before)) = app.store.session(&secret::hash(key), app.now()).await?
    {
        app.store.revoke_session(before.id, &old.id).await?;
        app.credentials_changed(before.id);
    }
    start_session(&app, &account, &headers).await
}

/// Verifies a password, with an increasing delay after each failure for this address and name.
pub(super) async fn verify_password(
    app: &App,
    address: Address,
    name: &str,
    account: Option<&Account>,
    password: String,
) -> Result<(), Failure> {
    let attempt = LoginAttempt::new(address, &account_name::key(name));
    attempt.begin(app).await??;
    let hash = match account {
        Some(account) => app.store.password(account.id).await?,
        None => None,
    };
    if app.rate_limits.password_hashers.verify(password, hash).await? {
        attempt.succeeded(app).await?;
        return Ok(());
    }
    attempt.failed(app).await?;
    Err(Failure::wrong_credentials(name))
}

/// Logs out. Also succeeds without a session, for example for programs with a token.
async fn logout(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    if let Some(Caller { account, session: Some(session), .. }) = caller {
        app.store.revoke_session(account.id, &session.id).await?;
        app.credentials_changed(account.id);
    }
    let cookie = login_session::no_cookie(request_origin::is_secure(&headers, &app.config));
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, cookie)])))
}

/// Opens a session for an account.
pub(super) async fn start_session(
    app: &App,
    account: &Account,
    headers: &HeaderMap,
) -> Result<LoggedIn, Failure> {
    let cookie = login_session::open(app, account.id, headers).await?;
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(me::view(app, account).await?)))
}

/// Another site's page must not log its visitors in here, not even as guests (login CSRF).
pub(super) fn require_own_page(app: &App, headers: &HeaderMap) -> Result<(), Failure> {
    match RequestOrigin::of(headers, &app.config) {
        RequestOrigin::SameSite | RequestOrigin::Unknown => Ok(()),
        RequestOrigin::CrossSite => {
            Err(Failure::forbidden("only pages of this server can do this"))
        }
    }
}
