//! Event handlers, named after their events: `on:click` in markup calls [`click`].

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
pub use web_sys::{
    DragEvent, Event, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, SubmitEvent,
};
use web_sys::{EventTarget, HtmlInputElement};

use crate::call::CallMut;
use crate::reactive::on_cleanup;

macro_rules! events {
    ($($name:ident: $kind:ty),* $(,)?) => {$(
        #[doc = concat!("A handler of `", stringify!($name), "` events.")]
        pub fn $name(mut handle: impl FnMut($kind) + 'static) -> Box<dyn CallMut<Event, ()>> {
            Box::new(move |event: Event| handle(event.unchecked_into()))
        }
    )*};
}

events! {
    blur: FocusEvent,
    change: Event,
    click: MouseEvent,
    close: Event,
    focus: FocusEvent,
    input: Event,
    keydown: KeyboardEvent,
    pointercancel: PointerEvent,
    pointerdown: PointerEvent,
    pointerenter: PointerEvent,
    pointerleave: PointerEvent,
    pointermove: PointerEvent,
    pointerup: PointerEvent,
    scroll: Event,
    submit: SubmitEvent,
    toggle: Event,
}

/// Handles the named event of the window, for the lifetime of the current owner.
pub fn on_window<E: JsCast + 'static>(name: &'static str, mut handle: impl FnMut(E) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let listener = Listener::new(
        window.into(),
        name,
        Box::new(move |event: Event| handle(event.unchecked_into())),
    );
    on_cleanup(move || drop(listener));
}

/// The text of the field that fired an event.
pub fn value(event: &Event) -> String {
    field(event).map(|field| field.value()).unwrap_or_default()
}

/// Whether the checkbox that fired an event is checked.
pub fn checked(event: &Event) -> bool {
    field(event).is_some_and(|field| field.checked())
}

/// The field that fired an event; `select` and `textarea` also have a `value`.
fn field(event: &Event) -> Option<HtmlInputElement> {
    event.target().map(|target| target.unchecked_into())
}

/// A listener that is removed on drop: events may still be dispatched to a removed element, and
/// must not reach its disposed page.
pub(crate) struct Listener {
    target: EventTarget,
    name: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

impl Listener {
    pub(crate) fn new(
        target: EventTarget,
        name: &'static str,
        handle: Box<dyn FnMut(Event)>,
    ) -> Self {
        let closure = Closure::wrap(handle);
        let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        Self { target, name, closure }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self
            .target
            .remove_event_listener_with_callback(self.name, self.closure.as_ref().unchecked_ref());
    }
}
