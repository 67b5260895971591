use bosworth_protocol::tournament::{TournamentChatLine, TournamentList, TournamentSummary};
use bosworth_protocol::{AdminAction, ChatPlace};
use bosworth_view::prelude::*;

use super::chat::{ChatLine, chat};
use super::control::{ModerationControl, answer_state, date_and_time, unfolding};
use super::question::ExtraField;
use crate::language::{fill, tr};
use crate::route::Route;

/// The tournaments that are not over, and their chats.
pub fn tournaments(control: ModerationControl, _: String) -> View {
    let found = control.fetch::<TournamentList>(|| "api/events".into());
    let list = move || match found.get() {
        Some(Ok(list)) => list.open,
        _ => Vec::new(),
    };
    view! {
        {answer_state(found)}
        {move || found.with(|found| matches!(found, Some(Ok(list)) if list.open.is_empty())).then(|| view! {
            <p class="panel" role="status">{tr("moderation-no-events")}</p>
        })}
        <ul class="cases">{keyed(list, |event| event.id, move |event| item(control, &event))}</ul>
    }
}

fn item(control: ModerationControl, event: &TournamentSummary) -> View {
    let id = event.id;
    let organiser = event.organiser.as_ref().map(|organiser| organiser.name.clone());
    let by = fill(
        "moderation-event-by",
        &[
            ("name", organiser.unwrap_or_else(|| "Bosworth".into()).into()),
            ("date", date_and_time(event.starts).into()),
        ],
    );
    let label = format!("{}: {}", tr("moderation-look"), event.title);
    let cancel = control.button("cancel", &event.title, ExtraField::Nothing, move |reason, _| {
        AdminAction::Cancel { event: id, reason }
    });
    let route = Route::Tournament(id.to_string(), None).to_string();
    let lines = move || {
        let found =
            control.fetch::<Vec<TournamentChatLine>>(move || format!("api/events/{id}/chat"));
        let shown = move |lines: Vec<TournamentChatLine>| {
            let lines = lines.into_iter().map(|line| ChatLine {
                line: line.seq,
                at: line.at,
                by: line.by.map(|by| by.name).unwrap_or_default(),
                text: line.text,
            });
            chat(control, ChatPlace::Event(id), lines.collect())
        };
        view! {
            {answer_state(found)}
            {move || found.get().and_then(Result::ok).map(shown)}
        }
    };
    view! {
        <li class="panel case">
            <div class="case-head"><div><a class="player" href=route>{event.title.clone()}</a>" "<span class="note">{by}</span></div></div>
            <div class="case-tools">
                {unfolding(format!("event-{id}"), tr("moderation-look"), label, false, lines)}
                {cancel}
            </div>
        </li>
    }
}
