use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// The progress line, on a terminal only.
pub(super) struct DatagenProgress {
    shown: bool,
    start: Instant,
    last: Option<Instant>,
}

/// The width of the bar.
const BAR_COLUMNS: u64 = 30;

impl DatagenProgress {
    /// Shown on a terminal only.
    pub(super) fn new(quiet: bool) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        Self { shown, start: Instant::now(), last: None }
    }

    /// Redraws the line, at most five times a second.
    pub(super) fn show(&mut self, games: u64, all: u64, samples: u64) {
        let soon = self.last.is_some_and(|last| last.elapsed() < Duration::from_millis(200));
        if !self.shown || soon {
            return;
        }
        self.last = Some(Instant::now());
        let line = line(games, all, samples, self.start.elapsed());
        // Progress is best effort.
        let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
    }
}

fn line(games: u64, all: u64, samples: u64, elapsed: Duration) -> String {
    let full = (BAR_COLUMNS * games / all.max(1)) as usize;
    let bar = "#".repeat(full) + &"-".repeat(BAR_COLUMNS as usize - full.min(BAR_COLUMNS as usize));
    let speed = games as f64 / elapsed.as_secs_f64().max(0.001);
    let left = (all.saturating_sub(games) as f64 / speed.max(0.001)) as u64;
    let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
    format!(
        "[{bar}] {games}/{all} games  {samples} positions  {speed:.0} games a second  \
         {hours}:{minutes:02}:{seconds:02} left"
    )
}

/// Clears the line at the end.
impl Drop for DatagenProgress {
    fn drop(&mut self) {
        if self.last.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_line_shows_games_speed_and_time_left() {
        assert_eq!(
            line(250, 1000, 85_000, Duration::from_secs(10)),
            "[#######-----------------------] 250/1000 games  85000 positions  \
             25 games a second  0:00:30 left"
        );
    }
}
