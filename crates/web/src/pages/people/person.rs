//! A user's profile: ratings, their history, games.

mod block_and_report;
mod chart;
mod games;
mod graph;
mod insights;

use bosworth_protocol::{AccountKind, ProblemKind, Profile, RatingView, ResultCounts, Speed};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use self::block_and_report::block_and_report;
use self::games::games;
use self::graph::graph;
use self::insights::insights;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api::{self, RequestError};
use crate::online::session::use_session;
use crate::online::visitor::use_visitor;
use crate::pages::online::challenge_form;
use crate::pages::online::labels::{rating_text, speed_text};
use crate::pages::online::require_server::{lobby_button, require_server};
use crate::pages::online::widgets::{button, panel};
use crate::parts::arms;

/// The profile page.
#[component]
pub fn PersonPage(
    /// The user's name.
    name: String,
) -> View {
    let found = RwSignal::new(None::<Result<Profile, RequestError>>);
    let path = format!("api/people/{}", api::part(&name));
    spawn_local(async move {
        let profile = api::get(&path).await;
        found.set(Some(profile));
    });
    let known = move |show: fn(&Profile) -> Option<View>| {
        found.with(|found| found.as_ref()?.as_ref().ok().and_then(show))
    };
    let wanted = StoredValue::new(name.clone());
    view! {
        <main id="main" class="online person">
            <header class="person-head">
                {arms(&name)}
                <div>
                    <h1 tabindex="-1" class="person-name">{name}</h1>
                    {move || known(|profile| Some(about(profile)))}
                </div>
                {move || known(|profile| results(profile.results))}
            </header>
            {require_server(move || view! {
                {move || match found.get() {
                    None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
                    Some(Err(fault)) => view! {
                        <section class="panel" role="alert"><p>{wanted.with_value(|name| missing(&fault, name))}</p><div class="buttons">{lobby_button()}</div></section>
                    },
                    Some(Ok(profile)) => shown(profile),
                }}
            })}
        </main>
    }
}

/// The reason for showing no profile.
fn missing(fault: &RequestError, name: &str) -> String {
    if fault.kind() == Some(ProblemKind::NotFound) {
        fill("person-none", &[("name", name.into())])
    } else {
        fault.text()
    }
}

/// The kind of account, and its age.
fn about(profile: &Profile) -> View {
    let since = browser::day(profile.created as f64, texts().language().code());
    let kind = match profile.person.kind {
        AccountKind::Guest => tr("kind-guest"),
        AccountKind::Person => tr("kind-person"),
        AccountKind::Bot => tr("kind-bot"),
    };
    let about = fill("person-since", &[("kind", kind.into()), ("date", since.into())]);
    view! { <p class="note">{about}</p> }
}

/// Games won, drawn and lost, with a bar of their shares.
fn results(counts: ResultCounts) -> Option<View> {
    let ResultCounts { won, drawn, lost } = counts;
    let all = f64::from(won + drawn + lost);
    if all == 0.0 {
        return None;
    }
    let parts = [("won", won), ("drawn", drawn), ("lost", lost)];
    let mut start = 0.0;
    let bar = parts.map(|(part, count)| {
        let width = 100.0 * f64::from(count) / all;
        let x = start;
        start += width;
        view! { <rect class=part x=x y="0" width=width height="8"/> }
    });
    let stat = |(part, count): (&'static str, u32)| {
        view! { <li class=format!("stat {part}")><b>{count}</b><span>{tr(&format!("results-{part}"))}</span></li> }
    };
    Some(view! {
        <div class="results">
            <ul class="stats">{parts.map(stat)}</ul>
            <svg class="results-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{bar}</svg>
        </div>
    })
}

fn shown(profile: Profile) -> View {
    let most = profile.ratings.iter().max_by_key(|rating| rating.games);
    let speed = RwSignal::new(most.map_or(Speed::Blitz, |rating| rating.speed));
    let name = profile.person.name.clone();
    let me = use_visitor().me;
    let stranger = Memo::new(move |_| {
        me.with(|me| me.as_ref().is_none_or(|me| me.person.id != profile.person.id))
    });
    let challenging = RwSignal::new(false);
    let challenge = move || {
        if !stranger.get() {
            return View::Empty;
        }
        let title = fill("challenge-title", &[("name", name.clone().into())]);
        if challenging.get() {
            let form = untrack(|| challenge_form(use_session(), name.clone()));
            panel("challenge", title, form)
        } else {
            button("challenge-open", "primary wide", title, move || challenging.set(true))
        }
    };
    let games = games(&profile.person);
    let insights = insights(&profile.person.name);
    let without_luck = profile.ratings_without_luck;
    let has_both = !without_luck.is_empty();
    let tile = |rating: &RatingView| {
        let other = without_luck.iter().find(|other| other.speed == rating.speed);
        rating_tile(rating, other, speed)
    };
    let history = StoredValue::new(profile.history);
    let ratings = if profile.ratings.is_empty() {
        view! { <p class="note" id="ratings">{tr("ratings-none")}</p> }
    } else {
        let curve = move || {
            let wanted = speed.get();
            history.with_value(|history| {
                let points =
                    history.iter().find(|(of, _)| *of == wanted).map(|(_, points)| &points[..]);
                graph(points.unwrap_or_default())
            })
        };
        view! {
            <div class="ratings" id="ratings" role="group" aria-label=tr("speed")>
                {profile.ratings.iter().map(tile).collect_view()}
            </div>
            {has_both.then(|| view! { <p class="note">{tr("rating-without-luck-about")}</p> })}
            {curve}
        }
    };
    view! {
        <div class="lobby">
            <div class="lobby-mine">{challenge}{panel("rating-list", tr("ratings"), ratings)}{insights}</div>
            <div class="lobby-main">{panel("games", tr("games-played"), games)}</div>
            <div class="lobby-side">{block_and_report(profile.person.name.clone())}</div>
        </div>
    }
}

/// A rating, beside it the one without luck; it shows its history when pressed.
fn rating_tile(
    rating: &RatingView,
    without_luck: Option<&RatingView>,
    chosen: RwSignal<Speed>,
) -> View {
    let speed = rating.speed;
    let games = texts().count("ratings-games", rating.games as u32);
    let without_luck = without_luck.map(|it| {
        let rating = format!("{} ± {}", Fixed(it.rating, 0), Fixed(2.0 * it.deviation, 0));
        view! { <span>{fill("rating-without-luck", &[("rating", rating.into())])}</span> }
    });
    view! {
        <button type="button" class="level" aria-pressed=move || (chosen.get() == speed).to_string()
            on:click=move |_| chosen.set(speed)>
            <b>{rating_text(rating)}</b>
            <span>{speed_text(speed)}</span>
            <span>{format!("± {} · {games}", Fixed(2.0 * rating.deviation, 0))}</span>
            {without_luck}
        </button>
    }
}
