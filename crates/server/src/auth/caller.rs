//! The authenticated caller.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use bosworth_protocol::{AccountKind, Scope};

use crate::app::App;
use crate::auth::request_origin::{self, RequestOrigin};
use crate::auth::{Address, Quota, RateLimitKey, api_token, login_session};
use crate::connection_registry::Credential;
use crate::http::problem::Failure;
use crate::store::{Account, LoginSession};

/// A caller who has authenticated, by a session cookie or by a token.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who.
    pub account: Account,
    /// What they may do: everything with a session, the token's scopes otherwise.
    pub scopes: Vec<Scope>,
    /// The session; none if the caller used a token.
    pub session: Option<LoginSession>,
    /// The credential they used.
    pub credential: Credential,
}

impl Caller {
    /// Checks a token's scope.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Failure> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        Err(Failure::forbidden(match scope {
            Scope::Play => "the token lacks the scope play; make one that has it",
            Scope::Read => "the token lacks the scope read; make one that has it",
            Scope::Admin => "only the host can do this, with a token made by bosworth admin token",
        }))
    }

    /// The login session: tokens must not change the account.
    pub fn require_session(&self) -> Result<&LoginSession, Failure> {
        let refused = "no token can do this; log in with your browser";
        self.session.as_ref().ok_or_else(|| Failure::forbidden(refused))
    }

    /// The login session of a registered account, not a guest's.
    pub fn require_registered(&self) -> Result<&LoginSession, Failure> {
        if self.account.kind == AccountKind::Guest {
            return Err(Failure::forbidden("guests cannot do this; open an account first"));
        }
        self.require_session()
    }
}

/// A caller who may have authenticated.
#[derive(Clone, Debug)]
pub struct MaybeCaller(pub Option<Caller>);

impl FromRequestParts<App> for MaybeCaller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let Ok(address) = Address::from_request_parts(parts, app).await;
        let caller = match api_token::hash(&parts.headers) {
            Some(hash) => match by_token(app, &hash).await {
                Ok(caller) => Some(caller),
                Err(why) => {
                    app.limit(Quota::Request, RateLimitKey::Address(address))?;
                    return Err(why);
                }
            },
            None => by_cookie(app, parts).await?,
        };
        let who = match &caller {
            Some(caller) => RateLimitKey::Account(caller.account.id),
            None => RateLimitKey::Address(address),
        };
        app.limit(Quota::Request, who)?;
        Ok(Self(caller))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let MaybeCaller(caller) = MaybeCaller::from_request_parts(parts, app).await?;
        caller.ok_or_else(|| Failure::unauthorized("log in, or send a token"))
    }
}

/// An invalid token is an error even where anybody may call: a program that thinks it is
/// authenticated should learn that it is not.
async fn by_token(app: &App, hash: &str) -> Result<Caller, Failure> {
    let unknown = || Failure::unauthorized("there is no such token; it may have been revoked");
    let (token, account) = app.store.token(hash).await?.ok_or_else(unknown)?;
    api_token::record_use(app, &token).await?;
    Ok(Caller {
        account,
        scopes: api_token::scopes(&token),
        session: None,
        credential: Credential::Token(hash.into()),
    })
}

/// An invalid cookie counts as none: it has expired or was revoked.
async fn by_cookie(app: &App, parts: &Parts) -> Result<Option<Caller>, Failure> {
    let Some(key) = login_session::key(&parts.headers) else { return Ok(None) };
    let hash = crate::auth::secret::hash(key);
    let Some((session, account)) = app.store.session(&hash, app.now()).await? else {
        return Ok(None);
    };
    if request_origin::is_required(parts)
        && RequestOrigin::of(&parts.headers, &app.config) != RequestOrigin::SameSite
    {
        let why = "with a cookie, only this server's own pages can do this; programs use a token";
        return Err(Failure::forbidden(why));
    }
    login_session::record_use(app, &session).await?;
    let scopes = vec![Scope::Play, Scope::Read];
    let credential = Credential::Session(session.hash.clone());
    Ok(Some(Caller { account, scopes, session: Some(session), credential }))
}
