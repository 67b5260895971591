//! Ctrl-C during long work.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use bosworth_analysis::StopSign;
use tokio::runtime;

use crate::serve;

/// The exit code of a program that SIGINT ended, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Turns the first Ctrl-C into a stop sign while work is being done; otherwise, and the second
/// time, it ends the program as usual.
pub(crate) struct Interrupt {
    pub(crate) stop: StopSign,
    working: Arc<AtomicBool>,
}

impl Interrupt {
    pub(crate) fn new() -> Result<Self> {
        let interrupt = Self { stop: StopSign::default(), working: Arc::default() };
        let (stop, working) = (interrupt.stop.clone(), interrupt.working.clone());
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.context("cannot listen for signals")?;
        let listening = runtime.enter();
        let first = serve::stop_signal()?;
        drop(listening);
        thread::Builder::new().spawn(move || {
            runtime.block_on(async {
                first.await;
                if working.load(Ordering::Relaxed) {
                    stop.stop();
                    // A signal that is listened to from now on is another one.
                    if let Ok(second) = serve::stop_signal() {
                        second.await;
                    }
                }
            });
            process::exit(INTERRUPTED.into());
        })?;
        Ok(interrupt)
    }

    /// Does some work, which has to poll the stop sign.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.working.store(true, Ordering::Relaxed);
        let done = work();
        self.working.store(false, Ordering::Relaxed);
        done
    }
}
