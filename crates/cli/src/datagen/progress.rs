use std::time::{Duration, Instant};

use crate::progress_bar::ProgressLine;

/// The progress of self-play.
pub(crate) struct DatagenProgress {
    line: ProgressLine,
    start: Instant,
}

impl DatagenProgress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { line: ProgressLine::new(quiet), start: Instant::now() }
    }

    pub(crate) fn show(&mut self, games: u64, all: u64, samples: u64) {
        let elapsed = self.start.elapsed();
        let part = games as f64 / all.max(1) as f64;
        self.line.show(part, || text(games, all, samples, elapsed));
    }
}

fn text(games: u64, all: u64, samples: u64, elapsed: Duration) -> String {
    let speed = games as f64 / elapsed.as_secs_f64().max(0.001);
    let left = (all.saturating_sub(games) as f64 / speed.max(0.001)) as u64;
    let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
    format!(
        "{games}/{all} games  {samples} positions  {speed:.0} games a second  \
         {hours}:{minutes:02}:{seconds:02} left"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_line_shows_games_speed_and_time_left() {
        assert_eq!(
            text(250, 1000, 85_000, Duration::from_secs(10)),
            "250/1000 games  85000 positions  25 games a second  0:00:30 left"
        );
    }
}
