use leptos::prelude::*;

use crate::language::tr;

/// A page.
#[component]
pub fn Analysis(
    /// What it shows.
    shared: crate::route::Shared,
) -> impl IntoView {
    let _ = shared;
    view! { <main id="main"><h1 tabindex="-1">{tr("title-analysis")}</h1></main> }
}
