//! The links in mails. They need no login: the secret in the link is enough.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use bosworth_protocol::{AccountKind, ForgottenPassword, MailLink, PasswordReset};
use bosworth_table::AccountId;

use crate::app::App;
use crate::auth::account_name::Name;
use crate::auth::password::Password;
use crate::auth::{Address, Quota, RateLimitKey, secret};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::limits::{MAX_RESET_MAILS_PER_DAY, RESET_MAIL_INTERVAL_MS};
use crate::store::{OutboxContent, OutboxRow, StoreError, address_key};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .post("/api/mail/confirm", confirm)
        .get("/api/mail/unsubscribe/{token}", show_unsubscribe)
        .post("/api/mail/unsubscribe/{token}", unsubscribe)
        .post("/api/password/forgot", forgot)
        .post("/api/password/reset", reset)
}

fn link_expired() -> Failure {
    Failure::not_found("the link has expired or was already used; request a new one")
}

/// Confirms an address. A page sends this request, not the link itself, because programs follow
/// links.
async fn confirm(
    State(app): State<App>,
    address: Address,
    JsonBody(MailLink { secret }): JsonBody<MailLink>,
) -> Result<StatusCode, Failure> {
    app.limit(Quota::Mail, RateLimitKey::Address(address))?;
    let known = secret::is_key(&secret)
        && app.store.confirm_mail_address(&secret::hash(&secret), app.now()).await?;
    if known { Ok(StatusCode::NO_CONTENT) } else { Err(link_expired()) }
}

/// Redirects people who open the link in the header to the confirmation page.
async fn show_unsubscribe(PathSegment(token): PathSegment) -> Redirect {
    let safe: String =
        token.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(100).collect();
    Redirect::to(&format!("/#/mail/unsubscribe/{safe}"))
}

/// Unsubscribes from mail. Sent by mail programs, without cookies and as a form (RFC 8058).
async fn unsubscribe(
    State(app): State<App>,
    address: Address,
    PathSegment(token): PathSegment,
) -> Result<StatusCode, Failure> {
    app.limit(Quota::Request, RateLimitKey::Address(address))?;
    if app.notifier.unsubscribe(&token).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(link_expired())
    }
}

/// Sends a password reset link if there is such an account with a confirmed address. The answer is
/// always the same and takes the same time.
async fn forgot(
    State(app): State<App>,
    address: Address,
    JsonBody(ForgottenPassword { who }): JsonBody<ForgottenPassword>,
) -> Result<StatusCode, Failure> {
    app.limit(Quota::Mail, RateLimitKey::Address(address))?;
    if !app.notifier.sends_mail() {
        return Err(Failure::conflict("this server does not send mail; contact its host"));
    }
    tokio::spawn(async move {
        if let Err(why) = order_reset(&app, &who).await {
            tracing::warn!(%why, "cannot reset a password");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn order_reset(app: &App, who: &str) -> Result<(), StoreError> {
    for account in accounts_meant(app, who.trim()).await? {
        let subject = secret::hash(&format!("reset {}", account.0));
        let pause =
            |before| if before < MAX_RESET_MAILS_PER_DAY { 0 } else { RESET_MAIL_INTERVAL_MS };
        let at = app.now();
        if app.store.try_attempt(&subject[..32], at, DAY_MS, pause).await?.is_none() {
            let reset = OutboxRow::new(account, OutboxContent::Reset, at, at, at);
            app.store.put_notification(&reset).await?;
        }
    }
    Ok(())
}

/// Finds the accounts with a name or a confirmed address.
async fn accounts_meant(app: &App, who: &str) -> Result<Vec<AccountId>, StoreError> {
    if who.contains('@') {
        return app.store.accounts_with_mail(&address_key(who)).await;
    }
    let Ok(name) = who.parse::<Name>() else { return Ok(Vec::new()) };
    let found = app.store.account_by_name(&name.key()).await?;
    let person = found.filter(|found| found.kind == AccountKind::Person);
    Ok(person.into_iter().map(|found| found.id).collect())
}

/// Sets a password with the secret from a mail, and ends all sessions.
async fn reset(
    State(app): State<App>,
    address: Address,
    JsonBody(PasswordReset { secret, password }): JsonBody<PasswordReset>,
) -> Result<StatusCode, Failure> {
    app.limit(Quota::Mail, RateLimitKey::Address(address))?;
    let hash = secret::hash(&secret);
    let account = if secret::is_key(&secret) {
        app.store.reset_account(&hash, app.now()).await?
    } else {
        None
    };
    let account =
        app.store.account(account.ok_or_else(link_expired)?).await?.ok_or_else(link_expired)?;
    let password = Password::choose(password, &account.name)?;
    let phc = app.rate_limits.password_hashers.hash(password).await?;
    let account =
        app.store.reset_password(&hash, &phc, app.now()).await?.ok_or_else(link_expired)?;
    app.credentials_changed(account);
    Ok(StatusCode::NO_CONTENT)
}
