use bosworth_protocol::{OwnReport, ReportReason};
use bosworth_view::prelude::*;

use crate::browser;
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::pages::online::widgets::folded_panel;
use crate::route::Route;

fn date(at: i64) -> String {
    browser::date_and_time(at as f64, texts().language().code())
}

/// What became of the visitor's reports; empty if there are none.
pub fn own_reports() -> View {
    let found = RwSignal::new(Vec::new());
    Lifetime::new().spawn(async move {
        found.set(api::get::<Vec<OwnReport>>("api/me/reports").await.unwrap_or_default());
    });
    let row = |report: OwnReport| {
        let reason = tr(match report.reason {
            ReportReason::Name => "report-name",
            ReportReason::Chat => "report-chat",
            ReportReason::Play => "report-play",
        });
        let about =
            fill("own-report", &[("reason", reason.into()), ("date", date(report.at).into())]);
        let state = match report.closed {
            None => tr("own-report-open"),
            Some(at) => fill("own-report-closed", &[("date", date(at).into())]),
        };
        let route = Route::Person(report.name.clone()).to_string();
        view! {
            <li class="offer"><div class="offer-what">
                <a class="player" href=route>{report.name}</a><span class="note">{about}</span><span>{state}</span>
            </div></li>
        }
    };
    let list = move || {
        let rows = found.get().into_iter().map(row).collect_view();
        folded_panel(
            "own-reports",
            tr("own-reports-title"),
            view! { <ul class="offer-list">{rows}</ul> },
        )
    };
    view! { {move || found.with(|found| !found.is_empty()).then(list)} }
}
