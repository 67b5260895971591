//! Guests, sign-up, log-in and log-out.

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use bosworth_protocol::{AccountKind, Credentials, Me};
use bosworth_table::AccountId;

use crate::app::App;
use crate::auth::account_name::{self, InvalidName, Name};
use crate::auth::login_throttle::LoginAttempt;
use crate::auth::password::Password;
use crate::auth::request_origin::{self, RequestOrigin};
use crate::auth::{Address, Caller, MaybeCaller, Quota, RateLimitKey, login_session, secret};
use crate::http::admin::disabled;
use crate::http::extract::JsonBody;
use crate::http::me;
use crate::http::problem::Failure;
use crate::http::route::Routes;
use crate::store::{Account, NewAccount, StoreError};

/// Attempts to find a free guest name.
const GUEST_NAME_ATTEMPTS: usize = 20;

/// An answer that sets a cookie.
type Entered = (AppendHeaders<[(axum::http::HeaderName, HeaderValue); 1]>, Json<Me>);

pub(super) fn routes() -> Routes {
    Routes::default()
        .post("/api/guest", guest)
        .post("/api/register", register)
        .post("/api/login", login)
        .post("/api/logout", logout)
}

/// Creates a guest. A caller who is logged in already keeps their account.
async fn guest(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    headers: HeaderMap,
) -> Result<axum::response::Response, Failure> {
    if let Some(caller) = caller {
        return Ok(Json(me::view(&app, &caller.account).await?).into_response());
    }
    own_page(&app, &headers)?;
    app.limit(Quota::Guest, RateLimitKey::Address(address))?;
    for _ in 0..GUEST_NAME_ATTEMPTS {
        let name = account_name::guest(secret::number());
        match create(&app, AccountKind::Guest, &name, None, None).await {
            Err(StoreError::NameTaken) => {}
            made => return Ok(enter(&app, &made?, &headers).await?.into_response()),
        }
    }
    Err(Failure::unavailable())
}

/// Signs up. A guest is promoted to an account and keeps their games.
async fn register(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    headers: HeaderMap,
    JsonBody(Credentials { name, password, invitation }): JsonBody<Credentials>,
) -> Result<Entered, Failure> {
    own_page(&app, &headers)?;
    let name = chosen(&app, &name)?;
    let password = Password::choose(password, name.as_str())?;
    if caller.as_ref().is_some_and(|caller| caller.account.kind != AccountKind::Guest) {
        return Err(Failure::conflict("you have an account already; log out first"));
    }
    app.limit(Quota::Register, RateLimitKey::Address(address))?;
    if app.store.account_by_name(&name.key()).await?.is_some() {
        return Err(StoreError::NameTaken.into());
    }
    // First, because it may fail: then the invitation is still good.
    let hash = app.rate_limits.password_hashers.hash(password).await?;
    let redeemed = app.redeem_invitation(invitation.as_deref()).await??;
    let guest = match caller {
        Some(Caller { account, session: Some(session), .. }) => Some((account, session)),
        _ => None,
    };
    let made = match &guest {
        Some((account, _)) => {
            app.store.promote_guest(account.id, name.as_str(), &name.key(), &hash).await
        }
        None => create(&app, AccountKind::Person, name.as_str(), Some(hash), None).await.map(drop),
    };
    if let (Err(_), Some(invitation)) = (&made, redeemed) {
        app.store.return_invitation(&invitation).await?;
    }
    made?;
    let Some((account, session)) = guest else {
        let person = app.store.account_by_name(&name.key()).await?;
        return enter(&app, &person.ok_or_else(Failure::unavailable)?, &headers).await;
    };
    // A new session against fixation: the guest's cookie may be known to others.
    app.store.revoke_session(account.id, &session.id).await?;
    app.credentials_changed(account.id);
    let promoted = app.store.account(account.id).await?;
    enter(&app, &promoted.ok_or_else(Failure::unavailable)?, &headers).await
}

/// Logs in.
async fn login(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    JsonBody(Credentials { name, password, .. }): JsonBody<Credentials>,
) -> Result<Entered, Failure> {
    own_page(&app, &headers)?;
    app.limit(Quota::Login, RateLimitKey::Address(address))?;
    let account = match name.parse::<Name>() {
        Ok(name) => app.store.account_by_name(&name.key()).await?,
        Err(_) => None,
    };
    // Confusable names share a key, but only the exact name logs in.
    let account = account.filter(|account| account.name.eq_ignore_ascii_case(&name));
    let account = account.filter(|account| account.kind == AccountKind::Person);
    prove(&app, address, &name, account.as_ref(), password).await?;
    let account = account.ok_or_else(|| Failure::wrong_credentials(&name))?;
    // Only those who know the password are told.
    if account.disabled.is_some() {
        return Err(disabled());
    }
    if let Some(key) = login_session::key(&headers)
        && let Some((old, before)) = app.store.session(&secret::hash(key), app.now()).await?
    {
        app.store.revoke_session(before.id, &old.id).await?;
        app.credentials_changed(before.id);
    }
    enter(&app, &account, &headers).await
}

/// Verifies a password, with an increasing delay after each failure for this address and name.
pub(super) async fn prove(
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

/// Logs out. Succeeds without a session, such as for a program with a token.
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

/// Creates an account with a fresh id.
pub(super) async fn create(
    app: &App,
    kind: AccountKind,
    name: &str,
    password: Option<String>,
    owner: Option<AccountId>,
) -> Result<Account, StoreError> {
    let new = new_account(app, kind, name, password, owner);
    app.store.create_account(&new).await?;
    Ok(as_made(new))
}

/// Creates a bot, unless its owner has as many as allowed.
pub(super) async fn create_bot(
    app: &App,
    name: &str,
    owner: AccountId,
    most: i64,
) -> Result<Option<Account>, StoreError> {
    let new = new_account(app, AccountKind::Bot, name, None, Some(owner));
    let made = app.store.create_bot(&new, owner, most).await?;
    Ok(made.then(|| as_made(new)))
}

fn new_account(
    app: &App,
    kind: AccountKind,
    name: &str,
    password: Option<String>,
    owner: Option<AccountId>,
) -> NewAccount {
    NewAccount {
        id: AccountId::from_random(secret::number()),
        name: name.into(),
        name_key: account_name::key(name),
        kind,
        created: app.now(),
        language: None,
        owner,
        password,
    }
}

fn as_made(new: NewAccount) -> Account {
    let NewAccount { id, name, kind, created, language, owner, .. } = new;
    Account {
        id,
        name,
        kind,
        created,
        closed: None,
        chat: true,
        language,
        owner,
        disabled: None,
        muted: None,
    }
}

/// A name that can be chosen here.
pub(super) fn chosen(app: &App, name: &str) -> Result<Name, Failure> {
    let name: Name = name.parse()?;
    if app.forbids_name(name.as_str()) {
        return Err(InvalidName::Reserved.into());
    }
    Ok(name)
}

/// Opens a session for an account.
async fn enter(app: &App, account: &Account, headers: &HeaderMap) -> Result<Entered, Failure> {
    let cookie = login_session::open(app, account.id, headers).await?;
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(me::view(app, account).await?)))
}

/// Another site's page must not log its visitors in here, not even as guests (log-in CSRF).
fn own_page(app: &App, headers: &HeaderMap) -> Result<(), Failure> {
    match RequestOrigin::of(headers, &app.config) {
        RequestOrigin::SameSite | RequestOrigin::Unknown => Ok(()),
        RequestOrigin::CrossSite => {
            Err(Failure::forbidden("only this server's own pages can do this"))
        }
    }
}
