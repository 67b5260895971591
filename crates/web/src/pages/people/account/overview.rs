use bosworth_protocol::{AccountKind, Deletion, PasswordChange, Preferences, RatingView};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::language::{texts, tr};
use crate::online::api;
use crate::online::visitor::Visitor;
use crate::pages::online::labels::{rating_text, speed_text};
use crate::pages::online::widgets::{button, check, field, folded_panel, form, panel};
use crate::parts::{Dialog, arms};
use crate::route::Route;

/// The identity of the account, and logging out.
pub fn overview(visitor: Visitor) -> View {
    let Some(me) = visitor.me.get_untracked() else { return View::Empty };
    let guest = me.person.kind == AccountKind::Guest;
    let leave = move || {
        spawn_local(async move {
            match api::send("POST", "api/logout", None::<&()>).await {
                Ok(()) => {
                    visitor.me.set(None);
                    browser::go(&Route::Lobby);
                }
                Err(fault) => visitor.app.toast(fault.text()),
            }
        });
    };
    let rating = |rating: &RatingView| {
        view! { <li class="stat"><b>{rating_text(rating)}</b><span>{speed_text(rating.speed)}</span></li> }
    };
    let ratings = me.ratings.iter().map(rating).collect_view();
    let name = me.person.name;
    let page = Route::Person(name.clone()).to_string();
    view! {
        <section class="panel" id="overview" aria-labelledby="overview-title">
            <div class="person-head">
                {arms(&name)}
                <h2 id="overview-title" tabindex="-1">{name}</h2>
                <ul class="stats">{ratings}</ul>
            </div>
            {me.muted.then(|| view! { <p class="note" id="muted">{tr("muted-note")}</p> })}
            {guest.then(|| view! { <p class="note">{tr("guest-note")}</p> })}
            <div class="buttons">
                <a class="button" id="my-page" href=page>{tr("my-page")}</a>
                <a class="button" href=Route::Lobby.to_string()>{tr("to-lobby")}</a>
                {(!guest).then(|| button("logout", "", tr("logout"), leave))}
            </div>
        </section>
    }
}

/// The preferences stored on the server, for all devices.
pub fn preferences(visitor: Visitor) -> View {
    let chosen = visitor.me.with_untracked(|me| me.as_ref().map(|me| me.preferences.clone()));
    let chat = RwSignal::new(chosen.is_none_or(|chosen| chosen.chat));
    let change = move |on: bool| {
        chat.set(on);
        let language = Some(texts().language().code().to_string());
        let preferences = Preferences { chat: on, language };
        spawn_local(async move {
            let done = api::send("PUT", "api/me/preferences", Some(&preferences)).await;
            visitor.app.toast(match done {
                Ok(()) => {
                    visitor.me.update(|me| {
                        if let Some(me) = me {
                            me.preferences = preferences;
                        }
                    });
                    tr("preferences-kept")
                }
                Err(fault) => fault.text(),
            });
        });
    };
    let body = check("preference-chat", tr("preference-chat"), chat.into(), change);
    panel("preferences", tr("preferences-title"), body)
}

/// The form to change the password.
pub fn password(visitor: Visitor) -> View {
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let submit = move || {
        let change = PasswordChange { old: old.get_untracked(), new: new.get_untracked() };
        spawn_local(async move {
            let done = api::send("POST", "api/me/password", Some(&change)).await;
            if done.is_ok() {
                old.set(String::new());
                new.set(String::new());
            }
            visitor.app.toast(match done {
                Ok(()) => tr("password-changed"),
                Err(fault) => fault.text(),
            });
        });
    };
    let body = view! {
        <div class="fields">
            {field("password-old", "password", "current-password", old)}
            {field("password-new", "password", "new-password", new)}
        </div>
        <button type="submit" class="button" id="password-go">{tr("password-go")}</button>
    };
    folded_panel("password", tr("password-title"), form("password-form", submit, body))
}

/// Data export and deletion of the account.
pub fn export_and_deletion(visitor: Visitor) -> View {
    let asking = RwSignal::new(false);
    let password = RwSignal::new(String::new());
    let delete = move || {
        let deletion = Deletion { password: password.get_untracked() };
        spawn_local(async move {
            match api::send("DELETE", "api/me", Some(&deletion)).await {
                Ok(()) => {
                    asking.set(false);
                    visitor.me.set(None);
                    visitor.app.toast(tr("delete-done"));
                    browser::go(&Route::Lobby);
                }
                Err(fault) => visitor.app.toast(fault.text()),
            }
        });
    };
    let body = view! {
        <p class="note">{tr("export-note")}</p>
        <div class="buttons">
            <a class="button" id="export" href="api/me/export" download="">{tr("export")}</a>
            {button("delete", "danger", tr("delete"), move || asking.set(true))}
        </div>
        <Dialog open=asking title=tr("delete-title")>
            <p>{tr("delete-text")}</p>
            {form("delete-form", delete, view! {
                {field("delete-password", "password", "current-password", password)}
                <div class="buttons">
                    <button type="submit" class="button primary" id="delete-yes">{tr("delete")}</button>
                    {button("delete-no", "", tr("cancel"), move || asking.set(false))}
                </div>
            })}
        </Dialog>
    };
    folded_panel("your-data", tr("your-data-title"), body)
}
