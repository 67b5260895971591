use core::ops::RangeInclusive;

use bosworth_view::event;
use bosworth_view::prelude::*;

use crate::language::tr;

/// A field for a number. A value out of bounds is ignored, and reset when the field is left.
pub fn number(
    id: &'static str,
    bounds: RangeInclusive<i64>,
    value: Signal<i64>,
    set: impl Fn(i64) + 'static,
) -> View {
    number_erased(id, bounds, value, Box::new(set))
}

fn number_erased(
    id: &'static str,
    bounds: RangeInclusive<i64>,
    value: Signal<i64>,
    set: Box<dyn Fn(i64)>,
) -> View {
    let text = RwSignal::new(String::new());
    let reset = move || text.set(value.get().to_string());
    Effect::new(move |_| reset());
    let (least, most) = (bounds.start().to_string(), bounds.end().to_string());
    let typed = move |event| {
        if let Ok(number) = event::value(&event).parse()
            && bounds.contains(&number)
        {
            set(number);
        }
    };
    view! {
        <label class="field"><span>{tr(id)}</span>
            <input id=id type="number" inputmode="numeric" min=least max=most step="1" required
                prop:value=move || text.get() on:input=typed on:change=move |_| untrack(reset)/>
        </label>
    }
}
