//! The parts of a template that are known only at run time.

use std::borrow::Cow;

use web_sys::{Element, Event};

use crate::reactive::{Memo, RwSignal, Signal};
use crate::view::{IntoView, View};

/// One of them, in the order of the template.
pub enum Slot {
    /// A child.
    View(View),
    /// An attribute, a class, a style or a property.
    Value(Value),
    /// One that changes with signals.
    Live(Box<dyn FnMut() -> Value>),
    /// An event handler.
    Handler(Box<dyn FnMut(Event)>),
    /// Is told the element.
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

impl Slot {
    /// A child.
    pub fn child(view: impl IntoView) -> Self {
        Self::View(view.into_view())
    }
}

/// The value of an attribute, a class, a style or a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// It is not there.
    Absent,
    /// It is there or not: a boolean attribute, a class.
    Flag(bool),
    /// Its text.
    Text(Cow<'static, str>),
}

/// What can be the value of an attribute.
pub trait IntoSlot {
    /// The slot of it.
    fn into_slot(self) -> Slot;
}

/// What does not change by itself.
#[diagnostic::on_unimplemented(message = "`{Self}` is no attribute value")]
pub trait IntoValue {
    /// The value of it.
    fn into_value(self) -> Value;
}

impl IntoValue for &'static str {
    fn into_value(self) -> Value {
        Value::Text(Cow::Borrowed(self))
    }
}

impl IntoValue for String {
    fn into_value(self) -> Value {
        Value::Text(Cow::Owned(self))
    }
}

impl IntoValue for Cow<'static, str> {
    fn into_value(self) -> Value {
        Value::Text(self)
    }
}

impl IntoValue for bool {
    fn into_value(self) -> Value {
        Value::Flag(self)
    }
}

impl<V: IntoValue> IntoValue for Option<V> {
    fn into_value(self) -> Value {
        self.map_or(Value::Absent, V::into_value)
    }
}

impl<V: IntoValue> IntoSlot for Option<V> {
    fn into_slot(self) -> Slot {
        Slot::Value(self.into_value())
    }
}

macro_rules! printed {
    ($($kind:ty),*) => {$(
        impl IntoValue for $kind {
            fn into_value(self) -> Value {
                Value::Text(Cow::Owned(self.to_string()))
            }
        }
    )*};
}

printed!(char, u8, u16, u32, u64, usize, i32, i64);

/// A coordinate or a length, in thousandths: the exact decimal expansion of a floating-point number
/// takes more code than the rest of the renderer.
impl IntoValue for f64 {
    fn into_value(self) -> Value {
        let thousandths = (self * 1000.0).round() as i64;
        let sign = if thousandths < 0 { "-" } else { "" };
        let thousandths = thousandths.unsigned_abs();
        let text = format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000);
        Value::Text(Cow::Owned(text.trim_end_matches('0').trim_end_matches('.').into()))
    }
}

macro_rules! constant {
    ($($kind:ty),*) => {$(
        impl IntoSlot for $kind {
            fn into_slot(self) -> Slot {
                Slot::Value(self.into_value())
            }
        }
    )*};
}

constant!(
    &'static str,
    String,
    Cow<'static, str>,
    bool,
    char,
    u8,
    u16,
    u32,
    u64,
    usize,
    i32,
    i64,
    f64
);

impl<F: FnMut() -> V + 'static, V: IntoValue> IntoSlot for F {
    fn into_slot(mut self) -> Slot {
        Slot::Live(Box::new(move || self().into_value()))
    }
}

macro_rules! signals {
    ($($name:ident),*) => {$(
        impl<T: IntoValue + Clone + 'static> IntoSlot for $name<T> {
            fn into_slot(self) -> Slot {
                (move || self.get()).into_slot()
            }
        }
    )*};
}

signals!(RwSignal, Memo, Signal);
