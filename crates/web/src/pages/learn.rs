//! Lessons: one rule at a time, each done on the board.
//!
//! What only stands there is written as HTML from our own texts, and presses are heard where
//! they bubble up: that takes a fraction of the code that a view of each part would.

mod goal;
mod lesson;
mod list;
mod room;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

pub use lesson::number;

use self::lesson::LESSONS;
use crate::browser;

/// All lessons, or one of them. A number that no lesson has leads to the list.
#[component]
pub fn Learn(
    /// Which lesson, from 0.
    lesson: Option<usize>,
) -> impl IntoView {
    // All of these pages share one title, so the frame does not see that another one begins.
    browser::after(0, || browser::focus("main h1"));
    match lesson.filter(|lesson| *lesson < LESSONS.len()) {
        Some(lesson) => room::view(lesson),
        None => list::view(),
    }
}

/// A page of these parts; it is told the name of whatever is pressed in it.
pub fn page(class: &'static str, parts: Vec<AnyView>, press: Callback<String>) -> AnyView {
    let pressed = move |event: MouseEvent| {
        let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        press.run(element.map(|element| element.id()).unwrap_or_default());
    };
    view! { <main id="main" class=class on:click=pressed>{parts}</main> }.into_any()
}

/// Parts of a page that belong together.
pub fn group(class: &'static str, parts: Vec<AnyView>) -> AnyView {
    view! { <div class=class>{parts}</div> }.into_any()
}

/// A part that is written as HTML.
pub fn written(class: &'static str, html: Signal<String>) -> AnyView {
    view! { <div class=class inner_html=move || html.get()></div> }.into_any()
}

/// A button as HTML.
fn button(id: &str, class: &str, label: &str) -> String {
    format!("<button type=\"button\" id=\"{id}\" class=\"button {class}\">{label}</button>")
}
