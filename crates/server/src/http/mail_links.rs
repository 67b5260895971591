//! What the links of mails lead to. Nobody has to be logged in: the secret of the link is enough.

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
use crate::http::problem::Failure;
use crate::http::routes::Routes;
use crate::limits::{MAX_RESET_MAILS_PER_DAY, RESET_MAIL_INTERVAL_MS};
use crate::store::{Notification, OutboxKind, StoreError, address_key};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> Routes {
    Routes::default()
        .post("/api/mail/confirm", confirm)
        .get("/api/mail/unsubscribe/{token}", show_unsubscribe)
        .post("/api/mail/unsubscribe/{token}", unsubscribe)
        .post("/api/password/forgot", forgot)
        .post("/api/password/reset", reset)
}

fn link_expired() -> Failure {
    Failure::not_found("the link is too old, or was used already; ask for a new one")
}

/// Confirms an address. A page does it and not the link itself, because programs follow links.
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

/// Whoever opens the link of a header sees the page that asks.
async fn show_unsubscribe(PathSegment(token): PathSegment) -> Redirect {
    let safe: String =
        token.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(100).collect();
    Redirect::to(&format!("/#/mail/unsubscribe/{safe}"))
}

/// Ends notifications by mail. Mail programs send it, without cookies and with a form (RFC 8058).
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

/// Sends a link to choose a new password, if there is such an account with a confirmed address.
/// The answer is always the same, and does not wait for anything that is not.
async fn forgot(
    State(app): State<App>,
    address: Address,
    JsonBody(ForgottenPassword { who }): JsonBody<ForgottenPassword>,
) -> Result<StatusCode, Failure> {
    app.limit(Quota::Mail, RateLimitKey::Address(address))?;
    if !app.notifier.sends_mail() {
        return Err(Failure::conflict("this server sends no mails; ask its host"));
    }
    tokio::spawn(async move {
        if let Err(why) = order_reset(&app, &who).await {
            tracing::warn!(%why, "a password cannot be reset");
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
            let reset = Notification::new(account, OutboxKind::Reset, "reset", at, at, at);
            app.store.put_notification(&reset).await?;
        }
    }
    Ok(())
}

/// The accounts that a name or an address stands for.
async fn accounts_meant(app: &App, who: &str) -> Result<Vec<AccountId>, StoreError> {
    if who.contains('@') {
        return app.store.accounts_with_mail(&address_key(who)).await;
    }
    let Ok(name) = who.parse::<Name>() else { return Ok(Vec::new()) };
    let found = app.store.account_by_name(&name.key()).await?;
    let person = found.filter(|found| found.kind == AccountKind::Person);
    Ok(person.into_iter().map(|found| found.id).collect())
}

/// Sets a password by the link of a mail, and ends all sessions.
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
