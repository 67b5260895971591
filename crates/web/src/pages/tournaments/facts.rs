//! The facts: the format, the terms, the dates, the organiser.

use bosworth_protocol::tournament::{TournamentStage, TournamentView};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::{clock_of, kind_key, kind_text, limits_text, players_text, series_text};
use super::times::{date_and_time, span};
use crate::language::{fill, tr};
use crate::pages::online::labels::{clock_text, rated_text, ruleset_text, speed_text};
use crate::pages::online::widgets::panel;
use crate::route::Route;

/// The facts of a tournament.
pub fn facts(control: TournamentControl) -> View {
    let rows = move || control.with(rows);
    panel("event-facts", tr("event-facts"), view! { <dl class="facts">{rows}</dl> })
}

fn rows(view: &TournamentView) -> Vec<View> {
    let event = &view.summary;
    let fact = |id: &str, value: View| {
        view! { <div><dt>{tr(id)}</dt><dd>{value}</dd></div> }
    };
    let words = |id: &str, text: String| fact(id, view! { {text} });
    let kind = [Some(kind_text(event.format)), series_text(event.series)];
    let kind = kind.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let about = tr(&format!("event-about-{}", kind_key(event.format)));
    let kind = view! { {kind}<br/><span class="note">{about}</span> };
    let clock = clock_of(event).map_or_else(
        || event.clock.clone(),
        |clock| format!("{} · {}", clock_text(clock), speed_text(clock.speed())),
    );
    let started =
        if event.stage == TournamentStage::Coming { "event-starts" } else { "event-started" };
    let organiser = match &event.organiser {
        Some(person) => {
            let page = Route::Person(person.name.clone()).to_string();
            view! { <a class="player" href=page>{person.name.clone()}</a> }
        }
        None => view! { {tr("event-by-server")} },
    };
    let rest = (view.rest > 0).then(|| words("event-rest", span(view.rest)));
    let late = (event.format.has_late_rounds() && view.late > 0).then(|| {
        let text = fill("event-late-until", &[("round", view.late.into())]);
        words("event-late", text)
    });
    let season = (view.season > 1).then(|| {
        let text = fill("event-season", &[("season", view.season.into())]);
        words("event-seasons", text)
    });
    let facts = [
        Some(fact("event-what", kind)),
        Some(words("event-clock", clock)),
        Some(words(
            "event-edition",
            format!("{} · {}", ruleset_text(&event.ruleset), rated_text(event.rated)),
        )),
        Some(words(started, date_and_time(event.starts))),
        season,
        rest,
        Some(words("event-tab-players", players_text(event))),
        Some(words("event-for", limits_text(&event.limits))),
        late,
        Some(fact("event-organiser", organiser)),
    ];
    facts.into_iter().flatten().collect()
}
