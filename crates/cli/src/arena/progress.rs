use std::time::{Duration, Instant};

use bosworth_lab::arena::{ArenaStandings, Estimate};

use super::summary::signed;
use crate::progress_bar::ProgressLine;
use crate::texts::Texts;

/// The progress of a match.
pub(super) struct ArenaProgress<'t> {
    texts: &'t Texts,
    line: ProgressLine,
    pairs: u64,
    start: Instant,
    /// The number of pairs that earlier runs played.
    before: Option<u64>,
}

impl<'t> ArenaProgress<'t> {
    /// For a match of `pairs` pairs.
    pub(super) fn new(pairs: u64, quiet: bool, texts: &'t Texts) -> Self {
        let line = ProgressLine::new(quiet);
        Self { texts, line, pairs, start: Instant::now(), before: None }
    }

    pub(super) fn show(&mut self, standings: &ArenaStandings) {
        let (elapsed, texts, pairs) = (self.start.elapsed(), self.texts, self.pairs);
        let before = *self.before.get_or_insert(standings.pairs() - 1);
        let part = standings.pairs() as f64 / pairs.max(1) as f64;
        self.line.show(part, || text(standings, pairs, before, elapsed, texts));
    }
}

fn text(
    standings: &ArenaStandings,
    pairs: u64,
    before: u64,
    elapsed: Duration,
    texts: &Texts,
) -> String {
    let done = standings.pairs();
    let left = elapsed.as_secs_f64() / (done - before).max(1) as f64 * (pairs - done) as f64;
    let left = left as u64;
    let left = format!("{}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60);
    let mut values = vec![("done", done.into()), ("pairs", pairs.into()), ("left", left.into())];
    let [pairing] = &standings.pairings[..] else {
        return texts.format("arena-progress-many", &values);
    };
    let counted = &pairing.standing.pairs;
    let Estimate { elo, low, high } = counted.estimate();
    let reach = (high - low) / 2.0;
    let reach = if reach.is_finite() { texts.number(reach, 0) } else { "∞".into() };
    values.extend([
        ("score", texts.percent(100.0 * counted.score(), 1).into()),
        ("elo", signed(elo, texts).into()),
        ("error", reach.into()),
    ]);
    texts.format("arena-progress", &values)
}
