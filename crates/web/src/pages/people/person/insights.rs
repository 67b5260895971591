//! What reviews by the server found in a person's rated games.

use bosworth_protocol::{InsightStretch, InsightsView, MeanCost};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::chart::chart;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api;
use crate::pages::online::labels::ruleset_text;
use crate::pages::online::widgets::panel;
use crate::parts::{subtitle, table};

/// The groups in the order in which they are shown.
const ASPECTS: [(&str, &[&str]); 5] = [
    ("phase", &["opening", "middle", "ending"]),
    ("kind", &["play", "hero", "draw", "pass"]),
    ("side", &["red", "white"]),
    ("edition", &["classic", "brettspielnetz", "kingofroses"]),
    ("opponent", &["stronger", "similar", "weaker"]),
];

/// The panel, once the server has answered; nothing without a reviewed game, or from a server that
/// reviews none.
pub fn insights(name: &str) -> View {
    let found = RwSignal::new(None::<InsightsView>);
    let path = format!("api/people/{}/insights", api::part(name));
    spawn_local(async move {
        let view = api::get::<InsightsView>(&path).await.ok();
        found.set(view.filter(|view| view.games > 0));
    });
    let shown = move || {
        found.with(|found| Some(panel("insights", tr("insights-title"), content(found.as_ref()?))))
    };
    shown.into_view()
}

fn content(view: &InsightsView) -> View {
    let number = |value: f64| texts().number(value, 1);
    let results = fill(
        "insights-results",
        &[
            ("games", view.games.into()),
            ("score", number(view.score).into()),
            ("adjusted", (number(view.without_luck) + &margin(view.interval, 1)).into()),
        ],
    );
    let level = view.level.map(|level| {
        let loss = texts().number(view.all.loss, 1).into();
        view! { <p>{fill("insights-level", &[("loss", loss), ("level", level.into())])}</p> }
    });
    let course = (view.course.len() > 1).then(|| course(&view.course, &results));
    view! {
        <p>{results}</p>
        {level}
        {course}
        {subtitle(tr("insights-costs"))}
        {costs(view)}
        <p class="note">{tr("insights-about")}</p>
    }
}

/// The half width of an interval.
fn margin(interval: Option<f64>, digits: u32) -> String {
    interval.map(|it| format!(" ± {}", texts().number(it, digits))).unwrap_or_default()
}

/// The points beyond one half, with luck and without, and what decisions cost, from game to game. Both
/// drawings are a table for screen readers.
fn course(stretches: &[InsightStretch], words: &str) -> View {
    let beyond = |points: fn(&InsightStretch) -> f64| {
        let mut sum = 0.0;
        let sums = stretches.iter().map(|it| {
            sum += points(it) - f64::from(it.cost.games) / 2.0;
            sum
        });
        core::iter::once(0.0).chain(sums.collect::<Vec<_>>()).collect()
    };
    let curves = [("with-luck", beyond(|it| it.score)), ("adjusted", beyond(|it| it.without_luck))];
    let losses = [("", stretches.iter().map(|it| it.cost.loss).collect())];
    let row = |it: &InsightStretch| {
        let number = |value: f64, digits| texts().number(value, digits).into_view();
        let day = browser::day(it.at as f64, texts().language().code());
        let cells = vec![
            day.into_view(),
            it.cost.games.into_view(),
            number(it.score, 1),
            number(it.without_luck, 1),
            number(it.cost.loss, 2),
        ];
        (false, cells)
    };
    let heads = ["until", "games", "score", "adjusted", "loss"];
    let heads = heads.map(|head| tr(&format!("insights-{head}"))).into();
    let costs = tr("insights-course");
    view! {
        {subtitle(tr("insights-beyond"))}
        {chart("insights-results", &curves, 1.0, words.to_string())}
        <p class="legend" aria-hidden="true"><span class="with-luck">{tr("insights-score")}</span><span class="adjusted">{tr("insights-adjusted")}</span></p>
        {subtitle(costs.clone())}
        {chart("insights-losses", &losses, 0.5, costs.clone())}
        <div class="unseen">{table(costs, heads, stretches.iter().map(row).collect())}</div>
    }
}

/// What decisions cost: all of them, and each group.
fn costs(view: &InsightsView) -> View {
    let most = view.groups.iter().map(|it| it.cost.loss).fold(view.all.loss, f64::max);
    let mut rows = vec![row(tr("insights-all"), &view.all, most)];
    for (by, groups) in ASPECTS {
        for name in groups {
            let group = view.groups.iter().find(|it| it.by == by && it.group == *name);
            rows.extend(group.map(|it| row(group_name(by, name), &it.cost, most)));
        }
    }
    let heads = ["group", "loss", "decisions"].map(|head| tr(&format!("insights-{head}")));
    table(tr("insights-costs"), heads.into(), rows)
}

fn group_name(by: &str, name: &str) -> String {
    match by {
        "edition" => ruleset_text(name),
        _ => tr(&format!("insights-{by}-{name}")),
    }
}

/// A group with its mean cost, as a number and as a bar, and the size of the sample.
fn row(name: String, cost: &MeanCost, most: f64) -> (bool, Vec<View>) {
    let width = 100.0 * cost.loss / most.max(f64::MIN_POSITIVE);
    let loss = texts().number(cost.loss, 2);
    let margin = margin(cost.interval, 2);
    let loss = view! {
        {loss}<small>{margin}</small>
        <svg class="cost-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width=width height="4"/></svg>
    };
    (false, vec![name.into_view(), loss, cost.decisions.into_view()])
}
