use bosworth_protocol::{AdminAction, ReportReason, ReportView};
use bosworth_view::prelude::*;

use super::control::{ModerationControl, answer_state, date_and_time, unfolding};
use super::games::game_tools;
use super::people::person_tools;
use super::question::ExtraField;
use crate::language::{fill, tr};
use crate::parts::arms;
use crate::route::Route;

/// The open reports, oldest first.
pub fn reports(control: ModerationControl, _: String) -> View {
    let found = control.fetch::<Vec<ReportView>>(|| "api/admin/reports".into());
    let list = move || match found.get() {
        Some(Ok(reports)) => reports,
        _ => Vec::new(),
    };
    view! {
        {answer_state(found)}
        {move || found.with(|found| matches!(found, Some(Ok(reports)) if reports.is_empty())).then(|| view! {
            <p class="panel" role="status" id="moderation-no-reports">{tr("moderation-no-reports")}</p>
        })}
        <ul class="cases" id="reports">{keyed(list, |report| report.id.clone(), move |report| item(control, &report))}</ul>
    }
}

fn item(control: ModerationControl, report: &ReportView) -> View {
    let subject = tr(match report.reason {
        ReportReason::Name => "report-name",
        ReportReason::Chat => "report-chat",
        ReportReason::Play => "report-play",
    });
    let by = fill(
        "moderation-reported",
        &[("name", (&*report.by).into()), ("date", date_and_time(report.at).into())],
    );
    let (id, name, game) = (report.id.clone(), report.name.clone(), report.game);
    let resolve =
        control.button("resolve", &report.name, ExtraField::NoReason, move |reason, _| {
            AdminAction::Resolve { report: id.clone(), reason }
        });
    let label = format!("{}: {}", tr("moderation-look"), report.name);
    let tools = move || {
        view! {
            {person_tools(control, &name)}
            {game.map(|game| game_tools(control, game))}
        }
    };
    let text = Some(report.text.clone()).filter(|text| !text.is_empty());
    view! {
        <li class="panel case">
            <div class="case-head">
                {arms(&report.name)}
                <div><a class="player" href=Route::Person(report.name.clone()).to_string()>{report.name.clone()}</a>" "<span class="note">{by}</span></div>
                <div class="case-marks"><span class="case-mark">{subject}</span></div>
            </div>
            {text.map(|text| view! { <blockquote>{text}</blockquote> })}
            <div class="case-tools">
                {unfolding(format!("report-{}", report.id), tr("moderation-look"), label, false, tools)}
                {resolve}
            </div>
        </li>
    }
}
