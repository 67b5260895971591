//! Progress bars, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bosworth_tui::Theme;

/// The width of a bar in columns.
const COLUMNS: usize = 24;

/// A progress bar on standard error.
pub(crate) struct ProgressBar {
    /// The text before the bar; none if standard error is not a terminal.
    label: Option<String>,
    total: usize,
    last: Option<Instant>,
}

impl ProgressBar {
    /// A bar over `total` steps.
    pub(crate) fn new(label: impl Into<String>, total: usize) -> Self {
        let label = io::stderr().is_terminal().then(|| label.into());
        Self { label, total, last: None }
    }

    /// Redraws the bar, at most ten times a second. Write errors are ignored.
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

    /// Clears the line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.last.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A fraction as a bar.
pub(crate) fn bar(part: f64) -> String {
    let full = (part.clamp(0.0, 1.0) * COLUMNS as f64).round() as usize;
    let theme = Theme::from_environment(false);
    format!("{}{}", theme.or("█", "#").repeat(full), theme.or("░", "-").repeat(COLUMNS - full))
}
