use bosworth_rules::Action;
use leptos::ev::{dragover, drop, keydown};
use leptos::prelude::*;

use super::control::{Control, Tool};
use crate::keys::{card, focus_act, is_typing};

/// Listens to the keys of the board, and for files that are dropped on the page, for as long
/// as it is shown.
pub fn listen(control: Control) {
    let keys = window_event_listener(keydown, move |event| {
        if is_typing(&event) || control.editing.get_untracked() {
            return;
        }
        let before = control.desk.with_untracked(|desk| desk.tree.at());
        match event.key().as_str() {
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                let position = control.position.get_untracked();
                if let Some(card) = card(position.hand(position.side()), digit) {
                    control.press_card(card);
                    focus_act(control.chosen);
                }
            }
            "d" => control.act(Action::Draw),
            "Escape" => control.rest(),
            "ArrowLeft" | "k" => control.run(Tool::Back),
            "ArrowRight" | "j" => control.run(Tool::On),
            "Home" => control.run(Tool::First),
            "End" => control.run(Tool::Last),
            key @ ("ArrowUp" | "ArrowDown") => {
                let forward = key == "ArrowDown";
                control.desk.update(|desk| desk.tree.aside(forward));
                // Where there are no side lines, these keys scroll.
                if control.desk.with_untracked(|desk| desk.tree.at()) == before {
                    return;
                }
                control.walk(&|_| {});
            }
            "Delete" => control.run(Tool::Delete),
            "f" => control.run(Tool::Turn),
            "e" => control.desk.update(|desk| desk.thinking = !desk.thinking),
            _ => return,
        }
        event.prevent_default();
    });
    let over = window_event_listener(dragover, |event| event.prevent_default());
    let dropped = window_event_listener(drop, move |event| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|dropped| dropped.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            control.read_file(&file);
        }
    });
    on_cleanup(move || {
        keys.remove();
        over.remove();
        dropped.remove();
    });
}
