use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::{LibraryControl, save_game};
use super::list::{LibraryGame, LibraryRow};
use super::open::open_game;
use super::thumbnail::thumbnail;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{button, link_button};
use crate::route::{AnalysisLink, Route};

/// A game of the list.
pub fn row(control: LibraryControl, game: &LibraryGame) -> View {
    let account = control.account();
    let row = LibraryRow::of(game, account.as_deref());
    let when = browser::date_and_time(game.entry.saved.updated, texts().language().code());
    let badge = game.is_online.then(|| tr("library-badge"));
    let about: Vec<_> = [Some(when), badge, Some(row.edition), Some(row.actions), Some(row.result)]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .collect();
    let buttons = buttons(control, game, row.is_open);
    let select = select(control, game.entry.id.clone(), &row.players);
    let picture = row.record.as_ref().map(|record| thumbnail(record.replay_prefix().0.position()));
    view! {
        <li class="panel game">
            {select}
            <div class="game-picture">{picture}</div>
            <div class="game-what">
                <b>{row.players}</b>
                <span class="note">{about.join(" · ")}</span>
            </div>
            <b class="game-score">{row.score}</b>
            {move || (!control.selecting.get()).then(|| view! { <div class="buttons">{buttons()}</div> })}
        </li>
    }
}

/// The checkbox of a game, while games are being selected.
fn select(control: LibraryControl, id: String, players: &str) -> View {
    let label = fill("library-select-one", &[("players", players.to_string().into())]);
    let id = StoredValue::new(id);
    let checked =
        move || id.with_value(|id| control.selected.with(|selected| selected.contains(id)));
    let change = move |event: bosworth_view::event::Event| {
        let id = id.get_value();
        control.selected.update(|selected| {
            if event::checked(&event) {
                selected.insert(id);
            } else {
                selected.remove(&id);
            }
        });
    };
    let content = move || {
        control.selecting.get().then(|| {
            view! {
                <input type="checkbox" class="game-select" aria-label=label.clone() prop:checked=checked on:change=change/>
            }
        })
    };
    view! { {content} }
}

fn buttons(
    control: LibraryControl,
    game: &LibraryGame,
    is_open: bool,
) -> impl Fn() -> Vec<View> + Send + 'static {
    let (entry, is_local) = (game.entry.clone(), game.is_local);
    move || {
        let id = entry.id.clone();
        let mut parts = Vec::new();
        if is_open {
            let id = id.clone();
            parts.push(button("", "primary", tr("library-go-on"), move || {
                open_game(control.app, &id);
            }));
        }
        let (review, analysis) =
            (Route::Review(id.clone()), Route::Analysis(AnalysisLink::Stored(id.clone())));
        if is_local {
            parts.push(link_button("", "", tr("end-review"), review.to_string()));
            parts.push(link_button("", "", tr("to-analysis"), analysis.to_string()));
        } else {
            let game = Route::Game(id.clone()).to_string();
            parts.push(link_button("", "", tr("library-to-table"), game));
            for (text, route) in [("end-review", review), ("to-analysis", analysis)] {
                let entry = entry.clone();
                let go = move || control.study(&entry, route.clone());
                parts.push(button("", "", tr(text), go));
            }
        }
        let saved = entry.clone();
        parts.push(button("", "", tr("end-save"), move || save_game(&saved)));
        if is_local {
            let forget = move || control.delete(&[id.clone()].into());
            parts.push(button("", "danger", tr("library-forget"), forget));
        }
        parts
    }
}
