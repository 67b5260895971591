//! The link to a tournament, its files, and its standings for other sites.

use bosworth_protocol::tournament::{Invitation, TournamentStage};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use crate::browser;
use crate::language::{texts, tr};
use crate::online::api;
use crate::pages::online::widgets::{button, copy_link, link_row, panel};
use crate::route::Route;

/// The link to share, and the downloads.
pub fn share(control: TournamentControl) -> View {
    let app = control.session.app;
    let route = RwSignal::new(Route::Tournament(control.id(), None));
    // The organiser's link contains the password.
    let wanted = Memo::new(move |_| {
        control.is_mine() && control.with(|view| view.summary.limits.invited) == Some(true)
    });
    Effect::new(move |_| {
        if wanted.get() {
            control.page.spawn(async move {
                if let Ok(found) = api::get::<Invitation>(&control.path("/invitation")).await {
                    route.set(Route::Tournament(control.id(), found.invitation));
                }
            });
        }
    });
    let title = move || control.with(|view| view.summary.title.clone()).unwrap_or_default();
    let begun =
        Memo::new(move |_| control.with(|view| view.summary.stage != TournamentStage::Coming));
    let body = view! {
        {move || link_row(app, title(), &route.get())}
        {move || wanted.get().then(|| view! { <p class="note" id="invitation-note">{tr("event-invitation-note")}</p> })}
        {move || (begun.get() == Some(true)).then(|| files(control))}
    };
    panel("event-share", tr("event-share"), body)
}

/// The downloads, and the code for other sites.
fn files(control: TournamentControl) -> View {
    let reported = control.with(|view| view.summary.format.has_trf());
    let file = |id: &str, path: String| {
        view! { <a class="button small" id=id.to_string() download="" href=path>{tr(id)}</a> }
    };
    let language = texts().language().code();
    let embed = control.path(&format!("/standings?format=html&lang={language}"));
    let code = format!(
        "<iframe src=\"{}{embed}\" width=\"100%\" height=\"420\" title=\"Bosworth\"></iframe>",
        browser::folder(),
    );
    let app = control.session.app;
    view! {
        <h3>{tr("event-export")}</h3>
        <div class="buttons">
            {file("event-export-rose", control.path("/games"))}
            {file("event-export-csv", control.path("/standings?format=csv"))}
            {file("event-export-json", control.path("/standings"))}
            {(reported == Some(true)).then(|| file("event-export-trf", control.path("/standings?format=trf")))}
            {file("event-export-log", control.path("/log"))}
        </div>
        <details>
            <summary>{tr("event-embed")}</summary>
            <p class="note">{tr("event-embed-note")}" "<a id="event-embed-look" href=embed target="_blank" rel="noopener">{tr("event-embed-look")}</a></p>
            <p><code id="event-embed-code">{code.clone()}</code></p>
            {button("event-embed-copy", "small", tr("event-embed-copy"), move || copy_link(app, code.clone()))}
        </details>
    }
}
