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
    let options = C::ALL.iter().map(|choice| {
        let key = choice.key();
        (key.to_string(), tr(&format!("{name}-{key}")))
    });
    let chosen = Signal::derive(move || value.get().key().to_string());
    choice(name, tr(name), options.collect(), chosen, move |key| {
        if let Some(choice) = C::ALL.iter().find(|choice| choice.key() == key) {
            on_change.run(*choice);
        }
    })
}

/// A select element with options given by their values and names.
pub fn choice(
    id: &'static str,
    label: String,
    options: Vec<(String, String)>,
    chosen: Signal<String>,
    change: impl Fn(String) + 'static,
) -> View {
    choice_erased(id, label, options, chosen, Box::new(change))
}

fn choice_erased(
    id: &'static str,
    label: String,
    options: Vec<(String, String)>,
    chosen: Signal<String>,
    change: Box<dyn Fn(String)>,
) -> View {
    let options = options.into_iter().map(|(value, name)| {
        let own = value.clone();
        view! { <option value=value selected=move || chosen.with(|chosen| *chosen == own)>{name}</option> }
    });
    view! {
        <label class="field"><span>{label}</span>
            <select id=id on:change=move |event| change(event::value(&event)) prop:value=move || chosen.get()>
                {options.collect_view()}
            </select>
        </label>
    }
}
