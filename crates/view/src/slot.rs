//! The parts of a template that are known only at run time.

use std::borrow::Cow;

use web_sys::{Element, Event};

use crate::call::CallMut;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::view::{IntoView, View};

/// A dynamic part of a template.
pub enum Slot {
    /// A child.
    View(View),
    /// An attribute, a class, a style or a property.
    Value(SlotValue),
    /// An attribute, a class, a style or a property that changes with signals.
    Live(Box<dyn CallMut<(), SlotValue>>),
    /// An event handler.
    Handler(Box<dyn CallMut<Event, ()>>),
    /// Receives the element.
    Ref(RwSignal<Option<Element>>),
}

impl core::fmt::Debug for Slot {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::View(view) => f.debug_tuple("View").field(view).finish(),
            Self::Value(value) => f.debug_tuple("Value").field(value).finish(),
            Self::Live(_) => f.write_str("Live"),
            Self::Handler(_) => f.write_str("Handler"),
            Self::Ref(_) => f.write_str("Ref"),
        }
    }
}

/// Collects the slots of a template. `view!` adds them in order; the methods are not inlined,
/// because pages call them in thousands of places.
#[derive(Debug)]
pub struct Slots(Vec<Slot>);

impl Slots {
    /// Creates an empty list with room for `count` slots.
    #[inline(never)]
    pub fn with_capacity(count: usize) -> Self {
        Self(Vec::with_capacity(count))
    }

    /// Returns a view of the template with these slots.
    #[inline(never)]
    pub fn template(self, template: &'static str) -> View {
        View::Template(template, self.0)
    }

    /// Adds a child.
    pub fn child(&mut self, child: impl IntoView) {
        child.into_child(self);
    }

    /// Adds the value of an attribute, a class, a style or a property.
    pub fn attribute(&mut self, value: impl IntoSlot) {
        value.into_slot(self);
    }

    /// An event handler.
    #[inline(never)]
    pub fn handler(&mut self, handler: Box<dyn CallMut<Event, ()>>) {
        self.0.push(Slot::Handler(handler));
    }

    /// Adds the signal that receives the element.
    #[inline(never)]
    pub fn node(&mut self, element: RwSignal<Option<Element>>) {
        self.0.push(Slot::Ref(element));
    }

    #[inline(never)]
    pub(crate) fn view(&mut self, view: View) {
        self.0.push(Slot::View(view));
    }

    #[inline(never)]
    pub(crate) fn text(&mut self, text: String) {
        self.view(View::Text(Cow::Owned(text)));
    }

    #[inline(never)]
    pub(crate) fn live(&mut self, view: Box<dyn CallMut<(), View>>) {
        self.view(View::Live(view));
    }

    #[inline(never)]
    fn value(&mut self, value: SlotValue) {
        self.0.push(Slot::Value(value));
    }

    #[inline(never)]
    fn owned(&mut self, text: String) {
        self.value(SlotValue::Text(Cow::Owned(text)));
    }

    #[inline(never)]
    fn borrowed(&mut self, text: &'static str) {
        self.value(SlotValue::Text(Cow::Borrowed(text)));
    }

    #[inline(never)]
    fn flag(&mut self, flag: bool) {
        self.value(SlotValue::Flag(flag));
    }

    #[inline(never)]
    fn live_value(&mut self, value: Box<dyn CallMut<(), SlotValue>>) {
        self.0.push(Slot::Live(value));
    }
}

/// The value of an attribute, a class, a style or a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlotValue {
    /// Absent.
    Absent,
    /// Present or not: a boolean attribute, or a class.
    Flag(bool),
    /// A text.
    Text(Cow<'static, str>),
}

/// Types that can be the value of an attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the value of an attribute",
    label = "neither a text, a number, a flag or an option of these, nor a closure or signal of one"
)]
pub trait IntoSlot {
    /// Fills the next slot with the value.
    fn into_slot(self, slots: &mut Slots);
}

/// Attribute values that do not change with signals.
#[diagnostic::on_unimplemented(message = "`{Self}` is not the value of an attribute")]
pub trait IntoValue {
    /// Converts to a slot value.
    fn into_value(self) -> SlotValue;
}

impl IntoValue for &'static str {
    fn into_value(self) -> SlotValue {
        SlotValue::Text(Cow::Borrowed(self))
    }
}

impl IntoValue for String {
    fn into_value(self) -> SlotValue {
        SlotValue::Text(Cow::Owned(self))
    }
}

impl IntoValue for Cow<'static, str> {
    fn into_value(self) -> SlotValue {
        SlotValue::Text(self)
    }
}

impl IntoValue for bool {
    fn into_value(self) -> SlotValue {
        SlotValue::Flag(self)
    }
}

impl<V: IntoValue> IntoValue for Option<V> {
    fn into_value(self) -> SlotValue {
        self.map_or(SlotValue::Absent, V::into_value)
    }
}

impl<V: IntoValue> IntoSlot for Option<V> {
    fn into_slot(self, slots: &mut Slots) {
        slots.value(self.into_value());
    }
}

impl IntoSlot for String {
    fn into_slot(self, slots: &mut Slots) {
        slots.owned(self);
    }
}

impl IntoSlot for &'static str {
    fn into_slot(self, slots: &mut Slots) {
        slots.borrowed(self);
    }
}

impl IntoSlot for bool {
    fn into_slot(self, slots: &mut Slots) {
        slots.flag(self);
    }
}

macro_rules! printed {
    ($($kind:ty),*) => {$(
        impl IntoValue for $kind {
            fn into_value(self) -> SlotValue {
                SlotValue::Text(Cow::Owned(self.to_string()))
            }
        }
    )*};
}

printed!(char, u8, u16, u32, u64, usize, i32, i64);

/// A coordinate or a length, in thousandths: the exact decimal expansion of a floating-point number
/// takes more code than the rest of the renderer.
impl IntoValue for f64 {
    fn into_value(self) -> SlotValue {
        let thousandths = (self * 1000.0).round() as i64;
        let sign = if thousandths < 0 { "-" } else { "" };
        let thousandths = thousandths.unsigned_abs();
        let text = format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000);
        SlotValue::Text(Cow::Owned(text.trim_end_matches('0').trim_end_matches('.').into()))
    }
}

macro_rules! constant {
    ($($kind:ty),*) => {$(
        impl IntoSlot for $kind {
            fn into_slot(self, slots: &mut Slots) {
                slots.value(self.into_value());
            }
        }
    )*};
}

constant!(Cow<'static, str>, char, u8, u16, u32, u64, usize, i32, i64, f64);

impl<F: FnMut() -> V + 'static, V: IntoValue> IntoSlot for F {
    fn into_slot(mut self, slots: &mut Slots) {
        slots.live_value(Box::new(move |()| self().into_value()));
    }
}

macro_rules! signals {
    ($($name:ident),*) => {$(
        impl<T: IntoValue + Clone + 'static> IntoSlot for $name<T> {
            fn into_slot(self, slots: &mut Slots) {
                (move || self.get()).into_slot(slots);
            }
        }
    )*};
}

signals!(RwSignal, Memo, Signal);
