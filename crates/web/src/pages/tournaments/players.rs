//! The lists of participants, of the waiting list, and of players who have left.

use bosworth_protocol::tournament::{Departure, EntrantView, PlayerId, TournamentCommandRequest};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::team_name;
use crate::language::{fill, tr};
use crate::order::sort_descending;
use crate::parts::{arms, confirm_dialog};
use crate::route::Route;

/// The lists of players, with the organiser's buttons to remove one.
pub fn players(control: TournamentControl) -> View {
    let doomed = RwSignal::new(None::<(PlayerId, String)>);
    let asking = RwSignal::new(false);
    let text = Signal::derive(move || {
        let name = doomed.get().map(|(_, name)| name).unwrap_or_default();
        fill("event-remove-text", &[("name", name.into())])
    });
    let remove = move || {
        if let Some((player, _)) = doomed.get_untracked() {
            control.command(TournamentCommandRequest::Remove { player }, || {});
        }
    };
    let row = move |entrant: EntrantView, mine: bool, tools: bool| {
        let name = team_name(&entrant);
        let person = entrant.person.map_or_else(|| name.clone(), |person| person.name);
        let page = Route::Person(person).to_string();
        let gone = entrant.gone.map(|why| {
            tr(match why {
                Departure::Withdrew => "event-gone-withdrew",
                Departure::Missing => "event-gone-missing",
                Departure::Removed => "event-gone-removed",
            })
        });
        let out = gone.is_some();
        let remove = (tools && !out).then(|| {
            let (player, name) = (entrant.player, name.clone());
            let label = fill("event-remove-title", &[("name", name.clone().into())]);
            let press = move |_| {
                doomed.set(Some((player, name.clone())));
                asking.set(true);
            };
            view! {
                <button type="button" class="button small remove" aria-label=label on:click=press>{tr("event-remove")}</button>
            }
        });
        view! {
            <li class="entrant" class:mine=mine class:gone=out>
                {arms(&name)}<a class="player" href=page>{name}</a>
                <span class="note">{gone.unwrap_or_else(|| entrant.rating.to_string())}</span>
                {remove}
            </li>
        }
    };
    let list = move |wanted: fn(&EntrantView) -> bool| {
        let tools = control.is_mine();
        let me = control.with(|view| view.me).flatten();
        let mut found: Vec<_> = control
            .with(|view| view.entrants.iter().filter(|one| wanted(one)).cloned().collect())
            .unwrap_or_default();
        if !found.iter().any(|entrant| entrant.waiting) {
            sort_descending(&mut found, |entrant| entrant.rating.into());
        }
        found
            .into_iter()
            .map(|one| row(one.clone(), me == Some(one.player), tools))
            .collect::<Vec<_>>()
    };
    let some = move |wanted: fn(&EntrantView) -> bool| {
        control.with(|view| view.entrants.iter().any(wanted)).unwrap_or(false)
    };
    let seated: fn(&EntrantView) -> bool = |one| one.gone.is_none() && !one.waiting;
    let waiting: fn(&EntrantView) -> bool = |one| one.waiting;
    let gone: fn(&EntrantView) -> bool = |one| one.gone.is_some();
    view! {
        <h2 id="players-title">{tr("event-tab-players")}</h2>
        {move || if some(seated) {
            view! { <ul class="entrants" id="entrants" aria-labelledby="players-title">{list(seated)}</ul> }
        } else {
            view! { <p class="note">{tr("event-players-none")}</p> }
        }}
        {move || some(waiting).then(|| view! {
            <h3>{tr("event-waiting-list")}</h3><ol class="entrants">{list(waiting)}</ol>
        })}
        {move || some(gone).then(|| view! {
            <h3>{tr("event-players-gone")}</h3><ul class="entrants">{list(gone)}</ul>
        })}
        {confirm_dialog("event-remove", asking, tr("event-remove"), text, "event-remove", remove)}
    }
}
