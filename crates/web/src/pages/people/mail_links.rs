//! The targets of links in mails: confirming an address, unsubscribing, choosing a new password.

use core::pin::Pin;

use bosworth_protocol::{ForgottenPassword, MailLink, PasswordReset, ProblemKind};
use bosworth_view::prelude::*;

use crate::browser;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::online::api::{self, RequestError};
use crate::online::visitor::use_visitor;
use crate::pages::online::widgets::{button, field, form};
use crate::parts::{headline, link_button, paragraph};
use crate::route::Route;

fn page(title: &str, body: View) -> View {
    view! { <main id="main" class="online narrow account">{headline(tr(title))}<section class="panel">{body}</section></main> }
}

type PendingRequest = Pin<Box<dyn Future<Output = Result<(), RequestError>>>>;

/// A page that asks for confirmation before it acts, because mail programs also follow links.
fn confirm_page(
    title: &'static str,
    message_prefix: &'static str,
    act: impl Fn() -> PendingRequest + Copy + 'static,
) -> View {
    let lifetime = Lifetime::new();
    let result = RwSignal::new(None::<Result<(), RequestError>>);
    let go = move || {
        let done = act();
        lifetime.spawn(async move { result.set(Some(done.await)) });
    };
    let body = move || match result.get() {
        None => view! {
            {paragraph("", "", tr(&format!("{message_prefix}-ask")))}
            {button("link-go", "primary", tr(&format!("{message_prefix}-go")), go)}
        },
        Some(Ok(())) => view! {
            {paragraph("", "link-done", tr(&format!("{message_prefix}-done")))}
            {link_button("", "", tr("title-settings"), Route::Settings.to_string())}
        },
        Some(Err(fault @ (RequestError::Unreachable | RequestError::NoServer))) => {
            paragraph("fault", "link-fault", fault.text())
        }
        Some(Err(_)) => paragraph("fault", "link-fault", tr("link-gone")),
    };
    page(title, view! { {body} })
}

/// The page that confirms a mail address.
#[component]
pub fn ConfirmMail(secret: String) -> View {
    let secret = StoredValue::new(secret);
    confirm_page("title-mail", "confirm-mail", move || {
        let link = MailLink { secret: secret.get_value() };
        Box::pin(async move { api::send("POST", "api/mail/confirm", Some(&link)).await })
    })
}

/// The page that unsubscribes from mails.
#[component]
pub fn Unsubscribe(token: String) -> View {
    let token = StoredValue::new(token);
    confirm_page("title-mail", "unsubscribe", move || {
        let path = format!("api/mail/unsubscribe/{}", api::part(&token.get_value()));
        Box::pin(async move { api::send("POST", &path, None::<&()>).await })
    })
}

/// The page for a forgotten password: the form that requests a link, or with its secret, the form
/// for a new password.
#[component]
pub fn NewPassword(secret: Option<String>) -> View {
    let lifetime = Lifetime::new();
    let visitor = use_visitor();
    let typed = RwSignal::new(String::new());
    // The answer: whether a link is on its way.
    let sent = RwSignal::new(None::<bool>);
    let Some(secret) = secret else {
        let ask = move || {
            let who = ForgottenPassword { who: typed.get_untracked().trim().into() };
            lifetime.spawn(async move {
                match api::send("POST", "api/password/forgot", Some(&who)).await {
                    Ok(()) => sent.set(Some(true)),
                    Err(fault) if fault.kind() == Some(ProblemKind::Conflict) => {
                        sent.set(Some(false));
                    }
                    Err(fault) => visitor.app.toast(fault.text()),
                }
            });
        };
        let body = move || {
            if let Some(sent) = sent.get() {
                let id = if sent { "forgot-sent" } else { "forgot-no-mail" };
                return paragraph("", id, tr(id));
            }
            let fields = view! {
                {paragraph("note", "", tr("forgot-note"))}
                {field("forgot-who", "text", "username", typed)}
                <button type="submit" class="button primary" id="forgot-go">{tr("forgot-go")}</button>
            };
            form("forgot-form", ask, fields)
        };
        return page("title-password", view! { {body} });
    };
    let choose = move || {
        let (secret, password) = (secret.clone(), typed.get_untracked());
        let reset = PasswordReset { secret, password };
        lifetime.spawn(async move {
            match api::send("POST", "api/password/reset", Some(&reset)).await {
                Ok(()) => {
                    visitor.me.set(None);
                    visitor.app.toast(tr("password-changed"));
                    browser::go(&Route::Account);
                }
                Err(fault) if fault.kind() == Some(ProblemKind::NotFound) => {
                    visitor.app.toast(tr("link-gone"));
                }
                Err(fault) => visitor.app.toast(fault.text()),
            }
        });
    };
    let fields = view! {
        {field("password-new", "password", "new-password", typed)}
        <button type="submit" class="button primary" id="reset-go">{tr("password-go")}</button>
    };
    page("title-password", form("reset-form", choose, fields))
}
