use crate::sorted_map::SortedMap;

/// A way to solve many puzzles in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunKind {
    /// As many as possible in three minutes.
    Storm,
    /// Until the first wrong answer.
    Streak,
}

impl RunKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Storm, Self::Streak];

    /// The time of a storm, in milliseconds.
    pub const STORM_MS: i64 = 180_000;
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TrainingRun {
    /// Its kind.
    pub kind: RunKind,
    /// The number of right answers.
    pub solved: u32,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
}

/// How many runs of a kind are kept.
const MAX_RUNS: usize = 10;

/// Keeps the best runs of each kind, of equal ones the later.
pub(crate) fn keep_best(runs: &mut SortedMap<TrainingRun, ()>) {
    // They are sorted by what was solved.
    let of_kind = |kind| runs.iter().filter(move |(run, ())| run.kind == kind).count();
    let mut surplus = RunKind::ALL.map(|kind| of_kind(kind).saturating_sub(MAX_RUNS));
    runs.retain(|run, ()| {
        let surplus = &mut surplus[run.kind as usize];
        let is_kept = *surplus == 0;
        *surplus = surplus.saturating_sub(1);
        is_kept
    });
}
