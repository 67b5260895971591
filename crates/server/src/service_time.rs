//! The service clock. It never jumps on its own.
//!
//! Players' time is measured by this clock, so it must not move when the system clock is set, and
//! must not advance while the process is not running (stopped, swapped out, the machine suspended).
//! It follows the monotonic clock, and a thread that ticks all the time tells for how much of that
//! the process was running. When it has drifted from the wall clock, the server credits the
//! difference to every open game and then corrects it ([`App::keep_time`](crate::App)).

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The tick interval.
const TICK_INTERVAL: Duration = Duration::from_millis(100);
/// How far the clock advances past the last tick, in milliseconds. A longer gap is a suspension.
const MAX_TICK_GAP_MS: i64 = 1_000;

static SERVICE_TIME: LazyLock<Mutex<ServiceTime>> = LazyLock::new(|| {
    let ticking = std::thread::Builder::new().name("clock".into());
    let ticking = ticking.spawn(|| {
        loop {
            std::thread::sleep(TICK_INTERVAL);
            service_time().tick(uptime());
        }
    });
    ticking.expect("the system gives threads");
    Mutex::new(ServiceTime { last: uptime(), reading: wall_time(), shifted: 0 })
});

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

fn service_time() -> MutexGuard<'static, ServiceTime> {
    SERVICE_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The current time, in milliseconds since 1970. The only clock that games use.
pub fn now() -> i64 {
    service_time().now(uptime())
}

/// Moves the service clock.
pub(crate) fn shift(ms: i64) {
    let mut service_time = service_time();
    service_time.reading += ms;
    service_time.shifted += ms;
}

/// The sum of all corrections: earlier timestamps are off by as much.
pub(crate) fn total_shift() -> i64 {
    service_time().shifted
}

/// Monotonic milliseconds since the process started: for rate limits.
pub(crate) fn uptime() -> i64 {
    START.elapsed().as_millis() as i64
}

/// The wall clock, which may be set at any moment.
pub(crate) fn wall_time() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// A reading of the clock, and when it was taken.
#[derive(Debug)]
struct ServiceTime {
    last: i64,
    reading: i64,
    shifted: i64,
}

impl ServiceTime {
    fn now(&self, uptime: i64) -> i64 {
        self.reading + (uptime - self.last).clamp(0, MAX_TICK_GAP_MS)
    }

    fn tick(&mut self, uptime: i64) {
        self.reading = self.now(uptime);
        self.last = uptime;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_is_stopped_has_no_time() {
        let mut clock = ServiceTime { last: 0, reading: 1_000_000, shifted: 0 };
        for uptime in (100..=5_000).step_by(100) {
            clock.tick(uptime);
            assert_eq!(clock.now(uptime + 50), 1_000_050 + uptime);
        }
        assert_eq!(clock.now(67_000), 1_006_000, "stopped for 62 seconds, one of them counts");
        clock.tick(67_100);
        assert_eq!(clock.now(67_200), 1_006_100, "and goes on from there");
    }

    #[test]
    fn a_clock_that_goes_back_stands_still() {
        let mut clock = ServiceTime { last: 10_000, reading: 1_000_000, shifted: 0 };
        assert_eq!(clock.now(5_000), 1_000_000);
        clock.tick(5_000);
        assert_eq!(clock.now(5_200), 1_000_200);
    }
}
