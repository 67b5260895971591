//! Callbacks passed to components.

use core::fmt::{self, Debug};
use std::rc::Rc;

use super::stored::StoredValue;
use crate::call::Call;

type Function<A, R> = Rc<dyn Call<A, R>>;

/// A copyable handle to a function in the arena, disposed of with its owner.
pub struct Callback<A, R = ()>(StoredValue<Function<A, R>>);

impl<A, R> Clone for Callback<A, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, R> Copy for Callback<A, R> {}

impl<A, R> Debug for Callback<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Callback").field(&self.0).finish()
    }
}

impl<A: 'static, R: 'static> Callback<A, R> {
    /// Creates a callback owned by the current owner.
    pub fn new(call: impl Fn(A) -> R + 'static) -> Self {
        Self(StoredValue::new(Rc::new(call)))
    }

    /// Calls the closure.
    ///
    /// # Panics
    /// If it was disposed of.
    pub fn run(self, argument: A) -> R {
        // The function may run for a while and store other callbacks, so nothing stays borrowed.
        self.0.get_value().call(argument)
    }
}

impl<A: 'static, R: 'static, F: Fn(A) -> R + 'static> From<F> for Callback<A, R> {
    fn from(call: F) -> Self {
        Self::new(call)
    }
}
