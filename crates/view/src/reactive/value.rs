//! Typed access to the values of nodes.
//!
//! These functions are there once for each type of value, and never inlined: pages read and write
//! signals in a thousand places, and all that is left there is a call.

use std::rc::Rc;

use super::graph::{self, Id, SharedValue};

#[inline(never)]
fn cast<T: 'static>(value: Option<SharedValue>) -> Option<Rc<T>> {
    value?.downcast().ok()
}

/// The value of a node; whatever computes at the moment is subscribed to it. `None` if the node is
/// gone, or is being changed.
pub(super) fn read<T: 'static>(id: Id) -> Option<Rc<T>> {
    cast(graph::read(id))
}

/// The value of a node, without subscribing to it.
pub(super) fn peek<T: 'static>(id: Id) -> Option<Rc<T>> {
    cast(graph::peek(id))
}

/// The value of a node; whatever computes at the moment is subscribed to it.
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

/// Changes the value of a node without telling anybody; `None` if the node is gone.
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
/// If somebody is reading the value.
#[inline(never)]
fn unique<T>(value: &mut Rc<T>) -> &mut T {
    Rc::get_mut(value).expect("a value is not changed while it is read")
}

#[cold]
#[inline(never)]
pub(super) fn gone() -> ! {
    panic!("used a signal after it was disposed of, or while it was being changed")
}
