//! The chat of a tournament.

use bosworth_protocol::tournament::{TournamentChatLine, TournamentChatRequest};
use bosworth_protocol::{ReportReason, ReportRequest};
use bosworth_view::event;
use bosworth_view::prelude::*;
use web_sys::HtmlElement;

use super::control::TournamentControl;
use super::labels::fault_text;
use super::times::time;
use crate::language::tr;
use crate::online::api;
use crate::pages::online::widgets::{form, panel};

/// The chat. Messages are untrusted, and rendered as plain text.
pub fn chat(control: TournamentControl) -> View {
    let session = control.session;
    let lines = RwSignal::new(Vec::<TournamentChatLine>::new());
    let list = NodeRef::<HtmlElement>::new();
    // The server reports the number of messages; missing ones are fetched.
    Effect::new(move |_| {
        let there = control.chat.get();
        let since = lines.with_untracked(|lines| lines.last().map_or(0, |line| line.seq + 1));
        if there <= since {
            return;
        }
        control.page.spawn(async move {
            let path = control.path(&format!("/chat?since={since}"));
            let Ok(more) = api::get::<Vec<TournamentChatLine>>(&path).await else { return };
            lines.update(|lines| {
                let known = lines.last().map(|line| line.seq);
                lines.extend(more.into_iter().filter(|line| known < Some(line.seq)));
            });
            control.page.after(0, move || {
                if let Some(list) = list.get_untracked() {
                    list.set_scroll_top(list.scroll_height());
                }
            });
        });
    });
    let wanted = session.me.with_untracked(|me| me.as_ref().is_none_or(|me| me.preferences.chat));
    if !wanted {
        return View::Empty;
    }
    let text = RwSignal::new(String::new());
    let say = move || {
        let line = text.get_untracked().trim().to_string();
        if line.is_empty() {
            return;
        }
        control.page.spawn(async move {
            let saying = TournamentChatRequest { text: line };
            match api::send("POST", &control.path("/chat"), Some(&saying)).await {
                Ok(()) => text.set(String::new()),
                Err(fault) => session.app.refuse(fault_text(&fault)),
            }
        });
    };
    let may = Memo::new(move |_| {
        control.is_mine() || control.with(|view| view.summary.joined) == Some(true)
    });
    let closed = move || control.with(|view| view.sealed).unwrap_or(false);
    let some = Memo::new(move |_| may.get() || lines.with(|lines| !lines.is_empty()));
    let rows = move || {
        let me = session.me.with(|me| me.as_ref().map(|me| me.person.id));
        let row = |line: TournamentChatLine| {
            let name = line.by.as_ref().map(|by| by.name.clone());
            let theirs = me.is_some() && line.by.as_ref().map(|by| by.id) != me;
            let flag = name.clone().filter(|_| theirs).map(|name| flag(control, name, &line.text));
            view! {
                <li><b>{name.unwrap_or_else(|| tr("event-somebody"))}</b>" "<small class="note">{time(line.at)}</small>
                    " "<span>{line.text}</span>{flag}</li>
            }
        };
        lines.get().into_iter().map(row).collect::<Vec<_>>()
    };
    let body = move || {
        view! {
            <div class="chat-lines" id="event-lines" role="log" aria-label=tr("event-chat") tabindex="0" node_ref=list>
                <ul>{rows}</ul>
                {move || lines.with(Vec::is_empty).then(|| view! { <p class="note">{tr("event-chat-none")}</p> })}
            </div>
            {move || (may.get() && closed()).then(|| view! { <p class="note" id="event-chat-closed">{tr("event-chat-closed")}</p> })}
            {move || (may.get() && !closed()).then(|| form("event-chat-form", say, view! {
                <div class="word-line">
                    <input type="text" id="event-say" maxlength="200" autocomplete="off" aria-label=tr("chat-label")
                        prop:value=move || text.get() on:input=move |event| text.set(event::value(&event))/>
                    <button type="submit" class="button" id="event-say-go">{tr("words-send")}</button>
                </div>
            }))}
        }
    };
    view! { {move || some.get().then(|| untrack(|| panel("event-chat", tr("event-chat"), body())))} }
}

/// The button that reports a message to the host.
fn flag(control: TournamentControl, name: String, line: &str) -> View {
    let line = line.to_string();
    let send = move |_| {
        let request = ReportRequest {
            name: name.clone(),
            reason: ReportReason::Chat,
            game: None,
            text: line.clone(),
        };
        control.page.spawn(async move {
            match api::send("POST", "api/reports", Some(&request)).await {
                Ok(()) => control.session.app.toast(tr("report-sent")),
                Err(fault) => control.session.app.refuse(fault.text()),
            }
        });
    };
    let label = tr("chat-report");
    let title = label.clone();
    view! {
        <button type="button" class="flag" title=title aria-label=label on:click=send>"⚑"</button>
    }
}
