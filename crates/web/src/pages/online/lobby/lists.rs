use bosworth_client::is_by;
use bosworth_protocol::{OpenGame, PlayerView, Seek};
use leptos::prelude::*;

use super::Begun;
use crate::browser;
use crate::language::{fill, tr};
use crate::online::api;
use crate::online::session::Session;
use crate::online::time::left_text;
use crate::pages::online::pieces::{button, panel, player_link};
use crate::pages::online::words::{clock_text, player_name, rated_text, terms_text};
use crate::route::Route;

/// Whether an offer is the visitor's own.
pub fn is_mine(session: Session, seek: &Seek) -> bool {
    session.me.with(|me| me.as_ref().is_some_and(|me| is_by(seek, me.person.id)))
}

/// Accepts an offer, and navigates to the table.
pub fn accept(session: Session, id: String) {
    session.named(async move {
        let path = format!("api/seeks/{}/accept", api::part(&id));
        let begun: Begun = api::post(&path, &()).await?;
        browser::go(&Route::Game(begun.game.to_string()));
        Ok(())
    });
}

/// Withdraws the visitor's own offer.
pub fn withdraw(session: Session, id: String, then: impl Fn() + 'static) {
    session.named(async move {
        api::delete(&format!("api/seeks/{}", api::part(&id))).await?;
        session.seeks.update(|seeks| {
            if let Some(seeks) = seeks {
                seeks.retain(|seek| seek.id != id);
            }
        });
        session.app.notice(tr("offer-withdrawn"));
        then();
        Ok(())
    });
}

/// All open offers.
pub fn open_offers(session: Session) -> AnyView {
    let row = move |seek: Seek| {
        let id = seek.id.clone();
        let mine = is_mine(session, &seek);
        let name = player_name(&seek.by);
        let action = if mine {
            let go = Route::Seek(id.clone()).to_string();
            view! {
                <a class="button small" href=go>{tr("offer-look")}</a>
                {button(&format!("withdraw-{id}"), "small", tr("offer-withdraw"), move || withdraw(session, id.clone(), || {}))}
            }
            .into_any()
        } else {
            let label = fill("offer-take-label", &[("name", name.into())]);
            view! {
                <button type="button" class="button primary small take" aria-label=label
                    on:click=move |_| accept(session, id.clone())>{tr("offer-take")}</button>
            }
            .into_any()
        };
        view! {
            <li class="offer" class:mine=mine>
                <div class="offer-what"><b>{player_link(&seek.by)}</b><span class="note">{terms_text(&seek.terms)}</span></div>
                <div class="offer-do">{action}</div>
            </li>
        }
        .into_any()
    };
    let rows = move || match session.seeks.get() {
        None => view! { <p class="note">{tr("offers-loading")}</p> }.into_any(),
        Some(seeks) if seeks.is_empty() => {
            view! { <p class="note">{tr("offers-none")}</p> }.into_any()
        }
        Some(seeks) => {
            view! { <ul class="offer-list">{seeks.into_iter().map(row).collect_view()}</ul> }
                .into_any()
        }
    };
    view! { {rows} }.into_any()
}

/// The visitor's unfinished games, those on turn first.
pub fn my_games(session: Session) -> AnyView {
    let some = Memo::new(move |_| session.games.with(|games| !games.is_empty()));
    let me = move || session.me.with_untracked(|me| me.as_ref().map(|me| me.person.id));
    let row = move |game: OpenGame| {
        let is_me = |player: &PlayerView| matches!(player, PlayerView::Account { person, .. } if Some(person.id) == me());
        let other = if is_me(&game.players.red) { &game.players.white } else { &game.players.red };
        let left = game.deadline.filter(|_| game.your_turn).map(|deadline| {
            fill("games-left", &[("left", left_text(deadline - session.now()).into())])
        });
        let about = [
            Some(clock_text(game.clock)),
            Some(rated_text(game.rated)),
            Some(fill("games-actions", &[("count", game.plies.into())])),
            left,
        ];
        let about = about.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let turn = tr(if game.your_turn { "games-yours" } else { "games-theirs" });
        view! {
            <li><a class="way" class:yours=game.your_turn href=Route::Game(game.game.to_string()).to_string()>
                <b>{player_name(other)}</b><span>{about}</span><span class="turn">{turn}</span>
            </a></li>
        }
        .into_any()
    };
    view! {
        {move || some.get().then(|| panel("my-games", tr("games-title"), view! {
            <ul class="my-games">{move || session.games.get().into_iter().map(row).collect_view()}</ul>
        }.into_any()))}
    }
    .into_any()
}
