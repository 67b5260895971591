use bosworth_protocol::{AccountKind, LeaderboardRow, PlayerView, Speed};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::language::{fill, tr};
use crate::online::api::{self, RequestError};
use crate::online::visitor::use_visitor;
use crate::pages::online::labels::{rating_text, speed_text};
use crate::pages::online::require_server::require_server;
use crate::pages::online::widgets::{panel, place, player_arms, player_link};
use crate::parts::{arms, link_button};
use crate::route::Route;

/// The leaderboard, by speed, with the visitor's own place.
#[component]
pub fn Leaderboard() -> View {
    view! {
        <main id="main" class="online">
            <h1 tabindex="-1">{tr("title-leaders")}</h1>
            {require_server(page)}
        </main>
    }
}

/// The answer for a speed, once it is here.
type Leaders = RwSignal<Option<Result<Vec<LeaderboardRow>, RequestError>>>;

fn page() -> View {
    let speed = RwSignal::new(Speed::Blitz);
    let found: Leaders = RwSignal::new(None);
    Effect::new(move |_| {
        let wanted = speed.get();
        found.set(None);
        spawn_local(async move {
            let leaders = api::get(&format!("api/leaderboard/{wanted}")).await;
            if speed.try_get_untracked() == Some(wanted) {
                found.set(Some(leaders));
            }
        });
    });
    view! {
        {speeds(speed)}
        <div class="lobby">
            <div class="lobby-main">{list(found)}</div>
            <div class="lobby-side">
                {panel("own-place", tr("leaders-own"), view! { {move || own_place(speed.get(), found)} })}
                {panel("leaders-rule", tr("leaders-how-title"), view! { <p>{tr("leaders-how")}</p> })}
            </div>
        </div>
    }
}

fn list(found: Leaders) -> View {
    let me = use_visitor().me.with_untracked(|me| me.as_ref().map(|me| me.person.id));
    let row = move |(n, leader): (usize, LeaderboardRow)| {
        let mine = me == Some(leader.person.id);
        let player = PlayerView::Account { person: leader.person, rating: None };
        view! {
            <tr class:mine=mine>
                <td>{place(n + 1)}</td>
                <th scope="row" class="name">{player_arms(&player)}{player_link(&player)}</th>
                <td><b>{rating_text(&leader.rating)}</b></td>
                <td>{leader.rating.games}</td>
            </tr>
        }
    };
    let table = move |leaders: Vec<LeaderboardRow>| {
        view! {
            <table class="leaders" id="leaders">
                <caption class="unseen">{tr("title-leaders")}</caption>
                <thead><tr><th scope="col">"#"</th><th scope="col" class="name">{tr("leaders-name")}</th><th scope="col">{tr("rating")}</th><th scope="col">{tr("games")}</th></tr></thead>
                <tbody>{leaders.into_iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        }
    };
    view! {
        <section class="panel">
            {move || match found.get() {
                None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
                Some(Err(fault)) => view! { <p role="alert">{fault.text()}</p> },
                Some(Ok(leaders)) if leaders.is_empty() => nobody(),
                Some(Ok(leaders)) => table(leaders),
            }}
        </section>
    }
}

/// In place of a list without a name.
fn nobody() -> View {
    view! {
        <div class="waiting" id="leaders-none">
            <svg class="waiting-art" viewBox="0 0 220 120" aria-hidden="true">
                <use href="#rose-red" x="6" y="38" width="76" height="76"/>
                <use href="#rose-white" x="138" y="38" width="76" height="76"/>
                <use href="#crown" x="68" y="12" width="84" height="74"/>
            </svg>
            <p class="lead">{tr("leaders-none")}</p>
        </div>
    }
}

/// The visitor's rating and the place that it has or would have, and what is missing.
fn own_place(speed: Speed, found: Leaders) -> View {
    let me = use_visitor().me.get().filter(|me| me.person.kind != AccountKind::Guest);
    let Some(me) = me else {
        return view! {
            <p>{tr("leaders-own-guest")}</p>
            <div class="buttons">{link_button("", "primary", tr("menu-login"), Route::Account.to_string())}</div>
        };
    };
    let go = || link_button("", "primary", tr("leaders-go"), Route::Lobby.to_string());
    let Some(rating) = me.ratings.iter().find(|rating| rating.speed == speed) else {
        return view! { <p>{tr("leaders-own-none")}</p><div class="buttons">{go()}</div> };
    };
    let leaders = found.with(|found| found.as_ref()?.as_ref().ok().cloned()).unwrap_or_default();
    let place = place_of(rating.rating, &leaders);
    let place = [("place", place.into())];
    let words = if rating.is_provisional() {
        fill("leaders-own-provisional", &place)
    } else {
        fill("leaders-own-listed", &place)
    };
    let certain =
        [("now", ((2.0 * rating.deviation).round() as i64).into()), ("games", rating.games.into())];
    view! {
        <p class="own-place">{arms(&me.person.name)}<b>{rating_text(rating)}</b><span>{words}</span></p>
        <p class="note">{fill("leaders-own-certain", &certain)}</p>
        <div class="buttons">{go()}</div>
    }
}

/// The place that a rating has or would have, from 1.
fn place_of(rating: f64, leaders: &[LeaderboardRow]) -> usize {
    1 + leaders.iter().filter(|leader| leader.rating.rating > rating).count()
}

/// The speed selector.
fn speeds(speed: RwSignal<Speed>) -> View {
    view! {
        <div class="tabs" role="group" aria-label=tr("speed")>
            {Speed::ALL.map(|choice| view! {
                <button type="button" class="button" id=format!("speed-{choice}") aria-pressed=move || (speed.get() == choice).to_string()
                    on:click=move |_| speed.set(choice)>{speed_text(choice)}</button>
            })}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::{AccountId, Person, RatingView};

    use super::*;

    #[test]
    fn a_provisional_rating_has_the_place_it_would_take() {
        let leader = |id: i64, rating: f64| LeaderboardRow {
            person: Person { id: AccountId(id), name: "x".into(), kind: AccountKind::Person },
            rating: RatingView { speed: Speed::Blitz, rating, deviation: 60.0, games: 30 },
        };
        let leaders = [leader(1, 1800.0), leader(2, 1600.0)];
        assert_eq!([1900.0, 1600.0, 1500.0].map(|own| place_of(own, &leaders)), [1, 2, 3]);
        assert_eq!(place_of(1500.0, &[]), 1);
    }
}
