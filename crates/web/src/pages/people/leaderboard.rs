use bosworth_protocol::{LeaderboardRow, PlayerView, Speed};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::language::tr;
use crate::online::api::{self, RequestError};
use crate::online::visitor::use_visitor;
use crate::pages::online::labels::{rating_text, speed_text};
use crate::pages::online::require_server::{lobby_button, require_server};
use crate::pages::online::widgets::{place, player_arms, player_link};

/// The leaderboard, by speed.
#[component]
pub fn Leaderboard() -> View {
    view! {
        <main id="main" class="online narrow">
            <h1 tabindex="-1">{tr("title-leaders")}</h1>
            {require_server(list)}
        </main>
    }
}

fn list() -> View {
    let speed = RwSignal::new(Speed::Blitz);
    let found = RwSignal::new(None::<Result<Vec<LeaderboardRow>, RequestError>>);
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
        {speeds(speed)}
        <section class="panel">
            {move || match found.get() {
                None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
                Some(Err(fault)) => view! { <p role="alert">{fault.text()}</p> },
                Some(Ok(leaders)) if leaders.is_empty() => view! {
                    <p>{tr("leaders-none")}</p><p class="note">{tr("leaders-how")}</p>
                },
                Some(Ok(leaders)) => table(leaders),
            }}
        </section>
        <div class="buttons">{lobby_button()}</div>
    }
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
