//! The authenticated caller.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use bosworth_protocol::{AccountKind, Scope};

use crate::admin::Authority;
use crate::app::App;
use crate::auth::request_origin::{self, RequestOrigin};
use crate::auth::{Address, Quota, RateLimitKey, api_token, login_session};
use crate::connection_registry::Credential;
use crate::http::problem::Failure;
use crate::store::{Account, LoginSession};

/// A caller who is authenticated by a session cookie or a token.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account.
    pub account: Account,
    /// The scopes of the token. A session has all but `admin`.
    pub scopes: Vec<Scope>,
    /// The session; none if the caller used a token.
    pub session: Option<LoginSession>,
    /// The credential that was used.
    pub credential: Credential,
}

impl Caller {
    /// Requires a scope.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Failure> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        Err(Failure::forbidden(match scope {
            Scope::Play => "the token lacks the scope play; create one that has it",
            Scope::Read => "the token lacks the scope read; create one that has it",
            Scope::Admin => {
                "only the host can do this, with a token created by bosworth admin token"
            }
        }))
    }

    /// Requires the host, by a token of the scope `admin`, or a person with a role, by a session: a
    /// token of theirs, which a program has, is not enough.
    pub fn require_moderator(&self) -> Result<Authority, Failure> {
        if self.scopes.contains(&Scope::Admin) {
            return Ok(Authority::Host);
        }
        let role = self.session.as_ref().and(self.account.role);
        let refused = "only moderators can do this, logged in with a browser";
        role.map(Authority::Role).ok_or_else(|| Failure::forbidden(refused))
    }

    /// Requires a login session: tokens cannot change the account.
    pub fn require_session(&self) -> Result<&LoginSession, Failure> {
        let refused = "tokens cannot do this; log in with your browser";
        self.session.as_ref().ok_or_else(|| Failure::forbidden(refused))
    }

    /// Requires a login session of a registered account.
    pub fn require_registered(&self) -> Result<&LoginSession, Failure> {
        if self.account.kind == AccountKind::Guest {
            return Err(Failure::forbidden("guests cannot do this; register first"));
        }
        self.require_session()
    }
}

/// A caller who may be authenticated or not.
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
        caller.ok_or_else(|| Failure::unauthorized("log in or send a token"))
    }
}

/// An invalid token is an error even on public routes: a program that assumes it is authenticated
/// should learn that it is not.
async fn by_token(app: &App, hash: &str) -> Result<Caller, Failure> {
    let unknown = || Failure::unauthorized("unknown token; it may have been revoked");
    let (token, account) = app.store.token(hash).await?.ok_or_else(unknown)?;
    api_token::record_use(app, &token).await?;
    Ok(Caller {
        account,
        scopes: api_token::scopes(&token),
        session: None,
        credential: Credential::Token(hash.into()),
    })
}

/// An invalid cookie counts as none: its session has expired or was revoked.
async fn by_cookie(app: &App, parts: &Parts) -> Result<Option<Caller>, Failure> {
    let Some(key) = login_session::key(&parts.headers) else { return Ok(None) };
    let hash = crate::auth::secret::hash(key);
    let Some((session, account)) = app.store.session(&hash, app.now()).await? else {
        return Ok(None);
    };
    if request_origin::is_required(parts)
        && RequestOrigin::of(&parts.headers, &app.config) != RequestOrigin::SameSite
    {
        let why =
            "with a cookie, only this server's own pages can do this; use a token in programs";
        return Err(Failure::forbidden(why));
    }
    login_session::record_use(app, &session).await?;
    let scopes = vec![Scope::Play, Scope::Read];
    let credential = Credential::Session(session.hash.clone());
    Ok(Some(Caller { account, scopes, session: Some(session), credential }))
}
