//! How far long work is, on a terminal. Nothing where nobody watches.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bosworth_tui::Theme;

/// Columns of a bar.
const COLUMNS: usize = 24;

/// A bar on the terminal of standard error.
pub(crate) struct Progress {
    /// The text before the bar; none without a terminal.
    label: Option<String>,
    total: usize,
    last: Option<Instant>,
}

impl Progress {
    /// For so many pieces of work.
    pub(crate) fn new(label: impl Into<String>, total: usize) -> Self {
        let label = io::stderr().is_terminal().then(|| label.into());
        Self { label, total, last: None }
    }

    /// Says how many pieces are done, at most ten times a second. A terminal that cannot be
    /// written to is no reason to stop.
    pub(crate) fn show(&mut self, done: usize) {
        let Some(label) = &self.label else { return };
        let soon = self.last.is_some_and(|last| last.elapsed() < Duration::from_millis(100));
        if soon && done < self.total {
            return;
        }
        self.last = Some(Instant::now());
        let bar = bar(done as f64 / self.total.max(1) as f64);
        let _ = write!(io::stderr(), "\r{label} {bar} {done}/{}\x1b[K", self.total);
    }

    /// Takes the line away, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.last.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A part of a whole as a bar.
pub(crate) fn bar(part: f64) -> String {
    let full = (part.clamp(0.0, 1.0) * COLUMNS as f64).round() as usize;
    let theme = Theme::from_environment(false);
    format!("{}{}", theme.or("█", "#").repeat(full), theme.or("░", "-").repeat(COLUMNS - full))
}
