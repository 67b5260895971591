use bosworth_rules::Action;
use leptos::ev::keydown;
use leptos::prelude::*;

use super::control::Control;
use crate::browser;
use crate::pages::play::is_typing;

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
                    let side = control.my_side()?;
                    control.with(|live| live.table.position()?.hand(side).iter().nth(n)).flatten()
                });
                if let Some(card) = card {
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
