//! The list of drafts: trees that were on the board before.

use bosworth_rules::Record;
use bosworth_view::prelude::*;

use super::control::AnalysisControl;
use super::draft::{Draft, MAX_DRAFTS};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::button;

/// The drafts, folded, and a warning if the tree on the board cannot be kept.
pub fn drafts(control: AnalysisControl) -> View {
    let lost = move || {
        let shown = control.is_lost.get();
        shown.then(|| view! { <p class="panel fault" id="draft-lost">{tr("an-draft-lost")}</p> })
    };
    let list = move || {
        let drafts = control.drafts.get();
        let count = drafts.len();
        (count > 0).then(|| {
            let rows: Vec<_> = drafts.iter().map(|(id, draft)| row(control, id, draft)).collect();
            view! {
                <details class="panel" id="drafts">
                    <summary>{fill("an-drafts", &[("count", count.into())])}</summary>
                    <p class="note">{fill("an-drafts-about", &[("count", MAX_DRAFTS.into())])}</p>
                    <ul class="drafts">{rows}</ul>
                </details>
            }
        })
    };
    view! { {lost}{list} }
}

fn row(control: AnalysisControl, id: &str, draft: &Draft) -> View {
    let when = browser::date_and_time(draft.updated, texts().language().code());
    let (players, actions) = match draft.record() {
        Some(record) => (players(&record), record.steps.len()),
        None => (None, 0),
    };
    let title = players.unwrap_or_else(|| tr("an-draft-unnamed"));
    let actions = fill("library-actions", &[("count", actions.into())]);
    let (open, forget) = (id.to_string(), id.to_string());
    let open = move || {
        control.open_draft(&open);
        browser::focus("main h1");
    };
    view! {
        <li>
            <span><b>{title.clone()}</b>" "<small class="note">{format!("{actions} · {when}")}</small></span>
            <span class="buttons">
                {button("", "small", tr("an-draft-open"), open)}
                {button("", "small danger", tr("an-draft-forget"), move || control.forget_draft(&forget))}
            </span>
        </li>
    }
}

/// The names of both players, if the record has them.
fn players(record: &Record) -> Option<String> {
    let name = |tag| record.tag(tag).filter(|name| !matches!(*name, "" | "?"));
    Some(format!("{} – {}", name("Red")?, name("White")?))
}
