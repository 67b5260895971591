//! The service time: the clock that players' time is measured by. It never jumps on its own.
//!
//! It must not move when the system clock is set, and must not advance while the process is
//! stopped, swapped out, or the machine suspended. It follows the monotonic clock, and a ticking
//! thread measures for how much of that time the process was running. If it has drifted from the
//! wall clock, the server credits the difference to every open game and then corrects it
//! ([`App::correct_clock`](crate::App)).

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The tick interval.
const TICK_INTERVAL: Duration = Duration::from_millis(100);
/// How far the time advances past the last tick, in milliseconds. A longer gap is a suspension.
const MAX_TICK_GAP_MS: i64 = 1_000;

static SERVICE_TIME: LazyLock<Mutex<ServiceTime>> = LazyLock::new(|| {
    let ticking = std::thread::Builder::new().name("clock".into());
    let ticking = ticking.spawn(|| {
        loop {
            std::thread::sleep(TICK_INTERVAL);
            service_time().tick(uptime());
        }
    });
    ticking.expect("the system can start a thread");
    Mutex::new(ServiceTime { last: uptime(), reading: wall_time(), shifted: 0 })
});

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

fn service_time() -> MutexGuard<'static, ServiceTime> {
    SERVICE_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The current time, in milliseconds since 1970. The only time that games use.
pub fn now() -> i64 {
    service_time().now(uptime())
}

/// Shifts the service time.
pub(crate) fn shift(ms: i64) {
    let mut service_time = service_time();
    service_time.reading += ms;
    service_time.shifted += ms;
}

/// The sum of all corrections: earlier timestamps are off by this much.
pub(crate) fn total_shift() -> i64 {
    service_time().shifted
}

/// Monotonic milliseconds since the process started: for rate limits.
pub(crate) fn uptime() -> i64 {
    START.elapsed().as_millis() as i64
}

/// The wall clock time, which can be set at any moment.
pub(crate) fn wall_time() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// The time at the last tick.
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
    fn time_stands_still_while_the_process_is_stopped() {
        let mut clock = ServiceTime { last: 0, reading: 1_000_000, shifted: 0 };
        for uptime in (100..=5_000).step_by(100) {
            clock.tick(uptime);
            assert_eq!(clock.now(uptime + 50), 1_000_050 + uptime);
        }
        assert_eq!(clock.now(67_000), 1_006_000, "stopped for 62 seconds, one of them counts");
        clock.tick(67_100);
        assert_eq!(clock.now(67_200), 1_006_100, "and continues from there");
    }

    #[test]
    fn time_stands_still_when_the_monotonic_clock_goes_back() {
        let mut clock = ServiceTime { last: 10_000, reading: 1_000_000, shifted: 0 };
        assert_eq!(clock.now(5_000), 1_000_000);
        clock.tick(5_000);
        assert_eq!(clock.now(5_200), 1_000_200);
    }
}
