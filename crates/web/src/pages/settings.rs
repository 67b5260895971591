use leptos::prelude::*;

use crate::language::tr;

/// A page.
#[component]
pub fn SettingsPage() -> impl IntoView {
    view! { <main id="main"><h1 tabindex="-1">{tr("title-settings")}</h1></main> }
}
