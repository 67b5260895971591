use bosworth_protocol::{Credentials, HouseRules, Me, Registration};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::language::{fill, tr};
use crate::online::api;
use crate::online::visitor::Visitor;
use crate::pages::online::widgets::{button, field, form, name_field, panel};
use crate::route::Route;

/// Login and registration.
pub fn login_and_registration(visitor: Visitor) -> View {
    let guest = visitor.me.with_untracked(Option::is_some);
    let as_guest = move || {
        visitor.with_account(async {
            browser::go(&Route::Lobby);
            Ok(())
        });
    };
    view! {
        <div class="two">
            <div>
                {panel("login", tr("login-title"), credentials(visitor, false))}
                {(!guest).then(|| panel("guest", tr("guest-title"), view! {
                    <p class="note">{tr("as-guest-note")}</p>
                    {button("as-guest", "wide", tr("as-guest"), as_guest)}
                }))}
            </div>
            {panel("register", tr("register-title"), view! {
                {guest.then(|| view! { <p class="note">{tr("register-guest")}</p> })}
                {credentials(visitor, true)}
            })}
        </div>
    }
}

/// The form with name and password, for an existing or a new account.
fn credentials(visitor: Visitor, new: bool) -> View {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let invitation = RwSignal::new(String::new());
    let invited = RwSignal::new(false);
    if new {
        spawn_local(async move {
            if let Ok(house) = api::get::<HouseRules>("api/house").await {
                invited.set(house.registration == Registration::Invitation);
            }
        });
    }
    let fault = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let (path, submit_id) =
        if new { ("api/register", "register-go") } else { ("api/login", "login-go") };
    let submit = move || {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        fault.set(None);
        let credentials = Credentials {
            invitation: Some(invitation.get_untracked()).filter(|code| !code.is_empty()),
            ..Credentials::new(name.get_untracked().trim(), password.get_untracked())
        };
        spawn_local(async move {
            let answer = api::post::<Me>(path, &credentials).await;
            busy.set(false);
            match answer {
                Ok(me) => {
                    let welcome = fill("welcome", &[("name", me.person.name.clone().into())]);
                    visitor.me.set(Some(me));
                    visitor.app.toast(welcome);
                    browser::go(&Route::Lobby);
                }
                Err(why) => {
                    visitor.app.say(why.text());
                    fault.set(Some(why.text()));
                }
            }
        });
    };
    let (name_id, password_id, hint) = if new {
        ("register-name", "register-password", "new-password")
    } else {
        ("login-name", "login-password", "current-password")
    };
    let body = view! {
        {if new { name_field(name_id, "username", name) } else { field(name_id, "text", "username", name) }}
        {field(password_id, "password", hint, password)}
        {move || invited.get().then(|| field("register-invitation", "text", "off", invitation))}
        {new.then(|| view! { <p class="note">{tr("register-note")}</p> })}
        {move || fault.get().map(|text| view! { <p class="fault" role="alert">{text}</p> })}
        <button type="submit" class="button wide primary" id=submit_id aria-disabled=move || busy.get().then_some("true")>
            {tr(if new { "register-go" } else { "login-go" })}</button>
        {(!new).then(|| view! { <p><a id="forgot" href=Route::Password(None).to_string()>{tr("forgot")}</a></p> })}
    };
    form(if new { "register-form" } else { "login-form" }, submit, body)
}
