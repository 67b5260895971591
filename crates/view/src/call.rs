//! Closures behind pointers.
//!
//! The vtable of a `dyn FnMut` has a function for `FnOnce` beside its own, that of a `dyn Fn` two
//! more: for a thousand closures, a thousand functions that nobody calls.

/// `FnMut` of one argument.
pub trait CallMut<A, R> {
    /// Calls it.
    fn call_mut(&mut self, argument: A) -> R;
}

impl<A, R, F: FnMut(A) -> R> CallMut<A, R> for F {
    fn call_mut(&mut self, argument: A) -> R {
        self(argument)
    }
}

/// `Fn` of one argument.
pub(crate) trait Call<A, R> {
    fn call(&self, argument: A) -> R;
}

impl<A, R, F: Fn(A) -> R> Call<A, R> for F {
    fn call(&self, argument: A) -> R {
        self(argument)
    }
}
