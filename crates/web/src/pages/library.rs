use leptos::prelude::*;

use crate::language::tr;

/// A page.
#[component]
pub fn Library() -> impl IntoView {
    view! { <main id="main"><h1 tabindex="-1">{tr("title-library")}</h1></main> }
}
