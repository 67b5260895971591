use bosworth_protocol::Command;
use bosworth_rules::Side;
use leptos::prelude::*;

use super::control::Control;
use crate::language::tr;
use crate::pages::online::pieces::{check, form, panel};

/// The chat between the players. Messages are untrusted, and rendered as plain text.
pub fn chat(control: Control) -> AnyView {
    let text = RwSignal::new(String::new());
    let mine = control.my_side();
    let wanted =
        control.session.me.with_untracked(|me| me.as_ref().is_none_or(|me| me.preferences.chat));
    if !wanted {
        return panel(
            "chat",
            tr("chat-title"),
            view! { <p class="note">{tr("chat-off")}</p> }.into_any(),
        );
    }
    let lines = Memo::new(move |_| control.with(|live| live.chat.clone()).unwrap_or_default());
    let muted = Memo::new(move |_| {
        mine.and_then(|side| control.with(|live| live.table.is_quiet(side))).unwrap_or(false)
    });
    let quiet = Memo::new(move |_| {
        let quiet = |side| control.with(|live| live.table.is_quiet(side)).unwrap_or(false);
        quiet(Side::Red) || quiet(Side::White)
    });
    let say = move || {
        let line = text.get_untracked().trim().to_string();
        if !line.is_empty() && !quiet.get_untracked() {
            control.command(Command::Chat { text: line });
            text.set(String::new());
        }
    };
    let rows = move || {
        let heard = lines.get().into_iter().filter(|(side, _)| !muted.get() || Some(*side) == mine);
        heard
            .map(|(side, line)| {
                let class = if side == Side::Red { "red" } else { "white" };
                view! { <li class=class><b>{control.name(side)}</b>" "<span>{line}</span></li> }
            })
            .collect_view()
    };
    let input = move || {
        let body = view! {
            <div class="word-line">
                <input type="text" id="chat-text" maxlength="200" autocomplete="off" aria-label=tr("chat-label")
                    disabled=move || quiet.get() prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))/>
                <button type="submit" class="button" id="chat-say" disabled=move || quiet.get()>{tr("words-send")}</button>
            </div>
            <p class="note">{move || quiet.get().then(|| tr("refusal-quiet"))}</p>
        };
        view! {
            {form("chat-form", say, body.into_any())}
            {check("chat-mute", tr("chat-mute"), muted.into(), move |on| control.command(Command::Quiet(on)))}
        }
        .into_any()
    };
    let body = view! {
        <div class="chat-lines" id="chat-lines" role="log" aria-label=tr("chat-title") tabindex="0"><ul>{rows}</ul></div>
        {mine.map(|_| input())}
    };
    panel("chat", tr("chat-title"), body.into_any())
}
