//! The unfinished local games.

use bosworth_view::prelude::*;

use crate::app::AppContext;
use crate::clocked_table::ClockedTable;
use crate::language::{fill, texts, tr};
use crate::pages::library::open_game;
use crate::pages::library::thumbnail::thumbnail;
use crate::pages::play::seat_name;
use crate::store;

/// The maximum number of games shown.
const MAX_SHOWN_GAMES: usize = 3;

/// The latest unfinished games with their boards, except the current one, which has its own board.
pub fn unfinished_games(app: AppContext) -> View {
    let current = app.table.with_untracked(|table| table.as_ref().map(|table| table.id.clone()));
    let games: Vec<_> = store::games()
        .iter()
        .filter(|entry| Some(&entry.id) != current.as_ref() && entry.looks_open())
        .filter_map(|entry| ClockedTable::restore(&entry.id, &entry.saved).ok())
        .filter(|table| !table.is_over())
        .take(MAX_SHOWN_GAMES)
        .map(|table| card(app, &table))
        .collect();
    if games.is_empty() {
        return View::Empty;
    }
    view! {
        <section class="going" aria-labelledby="home-going">
            <h2 id="home-going">{tr("home-going")}</h2>
            <div class="going-games">{games}</div>
        </section>
    }
}

fn card(app: AppContext, table: &ClockedTable) -> View {
    let (id, position) = (table.id.clone(), *table.position());
    let name = |side| seat_name(table.seats, side, position.ruleset());
    let sides = bosworth_rules::Side::ALL.map(name).join(" – ");
    let at = fill("home-at", &[("count", table.game().plies().len().into())]);
    let scores = position.scores();
    let side = texts().side(position.side(), position.ruleset());
    let turn = fill("to-act", &[("side", side.into())]);
    view! {
        <button type="button" class="way going-game" on:click=move |_| open_game(app, &id)>
            {thumbnail(&position)}
            <b>{sides}</b>
            <span>{at}" · "{scores.red.points}" : "{scores.white.points}</span>
            <span>{turn}</span>
        </button>
    }
}
