//! Progress on standard error: a line that is drawn again and again on a terminal, and elsewhere, as
//! in a log, a new line every minute.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bosworth_tui::Theme;

/// The width of a bar in columns.
const COLUMNS: usize = 24;
/// How often the line is drawn on a terminal.
const DRAW_INTERVAL: Duration = Duration::from_millis(100);
/// How often a line is written elsewhere.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// A line about work in progress.
pub(crate) struct ProgressLine {
    kind: ProgressKind,
    last: Instant,
    drawn: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressKind {
    Terminal,
    Log,
    Quiet,
}

impl ProgressKind {
    /// The interval between two lines; none if nothing is written.
    const fn interval(self) -> Option<Duration> {
        match self {
            Self::Terminal => Some(DRAW_INTERVAL),
            Self::Log => Some(LOG_INTERVAL),
            Self::Quiet => None,
        }
    }
}

impl ProgressLine {
    /// A line for work that starts now.
    pub(crate) fn new(quiet: bool) -> Self {
        let kind = match (quiet, io::stderr().is_terminal()) {
            (true, _) => ProgressKind::Quiet,
            (false, true) => ProgressKind::Terminal,
            (false, false) => ProgressKind::Log,
        };
        Self { kind, last: Instant::now(), drawn: false }
    }

    /// Shows how much is done, from 0 to 1, and a text, if a line is due. Write errors are ignored.
    pub(crate) fn show(&mut self, part: f64, text: impl FnOnce() -> String) {
        let first = self.kind == ProgressKind::Terminal && !self.drawn;
        let due = self.kind.interval().is_some_and(|interval| self.last.elapsed() >= interval);
        if !due && !first {
            return;
        }
        self.last = Instant::now();
        let text = text();
        let _ = match self.kind {
            ProgressKind::Terminal => {
                self.drawn = true;
                write!(io::stderr(), "\r{} {text}\x1b[K", bar(part))
            }
            _ => writeln!(io::stderr(), "{text}"),
        };
    }

    /// Clears the line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A progress bar with a label.
pub(crate) struct ProgressBar {
    label: String,
    total: usize,
    line: ProgressLine,
}

impl ProgressBar {
    /// A bar over `total` steps.
    pub(crate) fn new(label: impl Into<String>, total: usize) -> Self {
        Self { label: label.into(), total, line: ProgressLine::new(false) }
    }

    /// Shows the bar if it is due.
    pub(crate) fn show(&mut self, done: usize) {
        let Self { label, total, line } = self;
        line.show(done as f64 / (*total).max(1) as f64, || format!("{label} {done}/{total}"));
    }

    /// Clears the line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        self.line.clear();
    }
}

/// A fraction as a bar.
fn bar(part: f64) -> String {
    let full = (part.clamp(0.0, 1.0) * COLUMNS as f64).round() as usize;
    let theme = Theme::from_environment(false);
    format!("{}{}", theme.or("█", "#").repeat(full), theme.or("░", "-").repeat(COLUMNS - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_a_line_a_minute() {
        let minute = Instant::now().checked_sub(LOG_INTERVAL);
        let Some(minute) = minute else { return };
        let mut line = ProgressLine { kind: ProgressKind::Log, last: minute, drawn: false };
        let mut shown = 0;
        for _ in 0..3 {
            line.show(0.5, || {
                shown += 1;
                String::new()
            });
        }
        assert_eq!(shown, 1);
        let mut quiet = ProgressLine { kind: ProgressKind::Quiet, last: minute, drawn: false };
        quiet.show(0.5, || unreachable!("nothing is written"));
    }
}
