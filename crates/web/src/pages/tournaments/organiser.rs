//! The organiser's commands.

use bosworth_protocol::tournament::{TournamentCommandRequest, TournamentStage};
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::times::{MAX_TIME_AHEAD_MS, field, parse_field};
use crate::language::tr;
use crate::pages::online::widgets::{button, form, panel};
use crate::parts::{Dialog, confirm_dialog};

/// The organiser's panel; empty for others, and once the tournament is over.
pub fn organiser_tools(control: TournamentControl) -> View {
    let mine = Memo::new(move |_| {
        let over = control.with(|view| view.summary.stage == TournamentStage::Over);
        control.is_mine() && over == Some(false)
    });
    view! { {move || mine.get().then(|| untrack(|| shown(control)))} }
}

fn shown(control: TournamentControl) -> View {
    let state = Memo::new(move |_| {
        control.with(|view| (view.summary.stage, view.summary.paused, view.summary.players))
    });
    let (starting, ending, editing) =
        (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    let send = move |command: TournamentCommandRequest| control.command(command, || {});
    let start = move || send(TournamentCommandRequest::Start);
    let end = move || send(TournamentCommandRequest::Cancel);
    let texts = || RwSignal::new(String::new());
    let (title, about, starts) = (texts(), texts(), texts());
    let is_coming = Memo::new(move |_| matches!(state.get(), Some((TournamentStage::Coming, ..))));
    let planned = move || untrack(|| control.with(|view| view.summary.starts)).unwrap_or_default();
    let edit = move || {
        let (old, text) = untrack(|| {
            control
                .with(|view| (view.summary.title.clone(), view.about.clone()))
                .unwrap_or_default()
        });
        title.set(old);
        about.set(text);
        starts.set(field(planned()));
        editing.set(true);
    };
    let save = move || {
        let (title, about) = (title.get_untracked(), about.get_untracked());
        let describe = TournamentCommandRequest::Describe { title: title.trim().into(), about };
        let to = starts.get_untracked();
        let close = move || editing.set(false);
        // The field has no seconds: the same text is the same time.
        if !is_coming.get_untracked() || to == field(planned()) {
            return control.command(describe, close);
        }
        let now = control.session.now();
        let fits = |at: &i64| (now..=now + MAX_TIME_AHEAD_MS).contains(at);
        let Some(starts) = parse_field(&to).filter(fits) else {
            return control.session.app.refuse(tr("event-bad-start"));
        };
        let reschedule = TournamentCommandRequest::Reschedule { starts };
        control.command(reschedule, move || control.command(describe, close));
    };
    let main = move || match state.get()? {
        (TournamentStage::Coming, _, players) if players >= 2 => {
            Some(button("event-start", "", tr("event-start"), move || starting.set(true)))
        }
        (TournamentStage::Running, false, _) => {
            Some(button("event-pause", "", tr("event-pause"), move || {
                send(TournamentCommandRequest::Pause);
            }))
        }
        (TournamentStage::Running, true, _) => {
            Some(button("event-resume", "", tr("event-resume"), move || {
                send(TournamentCommandRequest::Resume);
            }))
        }
        _ => None,
    };
    let note = move || {
        matches!(state.get(), Some((TournamentStage::Running, ..)))
            .then(|| view! { <p class="note">{tr("event-pause-note")}</p> })
    };
    let fields = move || {
        view! {
            <label class="field"><span>{tr("event-title")}</span>
                <input id="edit-title" type="text" required maxlength="80" prop:value=move || title.get()
                    on:input=move |event| title.set(event::value(&event))/>
            </label>
            <label class="field"><span>{tr("event-about")}</span>
                <textarea id="edit-about" rows="6" maxlength="2000" prop:value=move || about.get()
                    on:input=move |event| about.set(event::value(&event))></textarea>
            </label>
            {move || is_coming.get().then(|| view! {
                <label class="field"><span>{tr("event-start-at")}</span>
                    <input id="edit-start" type="datetime-local" required prop:value=move || starts.get()
                        on:input=move |event| starts.set(event::value(&event))/>
                </label>
            })}
            <button type="submit" class="button primary" id="edit-save">{tr("event-edit-save")}</button>
        }
    };
    let body = view! {
        <div class="buttons">
            {main}
            {button("event-edit", "", tr("event-edit"), edit)}
            {button("event-cancel", "danger", tr("event-cancel"), move || ending.set(true))}
        </div>
        {note}
        {confirm_dialog("event-start", starting, tr("event-start"), Signal::derive(|| tr("event-start-text")), "event-start", start)}
        {confirm_dialog("event-cancel", ending, tr("event-cancel-title"), Signal::derive(|| tr("event-cancel-text")), "event-cancel", end)}
        <Dialog open=editing title=tr("event-edit")>{form("edit-form", save, fields())}</Dialog>
    };
    panel("event-tools", tr("event-organise"), body)
}
