//! Descriptions of what to show.

use std::borrow::Cow;
use std::rc::Rc;

use crate::call::{Call, CallMut};
use crate::keyed::Keyed;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::slot::{Slot, Slots};

/// A description of nodes to be shown.
pub enum View {
    /// Nothing.
    Empty,
    /// A text.
    Text(Cow<'static, str>),
    /// The markup of a `view!`, with its dynamic parts.
    Template(&'static str, Vec<Slot>),
    /// Several views, in order.
    List(Vec<View>),
    /// A part that is rebuilt whenever the signals it reads change.
    Live(Box<dyn CallMut<(), View>>),
    /// A list whose items keep their nodes while their key is present.
    Keyed(Box<Keyed>),
}

impl View {
    /// A template without slots.
    #[inline(never)]
    pub fn of(template: &'static str) -> Self {
        Self::Template(template, Vec::new())
    }
}

impl core::fmt::Debug for View {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Empty => f.write_str("Empty"),
            Self::Text(text) => write!(f, "Text({text:?})"),
            Self::Template(template, slots) => {
                write!(f, "Template({template:?}, {} slots)", slots.len())
            }
            Self::List(views) => f.debug_tuple("List").field(views).finish(),
            Self::Live(_) => f.write_str("Live"),
            Self::Keyed(_) => f.write_str("Keyed"),
        }
    }
}

/// The content between the tags of a component, which it can show any number of times.
#[derive(Clone)]
pub struct Children(Rc<dyn Call<(), View>>);

impl Children {
    /// The content.
    pub fn view(&self) -> View {
        self.0.call(())
    }
}

impl core::fmt::Debug for Children {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Children")
    }
}

impl Default for Children {
    fn default() -> Self {
        Self(Rc::new(|()| View::Empty))
    }
}

impl<F: Fn() -> V + 'static, V: IntoView> From<F> for Children {
    fn from(content: F) -> Self {
        Self(Rc::new(move |()| content().into_view()))
    }
}

/// Types that can be a child of an element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a child of an element",
    label = "neither a text, a number, a view or a list of these, nor a closure or signal of one"
)]
pub trait IntoView {
    /// Converts to a view.
    fn into_view(self) -> View;

    /// Fills the next slot of a template with the view.
    fn into_child(self, slots: &mut Slots)
    where
        Self: Sized,
    {
        slots.view(self.into_view());
    }
}

impl IntoView for View {
    fn into_view(self) -> View {
        self
    }
}

impl IntoView for () {
    fn into_view(self) -> View {
        View::Empty
    }
}

impl IntoView for &'static str {
    fn into_view(self) -> View {
        View::Text(Cow::Borrowed(self))
    }
}

impl IntoView for String {
    fn into_view(self) -> View {
        View::Text(Cow::Owned(self))
    }

    fn into_child(self, slots: &mut Slots) {
        slots.text(self);
    }
}

impl IntoView for Cow<'static, str> {
    fn into_view(self) -> View {
        View::Text(self)
    }
}

macro_rules! printed {
    ($($kind:ty),*) => {$(
        impl IntoView for $kind {
            fn into_view(self) -> View {
                View::Text(Cow::Owned(self.to_string()))
            }
        }
    )*};
}

printed!(char, u8, u16, u32, u64, usize, i32, i64);

impl<V: IntoView> IntoView for Option<V> {
    fn into_view(self) -> View {
        self.map_or(View::Empty, V::into_view)
    }
}

impl<V: IntoView> IntoView for Vec<V> {
    fn into_view(self) -> View {
        self.into_iter().collect_view()
    }
}

impl<V: IntoView, const N: usize> IntoView for [V; N] {
    fn into_view(self) -> View {
        self.into_iter().collect_view()
    }
}

impl<A: IntoView, B: IntoView> IntoView for (A, B) {
    fn into_view(self) -> View {
        View::List(vec![self.0.into_view(), self.1.into_view()])
    }
}

impl<A: IntoView, B: IntoView, C: IntoView> IntoView for (A, B, C) {
    fn into_view(self) -> View {
        View::List(vec![self.0.into_view(), self.1.into_view(), self.2.into_view()])
    }
}

impl<F: FnMut() -> V + 'static, V: IntoView> IntoView for F {
    fn into_view(mut self) -> View {
        View::Live(Box::new(move |()| self().into_view()))
    }

    fn into_child(mut self, slots: &mut Slots) {
        slots.live(Box::new(move |()| self().into_view()));
    }
}

macro_rules! signals {
    ($($name:ident),*) => {$(
        impl<T: IntoView + Clone + 'static> IntoView for $name<T> {
            fn into_view(self) -> View {
                (move || self.get()).into_view()
            }

            fn into_child(self, slots: &mut Slots) {
                (move || self.get()).into_child(slots);
            }
        }
    )*};
}

signals!(RwSignal, Memo, Signal);

/// Iterators of views.
pub trait CollectView {
    /// Collects the views into one.
    fn collect_view(self) -> View;
}

impl<I: IntoIterator<Item = V>, V: IntoView> CollectView for I {
    fn collect_view(self) -> View {
        View::List(self.into_iter().map(V::into_view).collect())
    }
}
