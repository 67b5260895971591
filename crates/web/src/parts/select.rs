use bosworth_view::event;
use bosworth_view::prelude::*;

use crate::language::tr;
use crate::settings::SelectOption;

/// A select element. The message ids of its options are `NAME-KEY`.
#[component]
pub fn Select<C: SelectOption>(
    /// The message id of its label, and the prefix of those of its options.
    name: &'static str,
    /// The current value.
    value: Signal<C>,
    /// Called when another option is selected.
    on_change: Callback<C>,
) -> View {
    let change = move |event: bosworth_view::event::Event| {
        let key = event::value(&event);
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
