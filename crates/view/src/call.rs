//! Boxed closures with small vtables.
//!
//! The vtable of a `dyn FnMut` also has a function for `FnOnce`, and that of a `dyn Fn` has two
//! more: with a thousand closures, a thousand functions that are never called.

/// `FnMut` with one argument.
pub trait CallMut<A, R> {
    /// Calls the closure.
    fn call_mut(&mut self, argument: A) -> R;

    /// The name of the type of the closure.
    #[cfg(debug_assertions)]
    fn type_name(&self) -> &'static str {
        core::any::type_name::<Self>()
    }
}

impl<A, R, F: FnMut(A) -> R> CallMut<A, R> for F {
    fn call_mut(&mut self, argument: A) -> R {
        self(argument)
    }
}

/// `Fn` with one argument.
pub(crate) trait Call<A, R> {
    fn call(&self, argument: A) -> R;
}

impl<A, R, F: Fn(A) -> R> Call<A, R> for F {
    fn call(&self, argument: A) -> R {
        self(argument)
    }
}
