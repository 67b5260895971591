//! Clocks and stop signs for searches: the engine itself reads no clock.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bosworth_engine::Watch;

/// Stops a search at a time, when told to, or both.
#[derive(Clone, Default)]
pub(crate) struct Timer {
    /// When to stop.
    pub(crate) deadline: Option<Instant>,
    /// Stop as soon as this is true.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Watch for Timer {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
