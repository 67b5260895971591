//! Interactive lessons: one rule each, practised on the board.

mod advice;
mod control;
mod goal;
mod lesson;
mod list;
mod page;

use bosworth_view::prelude::*;

pub use advice::advice;
pub use lesson::number;

use self::lesson::LESSONS;
use crate::browser;

/// The list of lessons, or one of them. Unknown numbers show the list.
#[component]
pub fn Learn(
    /// The index of the lesson, from 0.
    lesson: Option<usize>,
) -> View {
    // The frame moves the focus when the title changes, but all lessons share a title.
    browser::focus_later("main h1");
    match lesson.filter(|lesson| *lesson < LESSONS.len()) {
        Some(lesson) => page::view(lesson),
        None => list::view(),
    }
}
