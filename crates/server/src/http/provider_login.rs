//! Login with another service. The provider proves who somebody is there; an account here is
//! connected with that identity only when it is created with it, or by its owner, with the
//! password. A mail address connects nothing.

use axum::Json;
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use bosworth_protocol::{
    AccountKind, ProviderConnection, ProviderLogin, ProviderLoginRequest, Registration,
};
use serde::Deserialize;

use crate::app::App;
use crate::auth::account_name::Name;
use crate::auth::pending_login::PendingLogin;
use crate::auth::{Address, Caller, MaybeCaller, Quota, RateLimitKey, login_session, secret};
use crate::http::extract::{JsonBody, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::login::{require_own_page, verify_password};
use crate::http::problem::Failure;
use crate::http::registration::{check_name, new_account};
use crate::login_provider::{Identity, LoginProvider, is_state};
use crate::store::{Account, StoreError, StoredIdentity, address_key};

/// Numbers that are appended to a name that is taken.
const NAME_NUMBERS: std::ops::Range<u32> = 2..30;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .post("/api/login/provider", begin)
        .get("/api/login/provider/callback", callback)
        .get("/api/me/provider", show)
        .delete("/api/me/provider", disconnect)
}

fn provider(app: &App) -> Result<&LoginProvider, Failure> {
    let none = || Failure::not_found("this server has no login with another service");
    app.login_provider.as_ref().ok_or_else(none)
}

/// Begins a login: the page goes to the URL in the answer. With an account, its password is
/// required, and the identity is connected with it.
async fn begin(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    headers: HeaderMap,
    JsonBody(ProviderLoginRequest { password }): JsonBody<ProviderLoginRequest>,
) -> Result<impl IntoResponse, Failure> {
    require_own_page(&app, &headers)?;
    app.limit(Quota::Login, RateLimitKey::Address(address))?;
    let provider = provider(&app)?;
    let person = caller.filter(|caller| caller.account.kind != AccountKind::Guest);
    let connects = match &person {
        Some(caller) => {
            caller.require_registered()?;
            let account = &caller.account;
            verify_password(&app, address, &account.name, Some(account), password).await?;
            Some(account.id)
        }
        None => None,
    };
    let login = PendingLogin::new(connects);
    let url = provider.begin(&login.key).await.map_err(|why| {
        tracing::warn!(%why, "cannot begin a login with the provider");
        Failure::unavailable()
    })?;
    let cookie = login.cookie(&app, &headers).await?;
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(ProviderLogin { url })))
}

/// What the provider sends with the browser.
#[derive(Deserialize)]
struct CallbackQuery {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    iss: Option<String>,
}

/// What came of a login. The page shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LoginOutcome {
    /// Logged in.
    Done,
    /// The account is connected.
    Connected,
    /// It was not begun in this browser, or too long ago.
    Expired,
    /// The provider refused, or its answer is not valid.
    Failed,
    /// The identity belongs to another account.
    Taken,
    /// The host disabled the account.
    Disabled,
    /// An account has the mail address: its owner should log in and connect it.
    KnownMail,
    /// Registration is closed.
    Closed,
}

impl LoginOutcome {
    /// The page that the browser is sent to, relative to the callback: the server may be below a
    /// path of a proxy.
    fn page(self) -> &'static str {
        match self {
            Self::Done => "../../../#/online",
            Self::Connected => "../../../#/account?login=connected",
            Self::Expired => "../../../#/account?login=expired",
            Self::Failed => "../../../#/account?login=failed",
            Self::Taken => "../../../#/account?login=taken",
            Self::Disabled => "../../../#/account?login=disabled",
            Self::KnownMail => "../../../#/account?login=known-mail",
            Self::Closed => "../../../#/account?login=closed",
        }
    }
}

/// Ends a login: the provider has sent the browser back.
async fn callback(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    headers: HeaderMap,
    QueryParams(query): QueryParams<CallbackQuery>,
) -> Result<Response, Failure> {
    app.limit(Quota::Login, RateLimitKey::Address(address))?;
    let provider = provider(&app)?;
    let (outcome, session) = finish(&app, provider, caller, &headers, query).await?;
    let mut response = (StatusCode::SEE_OTHER, [(LOCATION, outcome.page())]).into_response();
    let cookies = response.headers_mut();
    cookies.append(SET_COOKIE, PendingLogin::no_cookie(&app, &headers));
    if let Some(session) = session {
        cookies.append(SET_COOKIE, session);
    }
    Ok(response)
}

/// The outcome, and the cookie of a new session.
async fn finish(
    app: &App,
    provider: &LoginProvider,
    caller: Option<Caller>,
    headers: &HeaderMap,
    query: CallbackQuery,
) -> Result<(LoginOutcome, Option<HeaderValue>), Failure> {
    let login = PendingLogin::of(app, headers).await?;
    let Some(login) = login.filter(|login| is_state(&login.key, &query.state)) else {
        return Ok((LoginOutcome::Expired, None));
    };
    let Some(code) = query.code else { return Ok((LoginOutcome::Failed, None)) };
    let identity = match provider.finish(&login.key, &code, query.iss.as_deref()).await {
        Ok(identity) => identity,
        Err(why) => {
            tracing::warn!(%why, "a login with the provider failed");
            return Ok((LoginOutcome::Failed, None));
        }
    };
    let caller = caller.filter(|caller| caller.session.is_some());
    let known = app.store.account_of_identity(&identity.issuer, &identity.subject).await?;
    if let Some(account) = login.connects {
        let is_same = caller.is_some_and(|caller| caller.account.id == account);
        let outcome = match known {
            _ if !is_same => LoginOutcome::Expired,
            Some(known) if known.id != account => LoginOutcome::Taken,
            Some(_) => LoginOutcome::Connected,
            None => {
                let new = StoredIdentity {
                    issuer: identity.issuer,
                    subject: identity.subject,
                    account,
                    created: app.now(),
                };
                let free = app.store.connect_identity(&new).await?;
                if free { LoginOutcome::Connected } else { LoginOutcome::Taken }
            }
        };
        return Ok((outcome, None));
    }
    // Somebody who is logged in has begun no such login: the cookie is not theirs.
    if caller.as_ref().is_some_and(|caller| caller.account.kind != AccountKind::Guest) {
        return Ok((LoginOutcome::Expired, None));
    }
    let account = match known {
        Some(account) if account.disabled.is_some() => {
            return Ok((LoginOutcome::Disabled, None));
        }
        Some(account) => account,
        None => match open_account(app, &identity, caller.as_ref()).await? {
            Ok(account) => account,
            Err(outcome) => return Ok((outcome, None)),
        },
    };
    // A new session prevents session fixation: the old cookie could be known to others.
    if let Some(Caller { account: before, session: Some(old), .. }) = caller {
        app.store.revoke_session(before.id, &old.id).await?;
        app.credentials_changed(before.id);
    }
    let session = login_session::open(app, account.id, headers).await?;
    Ok((LoginOutcome::Done, Some(session)))
}

/// Opens the account of a new identity. A guest is promoted and keeps their games.
async fn open_account(
    app: &App,
    identity: &Identity,
    caller: Option<&Caller>,
) -> Result<Result<Account, LoginOutcome>, Failure> {
    if app.operator_settings.current().registration == Registration::Closed {
        return Ok(Err(LoginOutcome::Closed));
    }
    if let Some(mail) = &identity.verified_mail
        && !app.store.accounts_with_mail(&address_key(mail)).await?.is_empty()
    {
        return Ok(Err(LoginOutcome::KnownMail));
    }
    let guest = caller.map(|caller| &caller.account);
    let guest = guest.filter(|account| account.kind == AccountKind::Guest);
    for name in names(app, identity) {
        let mut new = new_account(app, AccountKind::Person, name.as_str(), None, None);
        new.id = guest.map_or(new.id, |guest| guest.id);
        let identity = StoredIdentity {
            issuer: identity.issuer.clone(),
            subject: identity.subject.clone(),
            account: new.id,
            created: app.now(),
        };
        let opened = match guest {
            Some(guest) => {
                app.store.promote_guest(guest.id, name.as_str(), None, Some(&identity)).await
            }
            None => app.store.create_account_of_identity(&new, &identity).await,
        };
        match opened {
            Err(StoreError::NameTaken) => {}
            // Another request was faster.
            Ok(false) => return Ok(Err(LoginOutcome::Failed)),
            Ok(true) => {
                let account = app.store.account(new.id).await?;
                return Ok(Ok(account.ok_or_else(Failure::unavailable)?));
            }
            Err(why) => return Err(why.into()),
        }
    }
    Err(Failure::unavailable())
}

/// Names to try for a new account: those at the provider, then with numbers.
fn names(app: &App, identity: &Identity) -> impl Iterator<Item = Name> {
    let valid = |name: &str| check_name(app, name).ok();
    // An address that is used as a name is not for everybody to see.
    let plain = identity.names.iter().map(|name| name.split('@').next().unwrap_or_default());
    let base = plain.map(str::trim).find(|name| valid(name).is_some()).unwrap_or("Player");
    let numbered = NAME_NUMBERS.map(|number| format!("{base}{number}"));
    let random = (0..3).map(|_| format!("Player{}", secret::number() % 1_000_000));
    let all: Vec<_> = std::iter::once(base.to_owned()).chain(numbered).chain(random).collect();
    let all: Vec<_> = all.iter().filter_map(|name| valid(name)).collect();
    all.into_iter()
}

/// Whether the account is connected.
async fn show(State(app): State<App>, caller: Caller) -> Result<Json<ProviderConnection>, Failure> {
    caller.require_session()?;
    let connected = !app.store.identities_of(caller.account.id).await?.is_empty();
    let password = app.store.password(caller.account.id).await?.is_some();
    Ok(Json(ProviderConnection { connected, password }))
}

/// Disconnects the account, which can then be reached with its password only.
async fn disconnect(State(app): State<App>, caller: Caller) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    if app.store.password(caller.account.id).await?.is_none() {
        return Err(Failure::conflict("the account has no password; set one first"));
    }
    app.store.disconnect_identities(caller.account.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
