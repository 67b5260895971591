//! References to elements.

use core::fmt::{self, Debug};
use core::marker::PhantomData;

use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::reactive::RwSignal;

/// A reference to an element of a view, set once it is mounted; `node_ref` in markup.
pub struct NodeRef<E> {
    element: RwSignal<Option<Element>>,
    of: PhantomData<fn() -> E>,
}

impl<E> Clone for NodeRef<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for NodeRef<E> {}

impl<E> Debug for NodeRef<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NodeRef").field(&self.element).finish()
    }
}

impl<E: JsCast> NodeRef<E> {
    /// Creates a reference owned by the current owner.
    #[allow(clippy::new_without_default, reason = "it depends on the current owner")]
    pub fn new() -> Self {
        Self { element: RwSignal::new(None), of: PhantomData }
    }

    /// The element, once it is mounted.
    pub fn get(self) -> Option<E> {
        self.element.try_get().flatten().map(JsCast::unchecked_into)
    }

    /// The element, without subscribing.
    pub fn get_untracked(self) -> Option<E> {
        self.element.try_get_untracked().flatten().map(JsCast::unchecked_into)
    }

    /// The signal that receives the element.
    pub fn element(self) -> RwSignal<Option<Element>> {
        self.element
    }
}
