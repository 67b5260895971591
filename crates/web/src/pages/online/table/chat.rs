use bosworth_protocol::{Command, PlayerView, ReportReason, ReportRequest};
use bosworth_rules::Side;
use bosworth_view::event;
use bosworth_view::prelude::*;
use web_sys::HtmlElement;

use super::control::OnlineGameControl;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::pages::online::widgets::{check, form};
use crate::parts::sheet_close;

/// How far from its end a list still counts as scrolled to the end, in pixels.
const NEAR_END_PX: i32 = 24;

/// Whether the game has a chat: not against the computer.
pub fn has_chat(control: OnlineGameControl) -> bool {
    // Untracked: the players never change, and tracking would rebuild the whole table.
    let computer = control.with_untracked(|live| {
        let is_computer = |player: &PlayerView| matches!(player, PlayerView::Computer { .. });
        is_computer(&live.players.red) || is_computer(&live.players.white)
    });
    computer != Some(true)
}

/// The chat between the players; none against the computer. Messages are untrusted, and rendered as
/// plain text. The list scrolls to new messages, unless the reader has scrolled up.
pub fn chat(control: OnlineGameControl) -> View {
    if !has_chat(control) {
        return View::Empty;
    }
    let text = RwSignal::new(String::new());
    let mine = untrack(|| control.my_side());
    let chat = Lifetime::new();
    let wanted =
        control.session.me.with_untracked(|me| me.as_ref().is_none_or(|me| me.preferences.chat));
    if !wanted {
        return sheet(view! { <p class="note">{tr("chat-off")}</p> }, || ());
    }
    let lines = Memo::new(move |_| control.with(|live| live.chat.clone()).unwrap_or_default());
    let muted = Memo::new(move |_| {
        mine.and_then(|side| control.with(|live| live.table.is_quiet(side))).unwrap_or(false)
    });
    let muted_by_moderator =
        control.session.me.with_untracked(|me| me.as_ref().is_some_and(|me| me.muted));
    let quiet = Memo::new(move |_| {
        let quiet = |side| control.with(|live| live.table.is_quiet(side)).unwrap_or(false);
        muted_by_moderator || quiet(Side::Red) || quiet(Side::White)
    });
    let say = move || {
        let line = text.get_untracked().trim().to_string();
        if !line.is_empty() && !quiet.get_untracked() {
            control.command(Command::Chat { text: line });
            text.set(String::new());
        }
    };
    // What was typed comes back, unless another line has been begun.
    Effect::new(move |_| {
        let Some(line) = control.session.refused_line.get() else { return };
        control.session.refused_line.set(None);
        if untrack(|| text.with(String::is_empty)) {
            text.set(line);
        }
    });
    let has_account = control.session.me.with_untracked(Option::is_some);
    let rows = move || {
        let heard = lines.get().into_iter().filter(|(side, _)| !muted.get() || Some(*side) == mine);
        heard
            .map(|(side, line)| {
                let class = if side == Side::Red { "red" } else { "white" };
                let flag = (Some(side) != mine && has_account).then(|| flag(control, side, &line));
                view! { <li class=class><b>{control.name(side)}</b>" "<span>{line}</span>{flag}</li> }
            })
            .collect_view()
    };
    let list = NodeRef::<HtmlElement>::new();
    // Whether the list is scrolled to its end, and whether messages arrived while it was not.
    let (at_end, unread) = (StoredValue::new(true), RwSignal::new(false));
    let to_end = move || {
        if let Some(list) = list.get_untracked() {
            list.set_scroll_top(list.scroll_height());
        }
        unread.set(false);
    };
    let scrolled = move |_| {
        if let Some(list) = list.get_untracked() {
            let end =
                list.scroll_height() - list.scroll_top() - list.client_height() <= NEAR_END_PX;
            at_end.set_value(end);
            if end {
                unread.set(false);
            }
        }
    };
    Effect::new(move |before: Option<usize>| {
        let count = lines.with(Vec::len);
        let own = lines.with(|lines| lines.last().is_some_and(|(side, _)| Some(*side) == mine));
        if before.is_some_and(|before| count <= before) {
            return count;
        }
        let shown = list.get_untracked().is_some_and(|list| list.client_height() > 0);
        // Messages from before the page was opened are not new.
        if before.is_none() || shown && at_end.get_value() || own {
            // The new message is in the document only after this effect.
            chat.after(0, to_end);
        } else {
            unread.set(true);
        }
        count
    });
    let input = move || {
        let body = view! {
            <div class="word-line">
                <input type="text" id="chat-text" maxlength="200" autocomplete="off" aria-label=tr("chat-label")
                    disabled=move || quiet.get() prop:value=move || text.get()
                    on:input=move |event| text.set(event::value(&event))/>
                <button type="submit" class="button" id="chat-say" disabled=move || quiet.get()>{tr("words-send")}</button>
            </div>
            <p class="note">{move || quiet.get().then(|| tr(if muted_by_moderator { "muted-note" } else { "refusal-quiet" }))}</p>
        };
        view! {
            {form("chat-form", say, body)}
            {check("chat-mute", tr("chat-mute"), muted.into(), move |on| control.command(Command::Quiet(on)))}
        }
    };
    let body = view! {
        <div class="chat-lines" id="chat-lines" role="log" aria-label=tr("chat-title") tabindex="0"
            node_ref=list on:scroll=scrolled><ul>{rows}</ul></div>
        {move || unread.get().then(|| view! {
            <button type="button" class="button small new-lines" id="chat-new" on:click=move |_| to_end()>"↓ "{tr("chat-new")}</button>
        })}
        {mine.map(|_| input())}
    };
    sheet(body, to_end)
}

/// The panel, which small screens show as a sheet; `toggled` is called when it opens or closes.
fn sheet(body: View, toggled: impl Fn() + 'static) -> View {
    view! {
        <section class="panel" id="chat" popover="auto" aria-labelledby="chat-title" on:toggle=move |_| toggled()>
            {sheet_close("chat")}
            <h2 id="chat-title" tabindex="-1">{tr("chat-title")}</h2>
            {body}
        </section>
    }
}

/// The button that reports a message to the host, with the game in which it was written.
fn flag(control: OnlineGameControl, side: Side, line: &str) -> View {
    let line = line.to_string();
    let send = move |_| {
        let request = ReportRequest {
            name: control.name(side),
            reason: ReportReason::Chat,
            game: Some(control.id),
            text: line.clone(),
        };
        control.page.spawn(async move {
            match api::send("POST", "api/reports", Some(&request)).await {
                Ok(()) => control.app.toast(tr("report-sent")),
                Err(fault) => control.app.refuse(fault.text()),
            }
        });
    };
    let label = tr("chat-report");
    view! {
        <button type="button" class="flag" title=label.clone() aria-label=label on:click=send>"⚑"</button>
    }
}
