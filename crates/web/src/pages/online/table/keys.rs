use bosworth_rules::Action;
use leptos::ev::keydown;
use leptos::prelude::*;

use super::control::Control;
use crate::keys::{card, focus_act, is_typing};

/// Listens to the keys of the table for as long as it is shown.
pub fn listen(control: Control, help: RwSignal<bool>) {
    let handle = window_event_listener(keydown, move |event| {
        if is_typing(&event) || help.get_untracked() {
            return;
        }
        let ply = untrack(|| control.ply());
        match event.key().as_str() {
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                let held = untrack(|| {
                    let side = control.my_side()?;
                    control.with(|live| card(live.table.position()?.hand(side), digit)).flatten()
                });
                if let Some(card) = held {
                    control.press_card(card);
                    focus_act(control.chosen);
                }
            }
            "d" => {
                if untrack(|| control.may_act()) {
                    control.choose(Action::Draw);
                    focus_act(control.chosen);
                }
            }
            "Escape" => control.chosen.set(None),
            "ArrowLeft" | "k" => control.go_to(ply.saturating_sub(1)),
            "ArrowRight" | "j" => control.go_to(ply + 1),
            "Home" => control.go_to(0),
            "End" => control.at.set(None),
            "f" => control.turned.update(|turned| *turned = !*turned),
            "?" => help.set(true),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
