//! What keys mean on every page with a board.

use bosworth_rules::{Action, Card, Cards};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

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

/// The card that a digit stands for.
pub fn card(hand: Cards, digit: &str) -> Option<Card> {
    let number: usize = digit.parse().ok()?;
    hand.iter().nth(number.checked_sub(1)?)
}

/// Enter is to do what was chosen, so its button has the focus.
pub fn focus_act(chosen: RwSignal<Option<Action>>) {
    if chosen.get_untracked().is_some() {
        browser::after(0, || browser::focus("#act"));
    }
}
