use std::io;
use std::thread::{Builder, JoinHandle};

use crate::StopSign;

/// Work on a thread of its own, while the program goes on listening. Dropping it tells the work
/// to stop and does not wait for it.
#[derive(Debug)]
pub struct Background {
    stop: StopSign,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Begins the work, which has to look at the sign. Fails if the system has no thread to give.
    pub fn start(work: impl FnOnce(&StopSign) + Send + 'static) -> io::Result<Self> {
        let stop = StopSign::default();
        let sign = stop.clone();
        let thread = Builder::new().name("engine".into()).spawn(move || work(&sign))?;
        Ok(Self { stop, thread: Some(thread) })
    }

    /// Tells the work to stop.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Waits until the work is done, without telling it to stop.
    pub fn finish(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic has been told on standard error, and there is nothing to add.
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
