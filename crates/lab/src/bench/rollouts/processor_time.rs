use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use bosworth_engine::Watch;

/// Stops a search on this thread once it has taken so much processor time, however busy the machine is.
pub(super) struct ProcessorTimer {
    started: Duration,
    limit: Duration,
}

impl ProcessorTimer {
    pub(super) fn new(limit: Duration) -> Self {
        Self { started: processor_time(), limit }
    }

    /// The processor time of this thread since the start.
    pub(super) fn elapsed(&self) -> Duration {
        processor_time().saturating_sub(self.started)
    }
}

impl Watch for ProcessorTimer {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        if self.elapsed() < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn time_spent(&self) -> f32 {
        (self.elapsed().as_secs_f32() / self.limit.as_secs_f32()).min(1.0)
    }
}

/// The processor time that this thread has taken; without Linux, the time by the clock.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counted = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    };
    counted().unwrap_or_else(|| START.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_spent_until_the_limit() {
        let mut timer = ProcessorTimer::new(Duration::from_millis(20));
        let mut last = 0.0;
        while timer.keep_on(0).is_continue() {
            assert!(timer.time_spent() >= last);
            last = timer.time_spent();
        }
        assert!(timer.elapsed() >= Duration::from_millis(20) && timer.time_spent() >= 1.0);
    }
}
