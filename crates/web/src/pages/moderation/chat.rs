use bosworth_protocol::{AdminAction, ChatPlace};
use bosworth_view::prelude::*;

use super::control::{ModerationControl, date_and_time};
use super::question::ExtraField;
use crate::language::tr;

/// A line of the chat of a game or a tournament.
pub struct ChatLine {
    pub line: u32,
    pub at: i64,
    pub by: String,
    pub text: String,
}

/// A chat whose lines can be removed. Messages are untrusted, and rendered as plain text.
pub fn chat(control: ModerationControl, place: ChatPlace, lines: Vec<ChatLine>) -> View {
    if lines.is_empty() {
        return view! { <p class="note">{tr("moderation-no-chat")}</p> };
    }
    let row = |said: ChatLine| {
        let ChatLine { line, at, by, text } = said;
        let about = format!("{by}, {text}");
        let erase = control.button("erase", &about, ExtraField::Nothing, move |reason, _| {
            AdminAction::Erase { chat: place, line, reason }
        });
        view! {
            <li><div><b>{by}</b>" "<small class="note">{date_and_time(at)}</small>" "<span>{text}</span></div>{erase}</li>
        }
    };
    view! { <ul class="moderated-chat">{lines.into_iter().map(row).collect_view()}</ul> }
}
