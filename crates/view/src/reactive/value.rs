//! Typed access to the values of nodes.
//!
//! These functions are instantiated once per value type and never inlined: pages access signals in
//! a thousand places, each of which is then a single call.

use std::rc::Rc;

use super::graph::{self, Id, SharedValue};

#[inline(never)]
fn cast<T: 'static>(value: Option<SharedValue>) -> Option<Rc<T>> {
    value?.downcast().ok()
}

/// Returns the value of a node, and subscribes the current observer. `None` if the node is gone, or
/// is being changed.
pub(super) fn read<T: 'static>(id: Id) -> Option<Rc<T>> {
    cast(graph::read(id))
}

/// The value of a node, without subscribing to it.
pub(super) fn peek<T: 'static>(id: Id) -> Option<Rc<T>> {
    cast(graph::peek(id))
}

/// Returns the value of a node, and subscribes the current observer.
///
/// # Panics
/// If the node is gone, or is being changed.
#[inline(never)]
pub(super) fn expect<T: 'static>(id: Id) -> Rc<T> {
    read(id).unwrap_or_else(|| gone())
}

/// The value of a node, without subscribing to it.
///
/// # Panics
/// If the node is gone, or is being changed.
#[inline(never)]
pub(super) fn expect_untracked<T: 'static>(id: Id) -> Rc<T> {
    peek(id).unwrap_or_else(|| gone())
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
    cast(graph::take(id))
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
