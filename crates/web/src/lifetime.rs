//! Callbacks scoped to the page that registered them.
//!
//! Timers, workers, files and servers answer asynchronously, and by then the page may have been
//! disposed of together with its signals, and reading one of those panics. So asynchronous
//! callbacks go through the page's [`Lifetime`], which turns them into no-ops once it is over.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

use crate::browser;

/// The lifetime of a page: that of the reactive owner in which it was created.
#[derive(Clone, Copy, Debug)]
pub struct Lifetime(StoredValue<()>);

impl Lifetime {
    /// The lifetime of the page or component being created.
    #[allow(clippy::new_without_default, reason = "it depends on the current owner")]
    pub fn new() -> Self {
        Self(StoredValue::new(()))
    }

    /// Whether the page is gone.
    pub fn is_over(self) -> bool {
        self.0.try_with_value(|()| ()).is_none()
    }

    /// A callback that does nothing once the page is gone.
    pub fn bind<A>(self, mut call: impl FnMut(A) + 'static) -> impl FnMut(A) + 'static {
        move |value| {
            if !self.is_over() {
                call(value);
            }
        }
    }

    /// A one-shot callback that does nothing once the page is gone.
    pub fn bind_once<A>(self, call: impl FnOnce(A) + 'static) -> impl FnOnce(A) + 'static {
        move |value| {
            if !self.is_over() {
                call(value);
            }
        }
    }

    /// Calls a function after a delay.
    pub fn after(self, milliseconds: u32, call: impl FnOnce() + 'static) {
        let call = self.bind_once(move |()| call());
        browser::after(milliseconds, move || call(()));
    }

    /// Calls a function periodically, until the component being created is disposed of.
    pub fn every(self, milliseconds: i32, mut call: impl FnMut() + 'static) {
        let mut call = self.bind(move |()| call());
        let tick = Closure::<dyn FnMut()>::new(move || call(()));
        let timer = browser::window().set_interval_with_callback_and_timeout_and_arguments_0(
            tick.as_ref().unchecked_ref(),
            milliseconds,
        );
        on_cleanup(move || {
            if let Ok(timer) = timer {
                browser::window().clear_interval_with_handle(timer);
            }
            drop(tick);
        });
    }

    /// Runs a future until it completes or the page is gone.
    pub fn spawn(self, future: impl Future<Output = ()> + 'static) {
        wasm_bindgen_futures::spawn_local(self.limit(future));
    }

    fn limit(self, future: impl Future<Output = ()> + 'static) -> Limited {
        Limited { lifetime: self, future: Box::pin(future) }
    }
}

/// A future that ends with a page: it is not polled again, so nothing after its next `await` runs.
struct Limited {
    lifetime: Lifetime,
    future: Pin<Box<dyn Future<Output = ()>>>,
}

impl Future for Limited {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.lifetime.is_over() { Poll::Ready(()) } else { self.future.as_mut().poll(context) }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;
    use std::task::Waker;

    use super::*;

    /// A page with a signal that a callback reads.
    fn page() -> (Owner, Lifetime, RwSignal<u32>) {
        let owner = Owner::new();
        let (lifetime, signal) = owner.with(|| (Lifetime::new(), RwSignal::new(7)));
        (owner, lifetime, signal)
    }

    #[test]
    fn responses_after_the_page_is_gone_are_discarded() {
        let (owner, lifetime, signal) = page();
        let heard = Rc::new(Cell::new(0));
        let count = heard.clone();
        let mut answer = lifetime.bind(move |more: u32| {
            count.set(count.get() + more + signal.get_untracked());
        });
        answer(1);
        assert_eq!(heard.get(), 8);
        owner.cleanup();
        assert!(lifetime.is_over());
        answer(1);
        assert_eq!(heard.get(), 8, "a disposed signal would have been a panic");
    }

    #[test]
    fn a_future_stops_when_its_page_is_gone() {
        let (owner, lifetime, signal) = page();
        let mut waits = true;
        let pause = core::future::poll_fn(move |_| {
            if core::mem::take(&mut waits) { Poll::Pending } else { Poll::Ready(()) }
        });
        let mut future = Box::pin(lifetime.limit(async move {
            pause.await;
            signal.get_untracked();
        }));
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(future.as_mut().poll(&mut context), Poll::Pending);
        owner.cleanup();
        assert_eq!(future.as_mut().poll(&mut context), Poll::Ready(()));
    }
}
