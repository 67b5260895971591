//! The list of tournaments: running ones, a calendar of upcoming ones, finished ones.

use bosworth_protocol::tournament::{TournamentList, TournamentStage, TournamentSummary};
use bosworth_view::prelude::*;

use super::header::{calendar_leaf, stage};
use super::labels::{limits_text, players_text, round_text, terms};
use super::times::{day, relative_time, short_date, time};
use crate::browser;
use crate::language::{fill, tr};
use crate::lifetime::Lifetime;
use crate::online::api::{self, RequestError};
use crate::online::session::use_session;
use crate::pages::online::require_server::require_server;
use crate::parts::{arms, link_button};
use crate::route::Route;

/// The refresh interval of the list, in milliseconds.
const REFRESH_INTERVAL_MS: i32 = 30_000;

/// The page of all tournaments.
#[component]
pub fn Tournaments() -> View {
    view! {
        <main id="main" class="online events">
            <div class="events-head">
                <h1 tabindex="-1">{tr("title-events")}</h1>
                {link_button("events-new", "primary", tr("events-new"), Route::NewTournament.to_string())}
            </div>
            <p class="lead">{tr("events-lead")}</p>
            {require_server(lists)}
        </main>
    }
}

fn lists() -> View {
    let session = use_session();
    let page = Lifetime::new();
    let found = RwSignal::new(None::<Result<TournamentList, RequestError>>);
    let ask = move || {
        page.spawn(async move {
            let list = api::get::<TournamentList>("api/events").await;
            // Keep the last list while the server is unreachable.
            if list.is_ok() || found.with_untracked(Option::is_none) {
                found.set(Some(list));
            }
        });
    };
    ask();
    page.every(REFRESH_INTERVAL_MS, move || {
        if !browser::is_hidden() {
            ask();
        }
    });
    view! {
        {move || match found.get() {
            None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            Some(Err(fault)) => view! { <p role="alert">{fault.text()}</p> },
            Some(Ok(list)) => shown(list, session.now()),
        }}
    }
}

fn shown(list: TournamentList, now: i64) -> View {
    let (running, coming): (Vec<_>, Vec<_>) =
        list.open.into_iter().partition(|event| event.stage == TournamentStage::Running);
    let none = running.is_empty() && coming.is_empty();
    view! {
        {none.then(nothing)}
        {(!running.is_empty()).then(|| section("events-running", view! {
            <ul class="event-cards">{running.iter().map(|event| card(event, now)).collect_view()}</ul>
        }))}
        {(!coming.is_empty()).then(|| section("events-coming", calendar(&coming, now)))}
        {(!list.over.is_empty()).then(|| section("events-over", view! {
            <ul class="event-cards past">{list.over.iter().map(past).collect_view()}</ul>
        }))}
    }
}

fn section(id: &'static str, body: View) -> View {
    let title = format!("{id}-title");
    let labelled = title.clone();
    view! {
        <section class="event-section" id=id aria-labelledby=labelled><h2 id=title>{tr(id)}</h2>{body}</section>
    }
}

/// The panel shown if no tournament is announced.
fn nothing() -> View {
    view! {
        <section class="panel waiting" id="events-none">
            <svg class="waiting-art" viewBox="0 0 220 120" aria-hidden="true">
                <use href="#rose-red" x="6" y="38" width="76" height="76"/>
                <use href="#rose-white" x="138" y="38" width="76" height="76"/>
                <use href="#crown" x="68" y="12" width="84" height="74"/>
            </svg>
            <p class="lead">{tr("events-none-title")}</p>
            <p class="note">{tr("events-none")}</p>
        </section>
    }
}

/// The upcoming tournaments, day by day.
fn calendar(events: &[TournamentSummary], now: i64) -> View {
    let mut days: Vec<(String, Vec<&TournamentSummary>)> = Vec::new();
    for event in events {
        let key = browser::date(event.starts as f64);
        match days.last_mut() {
            Some((last, events)) if *last == key => events.push(event),
            _ => days.push((key, vec![event])),
        }
    }
    let one = |(_, events): (String, Vec<&TournamentSummary>)| {
        let at = events[0].starts;
        view! {
            <li class="calendar-day">
                {calendar_leaf(at)}
                <div class="day-events">
                    <h3>{day(at, now)}</h3>
                    <ul class="event-cards">{events.into_iter().map(|event| card(event, now)).collect_view()}</ul>
                </div>
            </li>
        }
    };
    view! { <ol class="calendar">{days.into_iter().map(one).collect_view()}</ol> }
}

fn route(event: &TournamentSummary) -> String {
    Route::Tournament(event.id.to_string(), None).to_string()
}

/// A running or upcoming tournament.
fn card(event: &TournamentSummary, now: i64) -> View {
    let running = event.stage == TournamentStage::Running;
    let (large, small) = if running {
        (round_text(event), Some(players_text(event)))
    } else {
        (Some(time(event.starts)), Some(relative_time(event.starts, now)))
    };
    let limits = event.limits;
    let open = limits.from.is_none() && limits.to.is_none() && limits.guests && !limits.invited;
    let mut about = vec![players_text(event)];
    if !open {
        about.push(limits_text(&limits));
    }
    if let Some(person) = &event.organiser {
        about.push(fill("event-by", &[("name", person.name.clone().into())]));
    }
    view! {
        <li><a class="event-card" class:mine=event.joined href=route(event)>
            <span class="event-when">{large.map(|large| view! { <b>{large}</b> })}
                {small.filter(|_| !running).map(|small| view! { <span>{small}</span> })}
                {(running || event.paused).then(|| stage(event))}</span>
            <span class="event-what">
                <b>{event.title.clone()}</b>
                <span>{terms(event).join(" · ")}</span>
                <span class="note">{about.join(" · ")}</span>
                {event.joined.then(|| view! { <span class="yours">"✓ "{tr("events-yours")}</span> })}
            </span>
        </a></li>
    }
}

/// A finished tournament: who has won it, and what it was.
fn past(event: &TournamentSummary) -> View {
    let about = [terms(event).join(" · "), players_text(event)].join(" · ");
    let names: Vec<_> = event.winners.iter().map(|person| person.name.clone()).collect();
    let winner = event.winners.first().map(|first| {
        view! {
            <span class="event-winner">
                <svg class="winner-crown" width="24" height="21" aria-hidden="true"><use href="#crown"/></svg>
                {arms(&first.name)}<b>{names.join(" & ")}</b><span class="unseen">{tr("event-winner")}</span>
            </span>
        }
    });
    view! {
        <li><a class="event-card" href=route(event)>
            <span class="event-what">
                <b>{event.title.clone()}</b>
                <span class="note">{short_date(event.starts)}" · "{about}</span>
            </span>
            {winner}
            {event.cancelled.then(|| stage(event))}
        </a></li>
    }
}
