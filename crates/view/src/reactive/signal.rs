//! Reactive values: reading one subscribes the reader.

use core::fmt::{self, Debug};
use core::marker::PhantomData;
use std::rc::Rc;

use super::graph::{self, Id, NodeKind, SharedValue};
use super::value::{self, Derived};

macro_rules! handle {
    ($name:ident) => {
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.id).finish()
            }
        }

        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.id == other.id
            }
        }

        impl<T: 'static> $name<T> {
            fn of(id: Id) -> Self {
                Self { id, of: PhantomData }
            }

            /// Calls a function with the value, unless it was disposed of.
            pub fn try_with<R>(self, call: impl FnOnce(&T) -> R) -> Option<R> {
                value::read(self.id).map(|value| call(&value))
            }

            /// Calls a function with the value without subscribing, unless it was disposed of.
            pub fn try_with_untracked<R>(self, call: impl FnOnce(&T) -> R) -> Option<R> {
                value::peek(self.id).map(|value| call(&value))
            }

            /// Calls a function with the value.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn with<R>(self, call: impl FnOnce(&T) -> R) -> R {
                call(&value::expect(self.id))
            }

            /// Calls a function with the value without subscribing.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn with_untracked<R>(self, call: impl FnOnce(&T) -> R) -> R {
                call(&value::expect_untracked(self.id))
            }

            /// Subscribes without reading the value.
            pub fn track(self) {
                graph::read(self.id);
            }
        }

        impl<T: Clone + 'static> $name<T> {
            /// The value.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn get(self) -> T {
                value::cloned(self.id)
            }

            /// The value, without subscribing.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn get_untracked(self) -> T {
                value::cloned_untracked(self.id)
            }

            /// The value, unless it was disposed of.
            pub fn try_get(self) -> Option<T> {
                self.try_with(T::clone)
            }

            /// The value without subscribing, unless it was disposed of.
            pub fn try_get_untracked(self) -> Option<T> {
                self.try_with_untracked(T::clone)
            }
        }
    };
}

/// A value that can be read and written.
pub struct RwSignal<T> {
    id: Id,
    of: PhantomData<fn() -> T>,
}

/// A value computed from others, at most once per change. Its readers run again only if the value
/// differs.
pub struct Memo<T> {
    id: Id,
    of: PhantomData<fn() -> T>,
}

/// Any value that can be read: a signal, a memo, a closure or a constant.
pub struct Signal<T> {
    id: Id,
    of: PhantomData<fn() -> T>,
}

handle!(RwSignal);
handle!(Memo);
handle!(Signal);

impl<T: 'static> RwSignal<T> {
    /// Creates a signal owned by the current owner.
    pub fn new(value: T) -> Self {
        Self::of(graph::insert(NodeKind::Plain, Some(Rc::new(value))))
    }

    /// Creates a signal that lives as long as the program, regardless of the current owner.
    pub fn everlasting(value: T) -> Self {
        Self::of(graph::insert_under(None, NodeKind::Plain, Some(Rc::new(value))))
    }

    /// Replaces the value. Does nothing once the signal has been disposed of.
    #[inline(never)]
    pub fn set(self, value: T) {
        graph::write(self.id, Rc::new(value));
    }

    /// Replaces the value without notifying subscribers. Does nothing once the signal has been
    /// disposed of.
    pub fn set_untracked(self, value: T) {
        graph::replace(self.id, Rc::new(value));
    }

    /// Changes the value. Does nothing once the signal has been disposed of.
    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value without notifying subscribers. Does nothing once the signal has been
    /// disposed of.
    pub fn update_untracked(self, change: impl FnOnce(&mut T)) {
        self.try_update_untracked(change);
    }

    /// Changes the value; `None` if it was disposed of.
    pub fn try_update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let out = self.try_update_untracked(change)?;
        graph::notify(self.id);
        Some(out)
    }

    /// Changes the value without notifying subscribers; `None` if it was disposed of.
    pub fn try_update_untracked<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        value::change(self.id, change)
    }

    /// Notifies subscribers, as if the value had changed.
    pub fn notify(self) {
        graph::notify(self.id);
    }
}

impl<T: Default + 'static> Default for RwSignal<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: PartialEq + 'static> Memo<T> {
    /// Creates a memo owned by the current owner. The function receives the previous value.
    pub fn new(mut compute: impl FnMut(Option<&T>) -> T + 'static) -> Self {
        let run = move |old: Option<SharedValue>| {
            let old = old.as_ref().and_then(|old| old.downcast_ref());
            let new = compute(old);
            if old == Some(&new) { None } else { Some(Rc::new(new) as SharedValue) }
        };
        Self::of(graph::insert(NodeKind::Memo(Rc::new(core::cell::RefCell::new(run))), None))
    }
}

impl<T: 'static> Signal<T> {
    /// Creates a signal from a closure, which is called on every read.
    pub fn derive(derive: impl Fn() -> T + 'static) -> Self {
        let derive = Derived(Box::new(move |()| Rc::new(derive()) as SharedValue));
        Self::of(graph::insert(NodeKind::Plain, Some(Rc::new(derive))))
    }

    /// Creates a signal with a constant value.
    pub fn stored(value: T) -> Self {
        Self::of(graph::insert(NodeKind::Plain, Some(Rc::new(value))))
    }
}

impl<T: Default + 'static> Default for Signal<T> {
    fn default() -> Self {
        Self::stored(T::default())
    }
}

impl<T: 'static> From<RwSignal<T>> for Signal<T> {
    fn from(signal: RwSignal<T>) -> Self {
        Self::of(signal.id)
    }
}

impl<T: 'static> From<Memo<T>> for Signal<T> {
    fn from(memo: Memo<T>) -> Self {
        Self::of(memo.id)
    }
}

impl<T: 'static> From<T> for Signal<T> {
    fn from(value: T) -> Self {
        Self::stored(value)
    }
}
