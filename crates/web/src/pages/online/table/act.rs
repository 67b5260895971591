use bosworth_board::{Board, Press, Scene};
use bosworth_client::clocks::seconds;
use bosworth_protocol::{FIRST_ACTION_MS, Stage};
use bosworth_texts::{Fixed, Status, Turn};
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use super::end::finale;
use super::next_game::next_game;
use super::tools::tools;
use crate::board_input::{BoardInput, premove_text};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::pages::online::labels::player_name;
use crate::pages::play::{action_name, draw_label};
use crate::parts::{preview, status_line};

/// What can be done now: the status, the buttons that can act, and the tools; or the result.
pub fn act(control: OnlineGameControl, scene: Memo<Scene>) -> View {
    let label = Memo::new(move |_| {
        scene.with(|scene| match (scene.chosen, scene.premove) {
            (Some(action), _) => Some(action_name(action, &scene.position)),
            (None, Some(premove)) => {
                let side = !scene.position.side();
                let words = premove_text(premove, &scene.position, side);
                Some(fill("premove-cancel", &[("premove", words.into())]))
            }
            (None, None) if control.can_save_line() => Some(tr("conditional-save")),
            (None, None) => scene.past.then(|| tr("return-live")),
        })
    });
    let status = Memo::new(move |_| scene.with(|scene| status(control, scene)));
    let next = next_game(control, "next-game");
    let confirm = move || {
        let idle = scene.with_untracked(|scene| scene.chosen.is_none() && scene.premove.is_none());
        if idle && untrack(|| control.can_save_line()) {
            control.save_line();
        } else {
            control.press(Press::Confirm);
        }
        browser::focus_later("#status");
    };
    let premove = Memo::new(move |_| scene.with(|scene| scene.premove.is_some()));
    let must_draw = Memo::new(move |_| scene.with(Scene::must_draw));
    let ahead = Memo::new(move |_| scene.with(Scene::can_draw_ahead));
    let draws = Memo::new(move |_| ahead.get() || scene.with(|scene| scene.actions.draw));
    let counting = Memo::new(move |_| control.counting.is_on());
    let over = Memo::new(move |_| control.stage() == Stage::Over);
    let actions = move || {
        if counting.get() {
            return (move || scene.with(|scene| control.counting.view(&scene.position)))
                .into_view();
        }
        if over.get() {
            return untrack(|| finale(control));
        }
        view! {
            <div class="state">{move || deadline(control)}{status_line(status)}</div>
            <div class="act-buttons">
                {move || label.get().map(|label| view! {
                    <button type="button" id="act" class="button primary wide" class:premove=move || premove.get() on:click=move |_| confirm()>{label}</button>
                })}
                {move || draws.get().then(|| view! {
                    <button type="button" id="draw" class="button" class:premove=move || ahead.get()
                        class:primary=move || must_draw.get() class:wide=move || must_draw.get()
                        on:click=move |_| control.press(Press::Pile)>
                        {move || if ahead.get() { tr("premove-draw") } else { scene.with(|scene| draw_label(&scene.position)) }}
                    </button>
                })}
                {move || label.with(Option::is_none).then(next)}
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

/// The circumference of the ring, in the units of its drawing.
const RING: f64 = 138.2;

/// The time that is left for the first action, as a ring that closes.
fn deadline(control: OnlineGameControl) -> Option<View> {
    // This device's estimate of the server's time may lag a little.
    let left = control.first_action_in()?.min(FIRST_ACTION_MS);
    let gone = RING * (1.0 - left as f64 / FIRST_ACTION_MS as f64).clamp(0.0, 1.0);
    let mine = control.is_my_turn();
    Some(view! {
        <div class="deadline" class:mine=mine id="countdown" role="timer">
            <svg viewBox="-25 -25 50 50" aria-hidden="true">
                <circle r="22"/>
                <circle r="22" class="left" transform="rotate(-90)" stroke-dasharray=Fixed(RING, 1).to_string() stroke-dashoffset=Fixed(gone, 1).to_string()/>
            </svg>
            <b>{seconds(left)}</b>
        </div>
    })
}

/// Whose turn it is, and the effect of the selection, or else what happened last.
fn status(control: OnlineGameControl, scene: &Scene) -> Status {
    let only = |lead: String| Status { lead, rest: String::new() };
    if let Some(lead) = control.planning_words() {
        let effect = scene.chosen.and_then(|action| preview(&scene.position, action));
        return Status { lead, rest: effect.unwrap_or_default() };
    }
    if !control.board.with(Board::is_live) {
        return only(tr("status-past"));
    }
    if control.is_sending() {
        return only(tr("status-sending"));
    }
    let told = control.with(|live| {
        let game = live.table.game()?;
        let name = player_name(live.players.of(game.position().side()));
        let turn = if control.is_my_turn() { Turn::Yours } else { Turn::Theirs(&name) };
        Some(texts().status(game, turn))
    });
    let Status { lead, rest } = told.flatten().unwrap_or_default();
    let effect = scene.chosen.and_then(|action| preview(&scene.position, action));
    let note = || scene.premove.is_some().then(|| tr("premove-note"));
    let first = || {
        let id = match (control.is_my_turn(), control.abort_forfeits()) {
            (true, true) => "first-action-forfeit",
            (true, false) => "first-action-you",
            (false, _) => "first-action",
        };
        control.first_action_in().map(|_| tr(id))
    };
    Status { lead, rest: effect.or_else(note).or_else(first).unwrap_or(rest) }
}
