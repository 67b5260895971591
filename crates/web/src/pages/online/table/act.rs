use bosworth_protocol::Stage;
use bosworth_rules::Position;
use leptos::prelude::*;

use super::control::Control;
use super::offers::countdown;
use crate::language::{fill, texts, tr};
use crate::pages::play::action_name;
use crate::parts::preview;
use crate::presses::Presses;

/// The one button that matters, and what it would do. Who looks on is told what happens.
pub fn act(control: Control, position: Signal<Position>) -> AnyView {
    let label = Memo::new(move |_| match control.chosen.get() {
        Some(action) => action_name(action, &position.get()),
        None => status(control, &position.get()),
    });
    let hint = Memo::new(move |_| {
        let chosen = control.chosen.get();
        let preview = chosen.and_then(|action| position.with(|position| preview(position, action)));
        preview.unwrap_or_else(|| countdown(control))
    });
    if control.my_side().is_none() {
        return view! {
            <section class="act" aria-label=tr("act-label")>
                <p class="preview" id="countdown">{hint}</p>
                <p class="watching" id="status" role="status">{label}</p>
            </section>
        }
        .into_any();
    }
    let can_draw = Memo::new(move |_| control.may_act() && position.get().actions().draw);
    let act = move |_| {
        if let Some(action) = control.chosen.get_untracked() {
            control.act(action);
        }
    };
    view! {
        <section class="act" aria-label=tr("act-label")>
            <p class="preview" id="countdown">{hint}</p>
            <div class="act-buttons">
                <button type="button" id="act" class="button primary wide" class:sending=move || control.is_sending()
                    aria-disabled=move || control.chosen.get().is_none().then_some("true") on:click=act>{label}</button>
                <button type="button" id="draw" class="button" aria-disabled=move || (!can_draw.get()).then_some("true")
                    on:click=move |_| control.press_draw()>
                    {move || fill("draw-button", &[("count", position.get().pile().len().into())])}
                </button>
            </div>
        </section>
    }
    .into_any()
}

/// What is going on, when nothing is chosen.
fn status(control: Control, position: &Position) -> String {
    if control.at.get().is_some() {
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
