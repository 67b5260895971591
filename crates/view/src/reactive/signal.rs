//! Values that are subscribed to by being read.

use core::cell::RefCell;
use core::fmt::{self, Debug};
use core::marker::PhantomData;
use std::rc::Rc;

use super::graph::{self, Id, Kind, Shared};

/// The value of a signal or memo. Only a memo that has not run yet has none.
type Cell<T> = RefCell<Option<T>>;

/// The closure of a derived signal.
struct Derived<T>(Box<dyn Fn() -> T>);

/// Why a value cannot be read.
#[cold]
#[inline(never)]
fn disposed() -> ! {
    panic!("read a signal after it was disposed of")
}

/// The cell of a value. Not inlined: the comparison of type ids is there once for each type.
#[inline(never)]
fn cell_of<T: 'static>(value: &Shared) -> Option<&Cell<T>> {
    value.downcast_ref()
}

fn in_cell<T: 'static, R>(value: Option<Shared>, call: impl FnOnce(&T) -> R) -> Option<R> {
    cell_of(&value?)?.borrow().as_ref().map(call)
}

fn in_signal<T: 'static, R>(value: Option<Shared>, call: impl FnOnce(&T) -> R) -> Option<R> {
    match derived_of::<T>(value.as_ref()) {
        Some(value) => Some(call(&value)),
        None => in_cell(value, call),
    }
}

/// The value of a derived signal.
#[inline(never)]
fn derived_of<T: 'static>(value: Option<&Shared>) -> Option<T> {
    let Derived(derive) = value?.downcast_ref::<Derived<T>>()?;
    Some(derive())
}

macro_rules! handle {
    ($name:ident, $access:path) => {
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
                $access(graph::read(self.id), call)
            }

            /// Calls a function with the value without subscribing, unless it was disposed of.
            pub fn try_with_untracked<R>(self, call: impl FnOnce(&T) -> R) -> Option<R> {
                $access(graph::peek(self.id), call)
            }

            /// Calls a function with the value.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn with<R>(self, call: impl FnOnce(&T) -> R) -> R {
                self.try_with(call).unwrap_or_else(|| disposed())
            }

            /// Calls a function with the value without subscribing.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn with_untracked<R>(self, call: impl FnOnce(&T) -> R) -> R {
                self.try_with_untracked(call).unwrap_or_else(|| disposed())
            }

            /// Subscribes without reading.
            pub fn track(self) {
                graph::track(self.id);
            }
        }

        impl<T: Clone + 'static> $name<T> {
            /// The value.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn get(self) -> T {
                self.with(T::clone)
            }

            /// The value, without subscribing.
            ///
            /// # Panics
            /// If it was disposed of.
            pub fn get_untracked(self) -> T {
                self.with_untracked(T::clone)
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

/// A value computed from others, once per change of them. Whoever reads it runs again only when it
/// is another one.
pub struct Memo<T> {
    id: Id,
    of: PhantomData<fn() -> T>,
}

/// Any value that can be read: a signal, a memo, a closure or a constant.
pub struct Signal<T> {
    id: Id,
    of: PhantomData<fn() -> T>,
}

handle!(RwSignal, in_cell);
handle!(Memo, in_cell);
handle!(Signal, in_signal);

fn cell<T: 'static>(value: Option<T>) -> Rc<Cell<T>> {
    Rc::new(RefCell::new(value))
}

impl<T: 'static> RwSignal<T> {
    /// A signal of the current owner.
    pub fn new(value: T) -> Self {
        Self::of(graph::insert(Kind::Plain, Some(cell(Some(value)))))
    }

    /// A signal that lives as long as the program, whoever asks for it first.
    pub fn everlasting(value: T) -> Self {
        Self::of(graph::insert_under(None, Kind::Plain, Some(cell(Some(value)))))
    }

    /// Replaces the value. Does nothing once the signal was disposed of.
    pub fn set(self, value: T) {
        self.try_update(|old| *old = value);
    }

    /// Replaces the value without telling anybody. Does nothing once the signal was disposed of.
    pub fn set_untracked(self, value: T) {
        self.try_update_untracked(|old| *old = value);
    }

    /// Changes the value. Does nothing once the signal was disposed of.
    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value without telling anybody. Does nothing once the signal was disposed of.
    pub fn update_untracked(self, change: impl FnOnce(&mut T)) {
        self.try_update_untracked(change);
    }

    /// Changes the value; `None` if it was disposed of.
    pub fn try_update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let out = self.try_update_untracked(change)?;
        graph::notify(self.id);
        Some(out)
    }

    /// Changes the value without telling anybody; `None` if it was disposed of.
    pub fn try_update_untracked<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        cell_of(&graph::peek(self.id)?)?.borrow_mut().as_mut().map(change)
    }

    /// Runs what depends on the value again, as if it had changed.
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
    /// A memo of the current owner. It is given the value before.
    pub fn new(mut compute: impl FnMut(Option<&T>) -> T + 'static) -> Self {
        let value = cell(None);
        let kept = Rc::clone(&value);
        let run = move || {
            let new = compute(kept.borrow().as_ref());
            let changed = kept.borrow().as_ref() != Some(&new);
            if changed {
                let old = kept.replace(Some(new));
                drop(old);
            }
            changed
        };
        Self::of(graph::insert(Kind::Memo(Rc::new(RefCell::new(run))), Some(value)))
    }
}

impl<T: 'static> Signal<T> {
    /// A closure, called by every read.
    pub fn derive(derive: impl Fn() -> T + 'static) -> Self {
        let derive: Box<dyn Fn() -> T> = Box::new(derive);
        Self::of(graph::insert(Kind::Plain, Some(Rc::new(Derived(derive)))))
    }

    /// A constant.
    pub fn stored(value: T) -> Self {
        Self::of(graph::insert(Kind::Plain, Some(cell(Some(value)))))
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
