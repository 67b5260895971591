use leptos::prelude::*;

use crate::language::tr;

/// A page.
#[component]
pub fn Learn(
    /// What it shows.
    lesson: Option<usize>,
) -> impl IntoView {
    let _ = lesson;
    view! { <main id="main"><h1 tabindex="-1">{tr("title-learn")}</h1></main> }
}
