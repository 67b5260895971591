use core::mem::take;

use bosworth_puzzles::{Grade, PuzzleSet, Tag};

use crate::next_puzzle::REPEAT_AFTER_DAYS;
use crate::run::keep_best;
use crate::sorted_map::SortedMap;
use crate::standing::{Fold, REPEAT_AFTER_MS};
use crate::{Attempt, DailyAnswer, Day, MistakeDeck, RatedAnswer, RunKind, Standing, TrainingRun};

/// What a person who trains has done. See the [crate's documentation](crate).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// By time. Those before the snapshot's end are in it; they are kept for half a year longer,
    /// because their puzzles do not come again until then.
    pub(crate) attempts: SortedMap<Attempt, ()>,
    pub(crate) snapshot: Option<Snapshot>,
    /// The first answer of each day.
    pub(crate) daily: SortedMap<Day, DailyAnswer>,
    pub(crate) runs: SortedMap<TrainingRun, ()>,
    /// Mistakes of one's own.
    pub mistakes: MistakeDeck,
    pub(crate) lessons: SortedMap<u16, ()>,
    /// When each level was beaten first.
    pub(crate) wins: SortedMap<u8, i64>,
}

/// What all answers before a time add up to. Of two snapshots, the later one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Snapshot {
    /// The beginning of a day.
    pub(crate) until: Day,
    pub(crate) standing: Standing,
}

impl Snapshot {
    /// Answers before this time are of no use any more.
    fn forgets_before(self) -> i64 {
        self.until.begins().saturating_sub(REPEAT_AFTER_MS)
    }
}

/// How many days' positions are kept.
const MAX_DAYS: usize = 1_000;
/// How many answers and cards a part has at most: less than a MiB of text.
const MAX_PART_ATTEMPTS: usize = 5_000;
const MAX_PART_CARDS: usize = 500;
/// Lessons have numbers below this.
const MAX_LESSONS: u16 = 1_000;
/// The levels of the computer.
const LEVELS: core::ops::RangeInclusive<u8> = 1..=8;
/// Snapshots end on days that are multiples of this, so that devices that know the same make the same
/// snapshots.
const SNAPSHOT_DAYS: i32 = 30;

impl Progress {
    /// The answers that are kept, in the order of their times.
    pub fn attempts(&self) -> impl DoubleEndedIterator<Item = Attempt> {
        self.attempts.iter().map(|(attempt, ())| *attempt)
    }

    /// Notes the first answer to a puzzle. Nothing happens if it was answered within half a year, or
    /// before the last snapshot.
    pub fn record(&mut self, attempt: Attempt) {
        let is_kept = self.snapshot.is_none_or(|it| attempt.at >= it.until.begins());
        if is_kept && !self.answered_lately(attempt.at).contains(&attempt.puzzle) {
            self.attempts.or_insert(attempt, ());
        }
    }

    /// What all answers add up to.
    pub fn standing(&self) -> Standing {
        self.fold(|_| ()).standing
    }

    /// The rated answers that are not in the snapshot, for a chart and to see what the last answer
    /// changed.
    pub fn rated(&self) -> Vec<RatedAnswer> {
        let mut rated = Vec::new();
        self.fold(|answer| rated.push(answer));
        rated
    }

    fn fold(&self, mut on_rated: impl FnMut(RatedAnswer)) -> Fold {
        let begin = self.snapshot.map_or(i64::MIN, |it| it.until.begins());
        let standing = self.snapshot.map_or_else(Standing::default, |it| it.standing);
        let mut fold = Fold::from(standing);
        for attempt in self.attempts() {
            if attempt.at < begin {
                fold.note(attempt);
            } else if let Some(before) = fold.add(attempt) {
                on_rated(RatedAnswer { attempt, before, after: fold.standing });
            }
        }
        fold
    }

    /// Folds what is older than half a year into a snapshot, and forgets what is older than a year.
    /// Neither the standing nor the choice of puzzles changes.
    pub fn compact(&mut self, now: i64) {
        let until = Day::of(now).plus(-REPEAT_AFTER_DAYS);
        let until = Day(until.0.div_euclid(SNAPSHOT_DAYS) * SNAPSHOT_DAYS);
        let is_later = self.snapshot.is_none_or(|it| it.until < until);
        if is_later && self.attempts.first().is_some_and(|(first, ())| first.at < until.begins()) {
            let mut before = self.clone();
            before.attempts.retain(|attempt, ()| attempt.at < until.begins());
            self.snapshot = Some(Snapshot { until, standing: before.standing() });
            self.forget();
        }
    }

    fn forget(&mut self) {
        if let Some(snapshot) = self.snapshot {
            self.attempts.retain(|attempt, ()| attempt.at >= snapshot.forgets_before());
        }
        self.daily.keep_last(MAX_DAYS);
        keep_best(&mut self.runs);
    }

    /// The first answer to the position of a day.
    pub fn daily(&self, day: Day) -> Option<DailyAnswer> {
        self.daily.get(&day).copied()
    }

    /// Notes the answer to the position of a day. Only the first one counts.
    pub fn answer_daily(&mut self, day: Day, answer: DailyAnswer) {
        self.daily.or_insert(day, answer);
        self.forget();
    }

    /// Notes the result of a run. Returns whether it is the best of its kind.
    pub fn finish_run(&mut self, run: TrainingRun) -> bool {
        let is_best = self.best_run(run.kind).is_none_or(|best| run.solved > best.solved);
        self.runs.or_insert(run, ());
        self.forget();
        is_best
    }

    /// The best run of a kind.
    pub fn best_run(&self, kind: RunKind) -> Option<TrainingRun> {
        self.runs.iter().map(|(run, ())| *run).rev().find(|run| run.kind == kind)
    }

    /// For each idea, in the order of [`Tag::ALL`], how many puzzles with it were answered lately, and
    /// how many of them rightly.
    pub fn themes(&self, set: &PuzzleSet) -> [(u32, u32); Tag::ALL.len()] {
        let mut themes = [(0, 0); Tag::ALL.len()];
        for attempt in self.attempts() {
            let header = set.place(attempt.puzzle).and_then(|place| set.header(place));
            for tag in header.iter().flat_map(|header| header.tags) {
                let (answered, right) = &mut themes[tag as usize];
                *answered += 1;
                *right += u32::from(attempt.grade() <= Grade::Right);
            }
        }
        themes
    }

    /// The lessons that are done.
    pub fn lessons(&self) -> impl Iterator<Item = u16> {
        self.lessons.iter().map(|(lesson, ())| *lesson)
    }

    /// Notes that a lesson is done.
    pub fn finish_lesson(&mut self, lesson: u16) {
        if lesson < MAX_LESSONS {
            self.lessons.or_insert(lesson, ());
        }
    }

    /// When a level of the computer was beaten first, in milliseconds since 1970.
    pub fn first_win(&self, level: u8) -> Option<i64> {
        self.wins.get(&level).copied()
    }

    /// Notes that a level of the computer was beaten.
    pub fn win_against(&mut self, level: u8, at: i64) {
        if LEVELS.contains(&level) {
            let first = self.wins.or_insert(level, at);
            *first = at.min(*first);
        }
    }

    /// Takes over what another device knows.
    pub fn merge(&mut self, other: &Self) {
        self.attempts.merge(&other.attempts, |(), ()| ());
        self.snapshot = self.snapshot.max(other.snapshot);
        self.daily.merge(&other.daily, |own, other| *own = (*own).min(*other));
        self.runs.merge(&other.runs, |(), ()| ());
        self.mistakes.merge(&other.mistakes);
        self.lessons.merge(&other.lessons, |(), ()| ());
        self.wins.merge(&other.wins, |own, other| *own = (*own).min(*other));
        self.forget();
    }

    /// This with what another device knows.
    pub fn merged(mut self, other: &Self) -> Self {
        self.merge(other);
        self
    }

    /// What another device does not know yet: merging that into its state gives the same as merging
    /// all of this.
    pub fn unknown_to(&self, other: &Self) -> Self {
        let merged = other.clone().merged(self);
        let mut rest = self.clone();
        let is_news = |it: &Attempt| merged.attempts.contains(it) && !other.attempts.contains(it);
        rest.attempts.retain(|it, ()| is_news(it));
        rest.snapshot = merged.snapshot.filter(|_| merged.snapshot != other.snapshot);
        rest.daily.retain(|day, _| merged.daily.get(day) != other.daily.get(day));
        rest.runs.retain(|run, ()| merged.runs.contains(run) && !other.runs.contains(run));
        let [after, before] = [&merged, other].map(|it| &it.mistakes.cards);
        rest.mistakes.cards.retain(|key, _| after.get(key) != before.get(key));
        rest.lessons.retain(|lesson, ()| !other.lessons.contains(lesson));
        rest.wins.retain(|level, _| merged.wins.get(level) != other.wins.get(level));
        rest
    }

    /// The same in parts, each of which is short as text, for transfers. Merged, they are the whole.
    pub fn parts(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut rest = self.clone();
        while !rest.is_empty() {
            let attempts = rest.attempts.split_first(MAX_PART_ATTEMPTS);
            let mut part = Self { attempts, ..Self::default() };
            part.mistakes.cards = rest.mistakes.cards.split_first(MAX_PART_CARDS);
            if rest.attempts.is_empty() && rest.mistakes.cards.is_empty() {
                part = take(&mut rest).merged(&part);
            }
            parts.push(part);
        }
        parts
    }

    /// The time of the latest answer, daily position or run, in milliseconds since 1970.
    pub fn latest(&self) -> Option<i64> {
        let attempt = self.attempts.last().map(|(attempt, ())| attempt.at);
        let daily = self.daily.iter().map(|(_, answer)| answer.at).max();
        attempt.max(daily).max(self.runs.iter().map(|(run, ())| run.at).max())
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
