//! Keyed lists.

use std::rc::Rc;

use crate::call::CallMut;
use crate::reactive::Owner;
use crate::view::{IntoView, View};

/// An item: its key, and a function that makes its view if the key is new.
pub(crate) type Item = (u64, Box<dyn FnOnce() -> View>);

/// A list whose items keep their nodes, signals and effects while their key is present.
pub struct Keyed {
    pub(crate) items: Box<dyn CallMut<(), Vec<Item>>>,
    /// The owner of the items, which outlive a single run of the list.
    pub(crate) owner: Option<Owner>,
}

impl core::fmt::Debug for Keyed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Keyed")
    }
}

/// A list whose items keep their nodes while their `key` is present. Keys are compared by hash.
pub fn keyed<T: 'static, K: core::hash::Hash, V: IntoView>(
    mut each: impl FnMut() -> Vec<T> + 'static,
    key: impl Fn(&T) -> K + 'static,
    view: impl Fn(T) -> V + 'static,
) -> View {
    let view = Rc::new(view);
    let items = move |()| {
        let item = |item: T| {
            let view = Rc::clone(&view);
            let key = hash(&key(&item));
            let make: Box<dyn FnOnce() -> View> = Box::new(move || view(item).into_view());
            (key, make)
        };
        each().into_iter().map(item).collect()
    };
    View::Keyed(Box::new(Keyed { items: Box::new(items), owner: Owner::current() }))
}

#[allow(deprecated, reason = "the smallest hasher of the standard library")]
fn hash(key: &impl core::hash::Hash) -> u64 {
    use core::hash::Hasher as _;
    let mut hasher = core::hash::SipHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
