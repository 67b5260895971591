use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use bosworth_lab::arena::{ArenaStanding, Estimate};

use super::summary::signed;
use crate::progress_bar::bar;
use crate::texts::Texts;

/// The progress line of a match, on a terminal only.
pub(super) struct ArenaProgress<'t> {
    texts: &'t Texts,
    shown: bool,
    pairs: u64,
    start: Instant,
    last: Option<Instant>,
}

impl<'t> ArenaProgress<'t> {
    /// For a match of `pairs` pairs. Shown on a terminal only.
    pub(super) fn new(pairs: u64, quiet: bool, texts: &'t Texts) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        Self { texts, shown, pairs, start: Instant::now(), last: None }
    }

    /// Redraws the line, at most five times a second.
    pub(super) fn show(&mut self, standing: &ArenaStanding) {
        let soon = self.last.is_some_and(|last| last.elapsed() < Duration::from_millis(200));
        if !self.shown || soon {
            return;
        }
        self.last = Some(Instant::now());
        let line = self.line(standing, self.start.elapsed());
        // Progress is best effort.
        let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
    }

    fn line(&self, standing: &ArenaStanding, elapsed: Duration) -> String {
        let done = standing.pairs.len();
        let Estimate { elo, low, high } = standing.pairs.estimate();
        let reach = (high - low) / 2.0;
        let reach = if reach.is_finite() { self.texts.number(reach, 0) } else { "∞".into() };
        let left = elapsed.as_secs_f64() / done.max(1) as f64 * (self.pairs - done) as f64;
        let left = left as u64;
        let bar = bar(done as f64 / self.pairs.max(1) as f64);
        let left = format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60);
        let values = [
            ("done", done.into()),
            ("pairs", self.pairs.into()),
            ("score", self.texts.percent(100.0 * standing.pairs.score(), 1).into()),
            ("elo", signed(elo, self.texts).into()),
            ("error", reach.into()),
            ("left", left.into()),
        ];
        format!("{bar} {}", self.texts.format("arena-progress", &values))
    }
}

/// Clears the line at the end of the match.
impl Drop for ArenaProgress<'_> {
    fn drop(&mut self) {
        if self.last.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
