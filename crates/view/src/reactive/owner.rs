//! Lifetimes and contexts.

use core::any::TypeId;
use std::rc::Rc;

use super::graph::{self, Id, NodeKind};

/// An owner of signals, memos and effects, which are disposed of with it or when it runs again.
/// Memos and effects are owners as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner(Id);

impl Owner {
    /// Creates an owner inside the current one.
    #[allow(clippy::new_without_default, reason = "it depends on the current owner")]
    pub fn new() -> Self {
        Self(graph::insert(NodeKind::Plain, None))
    }

    /// The current owner.
    pub fn current() -> Option<Self> {
        graph::current_owner().map(Self)
    }

    /// Creates an owner inside this one.
    pub(crate) fn child(self) -> Self {
        Self(graph::insert_under(Some(self.0), NodeKind::Plain, None))
    }

    /// Calls a function with this owner as the current one.
    pub fn with<R>(self, call: impl FnOnce() -> R) -> R {
        graph::scoped(Some(self.0), None, call)
    }

    /// Disposes of everything it owns.
    pub fn cleanup(self) {
        graph::clean(self.0);
    }

    /// Disposes of itself and everything it owns.
    pub(crate) fn dispose(self) {
        graph::dispose(self.0);
    }
}

/// Calls a function when the current owner is disposed of, or runs again.
pub fn on_cleanup(call: impl FnOnce() + 'static) {
    graph::add_cleanup(Box::new(call));
}

/// Makes a value available, by its type, to everything inside the current owner.
pub fn provide_context<T: 'static>(value: T) {
    graph::provide(TypeId::of::<T>(), Rc::new(value));
}

/// Returns the nearest context of a type.
pub fn use_context<T: Clone + 'static>() -> Option<T> {
    let value = graph::context(TypeId::of::<T>())?;
    value.downcast_ref::<T>().cloned()
}

/// Returns the nearest context of a type.
///
/// # Panics
/// If there is none.
pub fn expect_context<T: Clone + 'static>() -> T {
    match use_context() {
        Some(value) => value,
        None => panic!("missing context"),
    }
}

/// Calls a function without subscribing to what it reads.
pub fn untrack<R>(call: impl FnOnce() -> R) -> R {
    graph::scoped(graph::current_owner(), None, call)
}
