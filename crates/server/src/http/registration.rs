//! Registration: guests, accounts and bots.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use bosworth_protocol::{AccountKind, Credentials};
use bosworth_table::AccountId;

use crate::app::App;
use crate::auth::account_name::{self, InvalidName, Name};
use crate::auth::password::Password;
use crate::auth::{Address, Caller, MaybeCaller, Quota, RateLimitKey, secret};
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::login::{LoggedIn, require_own_page, start_session};
use crate::http::me;
use crate::http::problem::Failure;
use crate::store::{Account, NewAccount, StoreError};

/// Attempts to find a free guest name.
const GUEST_NAME_ATTEMPTS: usize = 20;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().post("/api/guest", guest).post("/api/register", register)
}

/// Creates a guest. A caller who is logged in keeps their account.
async fn guest(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    headers: HeaderMap,
) -> Result<axum::response::Response, Failure> {
    if let Some(caller) = caller {
        return Ok(Json(me::view(&app, &caller.account).await?).into_response());
    }
    require_own_page(&app, &headers)?;
    app.limit(Quota::Guest, RateLimitKey::Address(address))?;
    for _ in 0..GUEST_NAME_ATTEMPTS {
        let name = account_name::guest(secret::number());
        match create(&app, AccountKind::Guest, &name, None, None).await {
            Err(StoreError::NameTaken) => {}
            made => return Ok(start_session(&app, &made?, &headers).await?.into_response()),
        }
    }
    Err(Failure::unavailable())
}

/// Registers an account. A guest is promoted and keeps their games.
async fn register(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    headers: HeaderMap,
    JsonBody(Credentials { name, password, invitation }): JsonBody<Credentials>,
) -> Result<LoggedIn, Failure> {
    require_own_page(&app, &headers)?;
    let name = check_name(&app, &name)?;
    let password = Password::choose(password, name.as_str())?;
    if caller.as_ref().is_some_and(|caller| caller.account.kind != AccountKind::Guest) {
        return Err(Failure::conflict("you already have an account; log out first"));
    }
    app.limit(Quota::Register, RateLimitKey::Address(address))?;
    if app.store.account_by_name(&name.key()).await?.is_some() {
        return Err(StoreError::NameTaken.into());
    }
    // First, because it can fail and must not use up the invitation.
    let hash = app.rate_limits.password_hashers.hash(password).await?;
    let redeemed = app.redeem_invitation(invitation.as_deref()).await??;
    let guest = match caller {
        Some(Caller { account, session: Some(session), .. }) => Some((account, session)),
        _ => None,
    };
    let made = match &guest {
        Some((account, _)) => {
            app.store.promote_guest(account.id, name.as_str(), Some(&hash), None).await.map(drop)
        }
        None => create(&app, AccountKind::Person, name.as_str(), Some(hash), None).await.map(drop),
    };
    if let (Err(_), Some(invitation)) = (&made, redeemed) {
        app.store.return_invitation(&invitation).await?;
    }
    made?;
    let Some((account, session)) = guest else {
        let person = app.store.account_by_name(&name.key()).await?;
        return start_session(&app, &person.ok_or_else(Failure::unavailable)?, &headers).await;
    };
    // A new session prevents session fixation: the guest's cookie could be known to others.
    app.store.revoke_session(account.id, &session.id).await?;
    app.credentials_changed(account.id);
    let promoted = app.store.account(account.id).await?;
    start_session(&app, &promoted.ok_or_else(Failure::unavailable)?, &headers).await
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
    Ok(created_account(new))
}

/// Creates a bot unless its owner has reached the limit.
pub(super) async fn create_bot(
    app: &App,
    name: &str,
    owner: AccountId,
    limit: i64,
) -> Result<Option<Account>, StoreError> {
    let new = new_account(app, AccountKind::Bot, name, None, Some(owner));
    let made = app.store.create_bot(&new, owner, limit).await?;
    Ok(made.then(|| created_account(new)))
}

pub(super) fn new_account(
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

fn created_account(new: NewAccount) -> Account {
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
        role: None,
    }
}

/// Parses a name and checks that it is allowed on this server.
pub(super) fn check_name(app: &App, name: &str) -> Result<Name, Failure> {
    let name: Name = name.parse()?;
    if app.forbids_name(name.as_str()) {
        return Err(InvalidName::Reserved.into());
    }
    Ok(name)
}
