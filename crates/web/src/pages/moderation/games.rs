use bosworth_protocol::{AdminAction, AdminGame, AdminGameChat, ChatPlace, GameId};
use bosworth_rules::Side;
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::chat::{ChatLine, chat};
use super::control::{ModerationControl, answer_state, date_and_time, unfolding};
use super::question::ExtraField;
use crate::language::{fill, tr};
use crate::pages::online::labels::player_name;
use crate::pages::online::widgets::form;
use crate::route::Route;

/// Games in progress, and any other by its id.
pub fn games(control: ModerationControl, id: String) -> View {
    let found = control.fetch::<Vec<AdminGame>>(|| "api/admin/games".into());
    let (text, chosen) = (RwSignal::new(id.clone()), RwSignal::new(id.parse::<GameId>().ok()));
    let find = move || {
        // A link ends with the id.
        let text = text.get_untracked();
        let id = text.trim().rsplit('/').next().unwrap_or_default().parse::<GameId>();
        if id.is_err() {
            control.app.refuse(tr("moderation-no-game"));
        }
        chosen.set(id.ok());
    };
    let list = move || match found.get() {
        Some(Ok(games)) => games,
        _ => Vec::new(),
    };
    let row = move |game: AdminGame| {
        let (id, names) = (game.game, names(&game));
        let label = format!("{}: {names}", tr("moderation-look"));
        let since = fill("moderation-game-since", &[("date", date_and_time(game.created).into())]);
        view! {
            <li class="panel case">
                <div class="case-head"><div>
                    <a class="player" href=Route::Game(id.to_string()).to_string()>{names}</a>" "<span class="note">{since}</span>
                </div></div>
                {unfolding(format!("game-{id}"), tr("moderation-look"), label, false, move || game_tools(control, id))}
            </li>
        }
    };
    view! {
        <div class="panel">
            {form("moderation-game-form", find, view! {
                <label class="field"><span>{tr("moderation-game-id")}</span>
                    <input type="text" id="moderation-game-id" required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"
                        prop:value=move || text.get() on:input=move |event| text.set(event::value(&event))/>
                </label>
                <button type="submit" class="button">{tr("moderation-find-game")}</button>
            })}
            {move || chosen.get().map(|id| untrack(|| game_tools(control, id)))}
        </div>
        <h3>{tr("running-title")}</h3>
        {answer_state(found)}
        {move || found.with(|found| matches!(found, Some(Ok(games)) if games.is_empty())).then(|| view! {
            <p class="note" role="status">{tr("moderation-no-games")}</p>
        })}
        <ul class="cases">{keyed(list, |game| game.game, row)}</ul>
    }
}

fn names(game: &AdminGame) -> String {
    let [red, white] = [&game.players.red, &game.players.white].map(player_name);
    format!("{red} – {white}")
}

/// A game with its chat, and what the visitor can do about it.
pub fn game_tools(control: ModerationControl, id: GameId) -> View {
    let found = control.fetch::<AdminGameChat>(move || format!("api/admin/games/{id}"));
    let shown = move |seen: AdminGameChat| {
        let names = names(&seen.game);
        let route = Route::Game(id.to_string()).to_string();
        let lines = seen.chat.into_iter().map(|line| ChatLine {
            line: line.line,
            at: line.at,
            by: line.by,
            text: line.text,
        });
        let is_open = seen.game.ended.is_none();
        let end = is_open.then(|| {
            control.button("award", &names, ExtraField::Winner, move |reason, winner| {
                let winner = match &*winner {
                    "red" => Some(Side::Red),
                    "white" => Some(Side::White),
                    _ => None,
                };
                AdminAction::End { game: id, winner, reason }
            })
        });
        let void = is_open.then(|| {
            control.button("void", &names, ExtraField::Nothing, move |reason, _| {
                AdminAction::Void { game: id, reason }
            })
        });
        view! {
            <div class="case-part">
                <h3><a class="player" href=route>{names.clone()}</a></h3>
                {chat(control, ChatPlace::Game(id), lines.collect())}
                {is_open.then(|| view! { <div class="buttons">{end}{void}</div> })}
            </div>
        }
    };
    view! {
        {answer_state(found)}
        {move || found.get().and_then(Result::ok).map(shown)}
    }
}
