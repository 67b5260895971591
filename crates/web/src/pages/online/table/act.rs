use bosworth_board::{Board, Press, Scene};
use bosworth_protocol::Stage;
use bosworth_rules::Position;
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use super::next_game::{next_game, rematch_link};
use super::offers::countdown;
use super::tools::tools;
use crate::board_input::{BoardInput, premove_text};
use crate::language::{fill, texts, tr};
use crate::pages::play::action_name;
use crate::parts::{last_plies, preview};

/// The action button with a preview of its effect; the status for spectators.
pub fn act(control: OnlineGameControl, scene: Memo<Scene>) -> View {
    let label = Memo::new(move |_| {
        scene.with(|scene| match (scene.chosen, scene.premove) {
            (Some(action), _) => action_name(action, &scene.position),
            (None, Some(premove)) => {
                let side = !scene.position.side();
                let words = premove_text(premove, &scene.position, side);
                fill("premove-cancel", &[("premove", words.into())])
            }
            (None, None) if control.can_save_line() => tr("conditional-save"),
            (None, None) => status(control, &scene.position),
        })
    });
    // On a small phone, the move list is below the fold.
    let last = Memo::new(move |_| {
        let ply = control.ply();
        let told = control.with(|live| last_plies(live.table.game()?, ply)).flatten();
        told.unwrap_or_default()
    });
    let hint = Memo::new(move |_| {
        let preview = scene.with(|scene| preview(&scene.position, scene.chosen?));
        // While the button saves a line, this line describes how to continue it.
        let next = || control.can_save_line().then(|| control.planning_words()).flatten();
        preview.or_else(next).unwrap_or_else(|| match premove_note(scene) {
            Some(note) => note,
            None => Some(countdown(control))
                .filter(|text| !text.is_empty())
                .unwrap_or_else(|| last.get()),
        })
    });
    // The line shows one thing at a time; a selected action takes precedence.
    let next = next_game(control, "next-game");
    let chosen = Memo::new(move |_| {
        scene.with(|scene| scene.chosen.is_some() || scene.premove.is_some())
            || control.can_save_line()
    });
    let confirm = move || {
        let idle = scene.with_untracked(|scene| scene.chosen.is_none() && scene.premove.is_none());
        if idle && untrack(|| control.can_save_line()) {
            control.save_line();
        } else {
            control.press(Press::Confirm);
        }
    };
    let rematch = Memo::new(move |_| control.with(|live| live.table.rematch()).flatten());
    let line = move || match rematch.get() {
        Some(game) => rematch_link("to-rematch", "next-game", game),
        None => next().filter(|_| !chosen.get()).unwrap_or_else(|| view! { {hint} }),
    };
    let watches = control.my_side().is_none();
    let premove = Memo::new(move |_| scene.with(|scene| scene.premove.is_some()));
    let can_draw =
        Memo::new(move |_| scene.with(|scene| scene.actions.draw || scene.ahead.is_some()));
    let counting = Memo::new(move |_| control.counting.is_on());
    let actions = move || {
        if counting.get() {
            return (move || scene.with(|scene| control.counting.view(&scene.position)))
                .into_view();
        }
        if watches {
            return view! {
                <p class="preview" id="countdown">{line}</p>
                <p class="watching" id="status" role="status">{label}</p>
            };
        }
        view! {
            <p class="preview" id="countdown">{line}</p>
            <div class="act-buttons">
                <button type="button" id="act" class="button primary wide" class:sending=move || control.is_sending() class:premove=move || premove.get()
                    aria-disabled=move || (!chosen.get()).then_some("true")
                    on:click=move |_| confirm()>{label}</button>
                <button type="button" id="draw" class="button" aria-disabled=move || (!can_draw.get()).then_some("true")
                    on:click=move |_| control.press(Press::Pile)>
                    {move || fill("draw-button", &[("count", scene.with(|scene| scene.position.pile().len()).into())])}
                </button>
            </div>
        }
    };
    view! {
        <section class="act" aria-label=tr("act-label")>
            {actions}
            {tools(control)}
        </section>
    }
}

/// The explanation of premoves, while there is one.
fn premove_note(scene: Memo<Scene>) -> Option<String> {
    scene.with(|scene| scene.premove.is_some()).then(|| tr("premove-note"))
}

/// The status, when nothing is selected.
fn status(control: OnlineGameControl, position: &Position) -> String {
    if let Some(words) = control.planning_words() {
        return words;
    }
    if !control.board.with(Board::is_live) {
        return tr("status-past");
    }
    if control.stage() == Stage::Over {
        return tr("say-over");
    }
    if control.is_sending() {
        return tr("status-sending");
    }
    let side = texts().side(position.side(), position.ruleset());
    let actions = position.actions();
    let id = match control.is_my_turn() {
        false => "status-thinking",
        true if actions.pass => "status-pass",
        true if actions.draw && actions.len() == 1 => "status-draw",
        true => "status-choose",
    };
    fill(id, &[("side", side.into())])
}
