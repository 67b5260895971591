//! Login with another service, and the connection of an account with it.

use bosworth_protocol::{
    HouseRules, PasswordChange, ProviderConnection, ProviderLogin, ProviderLoginRequest,
};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::language::{fill, tr};
use crate::online::api;
use crate::online::visitor::Visitor;
use crate::pages::online::widgets::{button, field, folded_panel, form};
use crate::parts::paragraph;

/// What the server writes into the address when the browser comes back from the service.
const OUTCOMES: [&str; 7] =
    ["connected", "expired", "failed", "taken", "disabled", "known-mail", "closed"];

/// What came of a login with another service, if there was one.
pub fn provider_outcome() -> View {
    let fragment = browser::fragment();
    let given = fragment.split_once("?login=").map(|(_, outcome)| outcome);
    let outcome = OUTCOMES.into_iter().find(|outcome| given == Some(outcome));
    let Some(outcome) = outcome else { return View::Empty };
    let class = if outcome == "connected" { "note" } else { "fault" };
    view! { <p class=class role="alert" id="login-outcome">{tr(&format!("login-outcome-{outcome}"))}</p> }
}

/// The host of the service, once the server has named one.
fn provider() -> RwSignal<Option<String>> {
    let host = RwSignal::new(None);
    spawn_local(async move {
        if let Ok(house) = api::get::<HouseRules>("api/house").await {
            host.set(house.login_provider);
        }
    });
    host
}

/// The button that leads to the service, on servers that have one.
pub fn provider_login(visitor: Visitor) -> View {
    let host = provider();
    let go = move || leave(visitor, String::new());
    view! {
        {move || host.get().map(|host| {
            let text = fill("provider-login", &[("host", host.into())]);
            view! { <div class="buttons">{button("provider-login", "", text, go)}</div> }
        })}
    }
}

/// Sends the browser to the service.
fn leave(visitor: Visitor, password: String) {
    spawn_local(async move {
        let request = ProviderLoginRequest { password };
        match api::post::<ProviderLogin>("api/login/provider", &request).await {
            Ok(login) => browser::leave(&login.url),
            Err(fault) => visitor.app.toast(fault.text()),
        }
    });
}

/// The connection of the visitor's account, on servers with a service.
pub fn provider_connection(visitor: Visitor) -> View {
    let host = provider();
    let connection = RwSignal::new(None::<ProviderConnection>);
    let read = move || {
        spawn_local(async move { connection.set(api::get("api/me/provider").await.ok()) });
    };
    read();
    let body = move || {
        let (Some(host), Some(connection)) = (host.get(), connection.get()) else {
            return View::Empty;
        };
        let gaps = [("host", host.clone().into())];
        let body = match connection {
            ProviderConnection { connected: false, .. } => {
                connect(visitor, fill("provider-note", &gaps))
            }
            ProviderConnection { password: false, .. } => view! {
                {paragraph("note", "", fill("provider-connected", &gaps))}
                {first_password(visitor, read)}
            },
            ProviderConnection { .. } => view! {
                {paragraph("note", "", fill("provider-connected", &gaps))}
                <div class="buttons">{button("provider-end", "", tr("provider-end"), move || disconnect(visitor, read))}</div>
            },
        };
        folded_panel("provider", fill("provider-login", &gaps), body)
    };
    view! { {body} }
}

fn connect(visitor: Visitor, note: String) -> View {
    let password = RwSignal::new(String::new());
    let body = view! {
        {paragraph("note", "", note)}
        {field("provider-password", "password", "current-password", password)}
        <button type="submit" class="button" id="provider-go">{tr("provider-go")}</button>
    };
    form("provider-form", move || leave(visitor, password.get_untracked()), body)
}

fn disconnect(visitor: Visitor, then: impl Fn() + 'static) {
    spawn_local(async move {
        match api::delete("api/me/provider").await {
            Ok(()) => then(),
            Err(fault) => visitor.app.toast(fault.text()),
        }
    });
}

/// The form for the first password of an account that was opened by a login with the service.
fn first_password(visitor: Visitor, then: impl Fn() + Copy + 'static) -> View {
    let new = RwSignal::new(String::new());
    let submit = move || {
        let change = PasswordChange { old: String::new(), new: new.get_untracked() };
        spawn_local(async move {
            let done = api::send("POST", "api/me/password", Some(&change)).await;
            visitor.app.toast(match &done {
                Ok(()) => tr("password-changed"),
                Err(_) => tr("provider-first-password"),
            });
            if done.is_ok() {
                then();
            }
        });
    };
    let body = view! {
        {paragraph("note", "", tr("provider-first-password"))}
        {field("first-password", "password", "new-password", new)}
        <button type="submit" class="button" id="first-password-go">{tr("first-password-go")}</button>
    };
    form("first-password-form", submit, body)
}
