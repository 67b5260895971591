//! The mail address of an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{MailRequest, MailView};

use super::check_language;
use crate::app::App;
use crate::auth::rate_limits::RetryAfter;
use crate::auth::{Address, Caller, secret};
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::login::verify_password;
use crate::http::problem::Failure;
use crate::limits::MAX_CONFIRMATION_MAILS_PER_DAY;
use crate::notifications::is_mail_address;
use crate::store::{MailAddress, address_key};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/me/mail", show)
        .post("/api/me/mail", change)
        .delete("/api/me/mail", forget)
}

async fn view(app: &App, caller: &Caller) -> Result<MailView, Failure> {
    let found = app.store.mail_address(caller.account.id).await?;
    let confirmed = found.as_ref().is_some_and(|found| found.confirmed.is_some());
    let address = found.map(|found| found.address);
    Ok(MailView { available: app.notifier.sends_mail(), address, confirmed })
}

async fn show(State(app): State<App>, caller: Caller) -> Result<Json<MailView>, Failure> {
    caller.require_session()?;
    Ok(Json(view(&app, &caller).await?))
}

/// Sets the address and sends a confirmation link. It requires the password, because the mailbox
/// can be used to reset it.
async fn change(
    State(app): State<App>,
    caller: Caller,
    from: Address,
    JsonBody(MailRequest { address, password, language }): JsonBody<MailRequest>,
) -> Result<(StatusCode, Json<MailView>), Failure> {
    caller.require_registered()?;
    let account = &caller.account;
    check_language(language.as_deref())?;
    let address = address.trim();
    if !is_mail_address(address) {
        return Err(Failure::bad_request("not an email address that mail can reach"));
    }
    if !app.notifier.sends_mail() {
        return Err(Failure::forbidden("this server does not send mail"));
    }
    verify_password(&app, from, &account.name, Some(account), password).await?;
    // No address can be flooded with links, by one account or by many.
    for subject in [format!("mail {}", account.id.0), format!("mail {}", address_key(address))] {
        let subject = secret::hash(&subject);
        let pause = |before| if before < MAX_CONFIRMATION_MAILS_PER_DAY { 0 } else { DAY_MS };
        if let Some(pause) = app.store.try_attempt(&subject[..32], app.now(), DAY_MS, pause).await?
        {
            return Err(RetryAfter(pause).into());
        }
    }
    let new = MailAddress {
        account: account.id,
        address: address.into(),
        language,
        created: app.now(),
        confirmed: None,
    };
    app.store.put_mail_address(&new).await?;
    Ok((StatusCode::ACCEPTED, Json(view(&app, &caller).await?)))
}

async fn forget(State(app): State<App>, caller: Caller) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    app.store.drop_mail_address(caller.account.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
