//! Blocking another user, and reporting them to the host.

use bosworth_protocol::{ReportReason, ReportRequest};
use bosworth_view::event;
use bosworth_view::prelude::*;

use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::online::visitor::use_visitor;
use crate::pages::online::widgets::{button, folded_panel, form};
use crate::parts::choice;

const REASONS: [(ReportReason, &str, &str); 3] = [
    (ReportReason::Name, "name", "report-name"),
    (ReportReason::Chat, "chat", "report-chat"),
    (ReportReason::Play, "play", "report-play"),
];

/// The panel, for a visitor with an account on another user's profile.
pub(super) fn block_and_report(name: String) -> View {
    let (visitor, life) = (use_visitor(), Lifetime::new());
    let name = StoredValue::new(name);
    let blocked = RwSignal::new(None::<bool>);
    let is_other = Memo::new(move |_| {
        visitor.me.with(|me| {
            me.as_ref().is_some_and(|me| name.with_value(|name| me.person.name != *name))
        })
    });
    Effect::new(move |_| {
        if is_other.get() {
            life.spawn(async move {
                if let Ok(names) = api::get::<Vec<String>>("api/me/blocks").await {
                    blocked.set(Some(name.with_value(|name| names.contains(name))));
                }
            });
        }
    });
    let toggle = move || {
        let on = !blocked.get_untracked().unwrap_or_default();
        let path = format!("api/me/blocks/{}", name.with_value(|name| api::part(name)));
        life.spawn(async move {
            let sent = if on {
                api::send("PUT", &path, None::<&()>).await
            } else {
                api::delete(&path).await
            };
            match sent {
                Ok(()) => blocked.set(Some(on)),
                Err(fault) => visitor.app.refuse(fault.text()),
            }
        });
    };
    let shown = move || {
        is_other.get().then(|| {
            let block = move || {
                let text =
                    tr(if blocked.get() == Some(true) { "unblock-player" } else { "block-player" });
                button("block", "", text, toggle)
            };
            let body = view! {
                <p class="note">{tr("block-note")}</p>
                <div class="buttons">{block}</div>
                {report(name, life)}
            };
            folded_panel("block-and-report", tr("block-and-report-title"), body)
        })
    };
    shown.into_view()
}

fn report(name: StoredValue<String>, life: Lifetime) -> View {
    let visitor = use_visitor();
    let (reason, text) = (RwSignal::new("name".to_string()), RwSignal::new(String::new()));
    let submit = move || {
        let known = REASONS.iter().find(|known| reason.with_untracked(|reason| known.1 == reason));
        let Some(&(reason, ..)) = known else { return };
        let request = ReportRequest {
            name: name.get_value(),
            reason,
            game: None,
            text: text.get_untracked(),
        };
        life.spawn(async move {
            match api::send("POST", "api/reports", Some(&request)).await {
                Ok(()) => {
                    text.set(String::new());
                    visitor.app.toast(tr("report-sent"));
                }
                Err(fault) => visitor.app.refuse(fault.text()),
            }
        });
    };
    let reasons = REASONS.map(|(_, value, label)| (value.to_string(), tr(label)));
    let body = view! {
        {choice("report-reason", tr("report-about"), reasons.into(), reason.into(), move |value| reason.set(value))}
        <label class="field"><span>{tr("report-text")}</span>
            <textarea id="report-text" rows="3" maxlength="500" prop:value=move || text.get()
                on:input=move |event| text.set(event::value(&event))></textarea>
        </label>
        <div class="buttons"><button type="submit" class="button" id="report-go">{tr("report-go")}</button></div>
    };
    form("report-form", submit, body)
}
