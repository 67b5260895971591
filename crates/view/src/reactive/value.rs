//! Typed access to the values of nodes.
//!
//! These functions are instantiated once per value type and never inlined: pages access signals in
//! a thousand places, each of which is then a single call.

use std::rc::Rc;

use super::graph::{self, Id, SharedValue};
use crate::call::Call;

/// In place of a value: the closure that returns it.
pub(super) struct Derived(pub(super) Box<dyn Call<(), SharedValue>>);

/// The value itself.
#[inline(never)]
fn resolved(value: Option<SharedValue>) -> Option<SharedValue> {
    Some(match value?.downcast::<Derived>() {
        Ok(derived) => derived.0.call(()),
        Err(value) => value,
    })
}

#[inline(never)]
fn expect_read(id: Id) -> SharedValue {
    resolved(graph::read(id)).unwrap_or_else(|| gone())
}

#[inline(never)]
fn expect_peek(id: Id) -> SharedValue {
    resolved(graph::peek(id)).unwrap_or_else(|| gone())
}

/// A handle knows the type.
#[inline(never)]
fn cast<T: 'static>(value: SharedValue) -> Rc<T> {
    value.downcast().unwrap_or_else(|_| gone())
}

/// Returns the value of a node, and subscribes the current observer. `None` if the node is gone, or
/// is being changed.
pub(super) fn read<T: 'static>(id: Id) -> Option<Rc<T>> {
    resolved(graph::read(id)).map(cast)
}

/// The value of a node, without subscribing to it.
pub(super) fn peek<T: 'static>(id: Id) -> Option<Rc<T>> {
    resolved(graph::peek(id)).map(cast)
}

/// Returns the value of a node, and subscribes the current observer.
///
/// # Panics
/// If the node is gone, or is being changed.
#[inline(never)]
pub(super) fn expect<T: 'static>(id: Id) -> Rc<T> {
    cast(expect_read(id))
}

/// The value of a node, without subscribing to it.
///
/// # Panics
/// If the node is gone, or is being changed.
#[inline(never)]
pub(super) fn expect_untracked<T: 'static>(id: Id) -> Rc<T> {
    cast(expect_peek(id))
}

/// A copy of the value of a node; subscribes the current observer.
///
/// # Panics
/// If the node is gone, or is being changed.
#[inline(never)]
pub(super) fn cloned<T: Clone + 'static>(id: Id) -> T {
    T::clone(&expect(id))
}

/// A copy of the value of a node, without subscribing to it.
///
/// # Panics
/// If the node is gone, or is being changed.
#[inline(never)]
pub(super) fn cloned_untracked<T: Clone + 'static>(id: Id) -> T {
    T::clone(&expect_untracked(id))
}

/// Changes the value of a node without notifying subscribers; `None` if the node is gone.
pub(super) fn change<T: 'static, R>(id: Id, change: impl FnOnce(&mut T) -> R) -> Option<R> {
    let mut value = take(id)?;
    let out = change(unique(&mut value));
    graph::replace(id, value);
    Some(out)
}

#[inline(never)]
fn take<T: 'static>(id: Id) -> Option<Rc<T>> {
    graph::take(id).map(cast)
}

/// # Panics
/// If the value is being read.
#[inline(never)]
fn unique<T>(value: &mut Rc<T>) -> &mut T {
    Rc::get_mut(value).expect("a value is not changed while it is read")
}

#[cold]
#[inline(never)]
pub(super) fn gone() -> ! {
    panic!("used a signal after it was disposed of, or while it was being changed")
}
