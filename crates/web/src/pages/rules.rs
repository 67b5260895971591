use leptos::prelude::*;

use crate::language::tr;

/// A page.
#[component]
pub fn Rules() -> impl IntoView {
    view! { <main id="main"><h1 tabindex="-1">{tr("title-rules")}</h1></main> }
}
