use bosworth_view::event;
use bosworth_view::prelude::*;

use crate::language::{fill, texts, tr};

/// The error message below a field; empty if the field is valid.
pub fn fault_line(id: &'static str, fault: Signal<Option<String>>) -> View {
    view! { <p class="field-fault" id=id role="status">{move || fault.get()}</p> }
}

/// A field for a number.
#[derive(Clone, Copy)]
pub struct NumberField {
    /// The message id of its label, which is also its element id.
    id: &'static str,
    text: RwSignal<String>,
    bounds: Signal<(i64, i64)>,
    /// Whether it can be empty.
    optional: bool,
    tried: RwSignal<bool>,
}

impl NumberField {
    /// Creates a field with an initial value.
    pub fn new(id: &'static str, value: i64, tried: RwSignal<bool>) -> Self {
        let bounds = Signal::stored((1, i64::MAX));
        Self { id, text: RwSignal::new(value.to_string()), bounds, optional: false, tried }
    }

    /// Creates a field that can be empty.
    pub fn optional(id: &'static str, tried: RwSignal<bool>) -> Self {
        Self { text: RwSignal::default(), optional: true, ..Self::new(id, 0, tried) }
    }

    /// Sets the minimum and the maximum.
    pub fn between(self, bounds: Signal<(i64, i64)>) -> Self {
        Self { bounds, ..self }
    }

    /// The value, if it is a number.
    pub fn value(self) -> Option<i64> {
        self.text.with(|text| text.trim().parse().ok())
    }

    /// The error message, if the value is invalid.
    fn fault(self) -> Option<String> {
        let (least, most) = self.bounds.get();
        if self.optional && self.text.with(|text| text.trim().is_empty()) {
            return None;
        }
        let fits = self.value().is_some_and(|value| (least..=most).contains(&value));
        let values = [("least", least.into()), ("most", most.into())];
        (!fits).then(|| fill("new-event-bad-number", &values))
    }

    /// The error message with the label of the field.
    pub fn named_fault(self) -> Option<String> {
        self.fault().map(|fault| texts().labelled(&tr(self.id), &fault))
    }

    /// The field with its label and its error message.
    pub fn view(self) -> View {
        let fault = Signal::derive(move || self.fault().filter(|_| self.tried.get()));
        let described = format!("{}-fault", self.id);
        let named = described.clone();
        view! {
            <div>
                <label class="field"><span>{tr(self.id)}</span>
                    <input id=self.id type="number" inputmode="numeric" step="1"
                        min=move || self.bounds.get().0.to_string() max=move || self.bounds.get().1.to_string()
                        placeholder=self.optional.then(|| tr("new-event-any")) aria-describedby=described
                        aria-invalid=move || fault.with(Option::is_some).to_string()
                        prop:value=move || self.text.get() on:input=move |event| self.text.set(event::value(&event))/>
                </label>
                <p class="field-fault" id=named role="status">{move || fault.get()}</p>
            </div>
        }
    }
}
