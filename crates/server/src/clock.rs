//! The time of the service. It never jumps by itself.
//!
//! Players think by this clock, so it must not be moved by whoever sets the machine's clock, and
//! must not run while the process does not (stopped, swapped out, a machine put to sleep). It
//! follows the machine's monotonic clock, and a thread that ticks all the time tells how much of
//! that the process was there for. When it has come to differ from the clock on the wall, the
//! server gives the difference back to every game that goes on and then sets it
//! ([`App::keep_time`](crate::App)).

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often the process says that it is there.
const TICK: Duration = Duration::from_millis(100);
/// How far the time goes on after the last tick, in milliseconds. Longer is a pause.
const SLACK: i64 = 1_000;

static SERVICE: LazyLock<Mutex<Service>> = LazyLock::new(|| {
    let ticking = std::thread::Builder::new().name("clock".into());
    let ticking = ticking.spawn(|| {
        loop {
            std::thread::sleep(TICK);
            service().tick(uptime());
        }
    });
    ticking.expect("the system gives threads");
    Mutex::new(Service { last: uptime(), shown: wall(), shifted: 0 })
});

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

fn service() -> MutexGuard<'static, Service> {
    SERVICE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time now, in milliseconds since 1970. The only clock that games know.
pub fn now() -> i64 {
    service().now(uptime())
}

/// Moves the time of the service.
pub(crate) fn shift(ms: i64) {
    let mut service = service();
    service.shown += ms;
    service.shifted += ms;
}

/// By how much the time of the service was moved in all: what was noted before is as much off.
pub(crate) fn shifted() -> i64 {
    service().shifted
}

/// Milliseconds since the process began, by a clock that nobody can set: for limits.
pub(crate) fn uptime() -> i64 {
    START.elapsed().as_millis() as i64
}

/// The time by the clock on the wall, which may be set at any moment.
pub(crate) fn wall() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// What the clock shows, and when that was noted.
#[derive(Debug)]
struct Service {
    last: i64,
    shown: i64,
    shifted: i64,
}

impl Service {
    fn now(&self, uptime: i64) -> i64 {
        self.shown + (uptime - self.last).clamp(0, SLACK)
    }

    fn tick(&mut self, uptime: i64) {
        self.shown = self.now(uptime);
        self.last = uptime;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_is_stopped_has_no_time() {
        let mut clock = Service { last: 0, shown: 1_000_000, shifted: 0 };
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
        let mut clock = Service { last: 10_000, shown: 1_000_000, shifted: 0 };
        assert_eq!(clock.now(5_000), 1_000_000);
        clock.tick(5_000);
        assert_eq!(clock.now(5_200), 1_000_200);
    }
}
