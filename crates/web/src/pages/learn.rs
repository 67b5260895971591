//! Lessons: one rule at a time, each done on the board.

mod goal;
mod lesson;
mod list;
mod page;
mod room;

use leptos::prelude::*;

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
    browser::focus_later("main h1");
    match lesson.filter(|lesson| *lesson < LESSONS.len()) {
        Some(lesson) => page::view(lesson),
        None => list::view(),
    }
}
