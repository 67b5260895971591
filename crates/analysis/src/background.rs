use std::io;
use std::thread::{Builder, JoinHandle};

use crate::StopSign;

/// Work on a background thread. Dropping the handle requests cancellation without joining the
/// thread.
#[derive(Debug)]
pub struct Background {
    stop: StopSign,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Spawns the work, which has to poll the stop sign. Fails if the system cannot spawn a thread.
    pub fn start(work: impl FnOnce(&StopSign) + Send + 'static) -> io::Result<Self> {
        let stop = StopSign::default();
        let sign = stop.clone();
        let thread = Builder::new().name("engine".into()).spawn(move || work(&sign))?;
        Ok(Self { stop, thread: Some(thread) })
    }

    /// Requests cancellation.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Joins the thread, without requesting cancellation.
    pub fn finish(mut self) {
        if let Some(thread) = self.thread.take() {
            // The panic hook has already reported it on standard error.
            let _ = thread.join();
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn work_ends_when_it_is_stopped_or_dropped() {
        let (sender, ended) = channel();
        let start = || {
            let sender = sender.clone();
            let work = move |stop: &StopSign| {
                stop.wait();
                let _ = sender.send(());
            };
            Background::start(work).expect("a thread")
        };
        let stopped = start();
        stopped.stop();
        stopped.finish();
        assert_eq!(ended.try_recv(), Ok(()));
        drop(start());
        assert_eq!(ended.recv(), Ok(()));
    }
}
