use leptos::prelude::*;

use crate::language::tr;

/// A page.
#[component]
pub fn Review(
    /// What it shows.
    id: String,
) -> impl IntoView {
    let _ = id;
    view! { <main id="main"><h1 tabindex="-1">{tr("title-review")}</h1></main> }
}
