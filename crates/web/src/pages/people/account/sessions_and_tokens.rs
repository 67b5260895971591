use bosworth_protocol::{Scope, SessionView, TokenRequest, TokenView};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api;
use crate::online::visitor::Visitor;
use crate::pages::online::widgets::{check, copy_link, field, folded_panel, form};

/// A session or token in a list.
#[derive(Clone)]
struct Revocable {
    id: String,
    name: String,
    about: String,
    /// The label of the button; `None` if it cannot be revoked.
    end: Option<String>,
}

fn when(milliseconds: i64) -> String {
    browser::date_and_time(milliseconds as f64, texts().language().code())
}

/// The browser and operating system of a user agent string.
fn agent_name(agent: &str) -> String {
    let find = |known: &[&'static str]| known.iter().copied().find(|name| agent.contains(name));
    // Most user agents also name other browsers, so the rarer names come first.
    let browser = find(&["Firefox", "Edg", "OPR", "Chrome", "Safari"]);
    let system = find(&["Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux"]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        _ => agent.chars().take(60).collect(),
    }
}

/// A list whose entries can be revoked one by one.
fn list(visitor: Visitor, path: &'static str, lines: RwSignal<Vec<Revocable>>) -> View {
    let row = move |line: Revocable| {
        let id = line.id.clone();
        let end = move |_| {
            let id = id.clone();
            spawn_local(async move {
                match api::delete(&format!("{path}/{}", api::part(&id))).await {
                    Ok(()) => lines.update(|lines| lines.retain(|line| line.id != id)),
                    Err(fault) => visitor.app.toast(fault.text()),
                }
            });
        };
        let label = line.end.as_ref().map(|text| format!("{text}: {}", line.name));
        view! {
            <li class="offer">
                <div class="offer-what"><b>{line.name.clone()}</b><span class="note">{line.about.clone()}</span></div>
                {line.end.map(|text| view! { <button type="button" class="button small" aria-label=label on:click=end>{text}</button> })}
            </li>
        }
    };
    view! { <ul class="offer-list">{move || lines.get().into_iter().map(row).collect_view()}</ul> }
}

/// The login sessions of the account.
pub fn sessions(visitor: Visitor) -> View {
    let lines = RwSignal::new(Vec::new());
    spawn_local(async move {
        let found = api::get::<Vec<SessionView>>("api/me/sessions").await.unwrap_or_default();
        let line = |view: SessionView| {
            let seen = fill("session-seen", &[("date", when(view.seen).into())]);
            let about = if view.current { tr("session-here") } else { seen };
            let end = (!view.current).then(|| tr("session-end"));
            Revocable { id: view.id, name: agent_name(&view.agent), about, end }
        };
        lines.set(found.into_iter().map(line).collect());
    });
    folded_panel("sessions", tr("sessions-title"), list(visitor, "api/me/sessions", lines))
}

fn token_line(view: &TokenView) -> Revocable {
    let scopes: Vec<_> = view.scopes.iter().map(|scope| scope_text(*scope)).collect();
    let seen = view.seen.map_or_else(
        || tr("token-unused"),
        |seen| fill("session-seen", &[("date", when(seen).into())]),
    );
    let about = format!("{} · {seen}", scopes.join(", "));
    Revocable { id: view.id.clone(), name: view.name.clone(), about, end: Some(tr("token-end")) }
}

fn scope_text(scope: Scope) -> String {
    tr(match scope {
        Scope::Play => "scope-play",
        Scope::Read => "scope-read",
        Scope::Admin => "scope-admin",
    })
}

/// A newly created token, which is shown only once.
pub fn new_token(visitor: Visitor, token: RwSignal<Option<String>>) -> View {
    view! {
        {move || token.get().map(|text| {
            let copied = text.clone();
            view! {
                <div class="said right" id="fresh-token" role="status">
                    <p>{tr("token-once")}</p>
                    <p><code>{text}</code></p>
                    <button type="button" class="button small" on:click=move |_| copy_link(visitor.app, copied.clone())>{tr("token-copy")}</button>
                </div>
            }
        })}
    }
}

/// The API tokens of this account.
pub fn tokens(visitor: Visitor) -> View {
    let lines = RwSignal::new(Vec::new());
    spawn_local(async move {
        let found = api::get::<Vec<TokenView>>("api/me/tokens").await.unwrap_or_default();
        lines.set(found.iter().map(token_line).collect());
    });
    let (name, token) = (RwSignal::new(String::new()), RwSignal::new(None));
    let (play, read) = (RwSignal::new(true), RwSignal::new(true));
    let make = move || {
        let scopes = [(Scope::Play, play), (Scope::Read, read)];
        let scopes = scopes.into_iter().filter(|(_, on)| on.get_untracked());
        let scopes = scopes.map(|(scope, _)| scope).collect();
        let request = TokenRequest { name: name.get_untracked().trim().into(), scopes };
        spawn_local(async move {
            match api::post::<TokenView>("api/me/tokens", &request).await {
                Ok(view) => {
                    lines.update(|lines| lines.push(token_line(&view)));
                    token.set(view.token);
                    name.set(String::new());
                }
                Err(fault) => visitor.app.toast(fault.text()),
            }
        });
    };
    let body = view! {
        <p class="note">{tr("tokens-note")}</p>
        {list(visitor, "api/me/tokens", lines)}
        {new_token(visitor, token)}
        {form("token-form", make, view! {
            {field("token-name", "text", "off", name)}
            {check("token-play", scope_text(Scope::Play), play.into(), move |on| play.set(on))}
            {check("token-read", scope_text(Scope::Read), read.into(), move |on| read.set(on))}
            <button type="submit" class="button" id="token-go">{tr("token-go")}</button>
        })}
    };
    folded_panel("tokens", tr("tokens-title"), body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_are_recognised() {
        let chrome =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36";
        assert_eq!(agent_name(chrome), "Chrome, Linux");
        let safari =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
        assert_eq!(agent_name(safari), "Safari, iPhone");
        assert_eq!(agent_name("bosworth bot"), "bosworth bot");
    }
}
