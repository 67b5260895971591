use bosworth_protocol::AuditLine;
use bosworth_view::prelude::*;

use super::control::{ModerationControl, answer_state, date_and_time};
use crate::language::tr;
use crate::online::api;
use crate::parts::button;
use crate::route::Route;

/// The lines of a page, by the server.
const LINES_PER_PAGE: usize = 200;

/// What the host and moderators have done, newest first.
pub fn audit_log(control: ModerationControl, _: String) -> View {
    let found = control.fetch::<Vec<AuditLine>>(|| "api/admin/log".into());
    let older = RwSignal::new(Vec::<AuditLine>::new());
    let lines = move || -> Vec<AuditLine> {
        let first = found.get().and_then(Result::ok).unwrap_or_default();
        first.into_iter().chain(older.get()).collect()
    };
    let more = RwSignal::new(true);
    let fetch_older = move || {
        let Some(last) = untrack(lines).last().map(|line| line.seq) else { return };
        control.page.spawn(async move {
            match api::get::<Vec<AuditLine>>(&format!("api/admin/log?before={last}")).await {
                Ok(page) => {
                    more.set(page.len() == LINES_PER_PAGE);
                    older.update(|older| older.extend(page));
                }
                Err(fault) => control.app.refuse(fault.text()),
            }
        });
    };
    let is_full = move || {
        let full =
            found.with(|found| matches!(found, Some(Ok(page)) if page.len() == LINES_PER_PAGE));
        full && more.get()
    };
    view! {
        {answer_state(found)}
        <ol class="panel audit" id="audit">{keyed(lines, |line| (line.seq, line.pending), row)}</ol>
        {move || is_full().then(|| button("moderation-older", "", tr("moderation-older"), fetch_older))}
    }
}

fn row(line: AuditLine) -> View {
    let game = line.game.map(|game| {
        let route = Route::Game(game.to_string()).to_string();
        view! { " "<a href=route>{tr("title-game")}</a> }
    });
    let pending = line
        .pending
        .then(|| view! { " "<span class="case-mark">{tr("moderation-pending")}</span> });
    let reason = line.reason.map(|reason| view! { <q>{reason}</q> });
    view! {
        <li>
            <small class="note">{date_and_time(line.at)}" · #"{line.seq.to_string()}</small>
            <div><b>{line.actor}</b>" · "{tr(&format!("moderation-did-{}", line.action))}" · "{line.detail}{game}{pending}</div>
            {reason}
        </li>
    }
}
