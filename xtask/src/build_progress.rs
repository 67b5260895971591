//! Progress output of long tasks.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The steps of a long task, announced one by one.
pub(crate) struct StepCounter {
    begun: Instant,
    done: usize,
    all: usize,
}

impl StepCounter {
    pub(crate) fn new(all: usize) -> Self {
        Self { begun: Instant::now(), done: 0, all }
    }

    /// Announces the next step.
    pub(crate) fn next(&mut self, what: &str) {
        self.done += 1;
        let seconds = self.begun.elapsed().as_secs();
        eprintln!("[{}/{}] {what} ({}:{:02})", self.done, self.all, seconds / 60, seconds % 60);
    }
}

/// The progress of parallel jobs, in one line that is overwritten on a terminal and otherwise
/// printed after each tenth of the work.
pub(crate) struct BuildProgress {
    jobs: Mutex<Vec<BuildJob>>,
}

struct BuildJob {
    name: &'static str,
    done: usize,
    all: usize,
}

impl BuildProgress {
    pub(crate) fn new(names: &[&'static str]) -> Self {
        let jobs = names.iter().map(|name| BuildJob { name, done: 0, all: 0 }).collect();
        Self { jobs: Mutex::new(jobs) }
    }

    /// Updates the progress of a job.
    pub(crate) fn set(&self, name: &str, done: usize, all: usize) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let tenths = |jobs: &[BuildJob]| {
            let all: usize = jobs.iter().map(|job| job.all).sum();
            jobs.iter().map(|job| job.done).sum::<usize>() * 10 / all.max(1)
        };
        let before = tenths(&jobs);
        for job in jobs.iter_mut().filter(|job| job.name == name) {
            (job.done, job.all) = (done, all);
        }
        let terminal = io::stderr().is_terminal();
        if !terminal && tenths(&jobs) == before {
            return;
        }
        let mut line = String::from("      ");
        for job in jobs.iter().filter(|job| job.all > 0) {
            let _ = write!(line, "{}: {} of {} crates  ", job.name, job.done, job.all);
        }
        let (start, end) = if terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        let _ = write!(io::stderr(), "{start}{}{end}", line.trim_end());
    }
}

impl Drop for BuildProgress {
    /// Ends the line.
    fn drop(&mut self) {
        if io::stderr().is_terminal() {
            eprintln!();
        }
    }
}

/// Parses cargo's progress from a line: units done, and the total.
pub(crate) fn of_cargo(line: &str) -> Option<(usize, usize)> {
    let (_, rest) = line.split_once("Building [")?;
    let (_, rest) = rest.split_once("] ")?;
    let (done, rest) = rest.split_once('/')?;
    let all = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((done.trim().parse().ok()?, all.parse().ok()?))
}
