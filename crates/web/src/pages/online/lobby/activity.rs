use bosworth_protocol::{LobbyActivity, Person, RunningGame, Seek};
use bosworth_view::prelude::*;

use super::offers::{accept, withdraw};
use crate::language::{fill, texts, tr};
use crate::online::session::Session;
use crate::pages::online::labels::{player_name, running_text, seek_text};
use crate::pages::online::widgets::{button, panel, player_arms, player_link};
use crate::parts::arms;
use crate::route::Route;

/// The people in the lobby.
pub fn people(session: Session) -> View {
    let row = |person: Person| {
        let page = Route::Person(person.name.clone()).to_string();
        view! { <li><a class="player" href=page>{arms(&person.name)}{person.name}</a></li> }
    };
    let me = move || session.me.with(|me| me.as_ref().map(|me| me.person.id));
    let body = move || {
        let LobbyActivity { people, count, .. } = session.lobby_activity.get().unwrap_or_default();
        let others: Vec<_> = people.into_iter().filter(|person| Some(person.id) != me()).collect();
        let words = match (count, others.is_empty()) {
            (_, true) => tr("hall-alone"),
            (count, false) => texts().count("hall-count", count),
        };
        view! {
            <p class="note" id="hall-count">{words}</p>
            <ul class="people">{others.into_iter().map(row).collect_view()}</ul>
        }
    };
    panel("hall", tr("hall-title"), view! { {body} })
}

/// The running games, to watch; empty if there are none.
pub fn running(session: Session) -> View {
    let games = Memo::new(move |_| {
        session
            .lobby_activity
            .with(|hall| hall.as_ref().map(|hall| hall.games.clone()))
            .unwrap_or_default()
    });
    let some = Memo::new(move |_| games.with(|games| !games.is_empty()));
    let row = |game: RunningGame| {
        let route = Route::Game(game.game.to_string()).to_string();
        let names =
            format!("{} – {}", player_name(&game.players.red), player_name(&game.players.white));
        let label = format!("{}: {names}", tr("watch-game"));
        view! {
            <li class="offer">
                <span class="two-arms">{player_arms(&game.players.red)}{player_arms(&game.players.white)}</span>
                <div class="offer-what">
                    <b>{player_link(&game.players.red)}" – "{player_link(&game.players.white)}</b>
                    <span class="note">{running_text(&game)}</span>
                </div>
                <div class="offer-do"><a class="button small" href=route aria-label=label>{tr("watch-game")}</a></div>
            </li>
        }
    };
    view! {
        {move || some.get().then(|| panel("running", tr("running-title"), view! {
            <ul class="offer-list">{move || games.get().into_iter().map(row).collect_view()}</ul>
        }))}
    }
}

/// The challenges to the visitor; empty if there are none.
pub fn challenges(session: Session) -> View {
    let some = Memo::new(move |_| session.inbox.challenges.with(|seeks| !seeks.is_empty()));
    let row = move |seek: Seek| {
        let (accepted, declined) = (seek.id.clone(), seek.id.clone());
        let label = fill("offer-take-label", &[("name", player_name(&seek.by).into())]);
        view! {
            <li class="offer mine">
                {player_arms(&seek.by)}
                <div class="offer-what"><b>{player_link(&seek.by)}</b><span class="note">{seek_text(&seek)}</span></div>
                <div class="offer-do">
                    <button type="button" class="button small take" aria-label=label
                        on:click=move |_| accept(session, accepted.clone())>{tr("offer-accept")}</button>
                    {button(&format!("decline-{declined}"), "small", tr("offer-decline"), move || {
                        withdraw(session, declined.clone(), || {});
                    })}
                </div>
            </li>
        }
    };
    view! {
        {move || some.get().then(|| panel("challenges", tr("challenges-title"), view! {
            <ul class="offer-list">{move || session.inbox.challenges.get().into_iter().map(row).collect_view()}</ul>
        }))}
    }
}
