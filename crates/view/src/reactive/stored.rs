//! Non-reactive values.

use core::fmt::{self, Debug};
use core::marker::PhantomData;
use std::rc::Rc;

use super::graph::{self, Id, NodeKind};
use super::value;

/// A copyable handle to a value in the arena, disposed of with its owner.
pub struct StoredValue<T> {
    id: Id,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for StoredValue<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StoredValue<T> {}

impl<T> Debug for StoredValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoredValue").field(&self.id).finish()
    }
}

impl<T: 'static> StoredValue<T> {
    /// Stores a value, owned by the current owner.
    pub fn new(value: T) -> Self {
        let id = graph::insert(NodeKind::Plain, Some(Rc::new(value)));
        Self { id, of: PhantomData }
    }

    /// Whether it was disposed of.
    pub fn is_disposed(self) -> bool {
        !graph::is_alive(self.id)
    }

    /// Calls a function with the value; `None` if it was disposed of.
    pub fn try_with_value<R>(self, call: impl FnOnce(&T) -> R) -> Option<R> {
        value::peek(self.id).map(|value| call(&value))
    }

    /// Changes the value; `None` if it was disposed of.
    pub fn try_update_value<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        value::change(self.id, change)
    }

    /// Calls a function with the value.
    ///
    /// # Panics
    /// If it was disposed of.
    pub fn with_value<R>(self, call: impl FnOnce(&T) -> R) -> R {
        call(&value::expect_untracked(self.id))
    }

    /// Changes the value. Does nothing once it has been disposed of.
    pub fn update_value(self, change: impl FnOnce(&mut T)) {
        self.try_update_value(change);
    }

    /// Replaces the value. Does nothing once it has been disposed of.
    pub fn set_value(self, value: T) {
        graph::replace(self.id, Rc::new(value));
    }
}

impl<T: Clone + 'static> StoredValue<T> {
    /// The value.
    ///
    /// # Panics
    /// If it was disposed of.
    pub fn get_value(self) -> T {
        value::cloned_untracked(self.id)
    }

    /// The value; `None` if it was disposed of.
    pub fn try_get_value(self) -> Option<T> {
        self.try_with_value(T::clone)
    }
}

impl<T: Default + 'static> Default for StoredValue<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}
