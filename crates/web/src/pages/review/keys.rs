use bosworth_rules::Action;
use leptos::ev::keydown;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::study::Study;
use crate::keys::{card, is_typing};

/// Listens to the keys of the review for as long as it is shown.
pub fn listen(study: Study) {
    let handle = window_event_listener(keydown, move |event| {
        // The graph is a field too, but nothing is written there.
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let held = event.ctrl_key() || event.alt_key() || event.meta_key();
        let graph = target.is_some_and(|target| target.id() == "review-graph");
        if held || (is_typing(&event) && !graph) {
            return;
        }
        let at = study.at.get_untracked();
        match event.key().as_str() {
            "ArrowLeft" | "k" => study.go_to(at.saturating_sub(1)),
            "ArrowRight" | "j" => study.go_to(at + 1),
            "Home" => study.go_to(0),
            "End" => study.go_to(usize::MAX),
            "f" => study.turned.update(|turned| *turned = !*turned),
            "d" => {
                if untrack(|| study.scene()).position.actions().draw {
                    study.attempt(Action::Draw);
                }
            }
            "Escape" => study.exercise.set(None),
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                let position = untrack(|| study.scene()).position;
                if let Some(card) = card(position.hand(position.side()), digit) {
                    study.try_card(card);
                }
            }
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
