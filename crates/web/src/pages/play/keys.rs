use bosworth_rules::Action;
use leptos::ev::{KeyboardEvent, keydown};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::control::Control;
use crate::browser;

/// Whether somebody is typing a text, where keys mean letters.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    event.ctrl_key()
        || event.alt_key()
        || event.meta_key()
        || target.is_some_and(|target| {
            matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
        })
}

/// Listens to the keys of the table for as long as it is shown.
pub fn listen(control: Control, help: RwSignal<bool>) {
    let handle = window_event_listener(keydown, move |event| {
        if is_typing(&event) || help.get_untracked() {
            return;
        }
        let ply = untrack(|| control.ply());
        match event.key().as_str() {
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                let n = usize::from(digit.as_bytes()[0] - b'1');
                let card = untrack(|| {
                    control.with(|table| {
                        let position = table.position();
                        position.hand(position.side()).iter().nth(n)
                    })
                });
                if let Some(card) = card.flatten() {
                    control.press_card(card);
                    confirm_next(control);
                }
            }
            "d" => {
                if untrack(|| control.may_act()) {
                    control.choose(Action::Draw);
                    confirm_next(control);
                }
            }
            "Escape" => control.chosen.set(None),
            "ArrowLeft" | "k" => control.go_to(ply.saturating_sub(1)),
            "ArrowRight" | "j" => control.go_to(ply + 1),
            "Home" => control.go_to(0),
            "End" => control.at.set(None),
            "f" => control.turned.update(|turned| *turned = !*turned),
            "h" => control.ask_hint(),
            "u" => control.undo(),
            "r" => control.redo(),
            "?" => help.set(true),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

/// Enter is to do what was chosen, so its button has the focus.
fn confirm_next(control: Control) {
    if control.chosen.get_untracked().is_some() {
        browser::after(0, || browser::focus("#act"));
    }
}
