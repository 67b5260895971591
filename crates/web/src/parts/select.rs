use leptos::prelude::*;

use crate::language::tr;
use crate::settings::Choice;

/// A list of which one is chosen. Its texts are `NAME-KEY` for each choice.
#[component]
pub fn Select<C: Choice + Send + Sync>(
    /// The start of the names of its texts; the label is that alone.
    name: &'static str,
    /// What is chosen.
    value: Signal<C>,
    /// Something else was chosen.
    on_change: Callback<C>,
) -> impl IntoView {
    let change = move |event: leptos::ev::Event| {
        let key = event_target_value(&event);
        if let Some(choice) = C::ALL.iter().find(|choice| choice.key() == key) {
            on_change.run(*choice);
        }
    };
    view! {
        <label class="field">
            <span>{tr(name)}</span>
            <select id=name on:change=change prop:value=move || value.get().key()>
                {C::ALL.iter().map(|choice| {
                    let key = choice.key();
                    view! {
                        <option value=key selected=move || value.get().key() == key>{tr(&format!("{name}-{key}"))}</option>
                    }
                }).collect_view()}
            </select>
        </label>
    }
}
