use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bosworth_engine::Watch;

/// A cancellation token for searches on other threads. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct StopSign(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl StopSign {
    /// Cancels everything that polls or waits on this token. It cannot be undone.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
        // A waiter between its check and its wait holds the lock, so the notification cannot be
        // lost.
        drop(self.0.lock.lock());
        self.0.changed.notify_all();
    }

    /// Whether cancellation was requested.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Blocks until cancellation.
    pub fn wait(&self) {
        let mut guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() {
            guard = self.0.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Stops a search at a deadline, on cancellation, or both.
#[derive(Clone, Debug)]
pub struct Timer {
    /// When the search started.
    started: Instant,
    /// When to stop; never if none.
    deadline: Option<Instant>,
    stop: StopSign,
}

impl Timer {
    /// A timer that starts now. A deadline that overflows the clock does not limit anything.
    pub fn new(time: Option<Duration>, stop: &StopSign) -> Self {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Self::until(deadline, stop)
    }

    /// A timer that starts now and ends at a deadline, or never if there is none.
    pub fn until(deadline: Option<Instant>, stop: &StopSign) -> Self {
        Self { started: Instant::now(), deadline, stop: stop.clone() }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.stop.stop();
    }
}

/// Without a deadline, and with a stop sign of its own.
impl Default for Timer {
    fn default() -> Self {
        Self::new(None, &StopSign::default())
    }
}

impl Watch for Timer {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn time_spent(&self) -> f32 {
        let Some(deadline) = self.deadline else { return 0.0 };
        let all = deadline.saturating_duration_since(self.started).as_secs_f32();
        if all > 0.0 { (self.started.elapsed().as_secs_f32() / all).min(1.0) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_search_goes_on_until_its_time_is_up_or_the_sign_is_set() {
        assert!(Timer::default().keep_on(0).is_continue());
        let sign = StopSign::default();
        assert!(Timer::new(Some(Duration::ZERO), &sign).keep_on(0).is_break());
        let mut endless = Timer::new(Some(Duration::MAX), &sign);
        assert!(endless.keep_on(0).is_continue());
        sign.stop();
        assert!(endless.keep_on(0).is_break());
    }

    #[test]
    fn a_waiter_wakes_even_if_the_sign_was_set_before() {
        let sign = StopSign::default();
        let waits = sign.clone();
        let sleeper = thread::spawn(move || waits.wait());
        sign.stop();
        sleeper.join().expect("it wakes up");
        sign.wait();
    }
}
