//! A user's profile: ratings, their history, games.

mod block_and_report;
mod games;
mod graph;

use bosworth_protocol::{AccountKind, Profile, Speed};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use self::block_and_report::block_and_report;
use self::games::games;
use self::graph::graph;
use super::leaderboard::speeds;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api::{self, RequestError};
use crate::online::session::use_session;
use crate::online::visitor::use_visitor;
use crate::pages::online::labels::{rating_text, speed_text};
use crate::pages::online::offer_form;
use crate::pages::online::require_server::{lobby_button, require_server};
use crate::pages::online::widgets::panel;

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
    view! {
        <main id="main" class="online">
            <h1 tabindex="-1" class="person-name">{name}</h1>
            {require_server(move || view! {
                {move || match found.get() {
                    None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
                    Some(Err(fault)) => view! {
                        <section class="panel" role="alert"><p>{fault.text()}</p><div class="buttons">{lobby_button()}</div></section>
                    },
                    Some(Ok(profile)) => shown(profile),
                }}
            })}
        </main>
    }
}

fn shown(profile: Profile) -> View {
    let language = texts().language().code();
    let since = browser::date_and_time(profile.created as f64, language);
    let kind = match profile.person.kind {
        AccountKind::Guest => tr("kind-guest"),
        AccountKind::Person => tr("kind-person"),
        AccountKind::Bot => tr("kind-bot"),
    };
    let about = fill("person-since", &[("kind", kind.into()), ("date", since.into())]);
    let most = profile.ratings.iter().max_by_key(|rating| rating.games);
    let speed = RwSignal::new(most.map_or(Speed::Blitz, |rating| rating.speed));
    let rating_row = |rating: &bosworth_protocol::RatingView| {
        view! {
            <tr>
                <th scope="row">{speed_text(rating.speed)}</th>
                <td><b>{rating_text(rating)}</b></td>
                <td>{format!("± {}", Fixed(2.0 * rating.deviation, 0))}</td>
                <td>{rating.games}</td>
            </tr>
        }
    };
    let ratings = if profile.ratings.is_empty() {
        view! { <p class="note">{tr("ratings-none")}</p> }
    } else {
        view! {
            <table id="ratings">
                <caption class="unseen">{tr("ratings")}</caption>
                <thead><tr><th scope="col">{tr("speed")}</th><th scope="col">{tr("rating")}</th><th scope="col">{tr("rating-sure")}</th><th scope="col">{tr("games")}</th></tr></thead>
                <tbody>{profile.ratings.iter().map(rating_row).collect_view()}</tbody>
            </table>
        }
    };
    let name = profile.person.name.clone();
    let me = use_visitor().me;
    let stranger = Memo::new(move |_| {
        me.with(|me| me.as_ref().is_none_or(|me| me.person.id != profile.person.id))
    });
    let challenge = move || {
        stranger.get().then(|| {
            let form = untrack(|| offer_form(use_session(), Some(name.clone())));
            panel("challenge", fill("challenge-title", &[("name", name.clone().into())]), form)
        })
    };
    let history = StoredValue::new(profile.history);
    let curve = view! {
        {speeds(speed)}
        {move || {
            let wanted = speed.get();
            history.with_value(|history| {
                let points = history.iter().find(|(of, _)| *of == wanted).map(|(_, points)| &points[..]);
                graph(points.unwrap_or_default())
            })
        }}
    };
    view! {
        <p class="note">{about}</p>
        <div class="lobby">
            <div class="lobby-main">
                {panel("rating-history", tr("rating-history-title"), curve)}
                {panel("games", tr("games-played"), games(&profile.person.name))}
            </div>
            <div class="lobby-side">
                {panel("rating-list", tr("ratings"), ratings)}
                {challenge}
                {block_and_report(profile.person.name.clone())}
            </div>
        </div>
    }
}
