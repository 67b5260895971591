use bosworth_practice::{Day, MistakeKey, PuzzleWish};
use bosworth_puzzles::PuzzleId;

use super::exercise::TrainingExercise;
use super::training::{Training, today};
use crate::language::{fill, texts, tr};

/// Where the exercises of a page come from.
#[derive(Clone, PartialEq, Debug)]
pub enum ExerciseSeries {
    /// The position of a day.
    Daily(Day),
    /// Puzzles by rating.
    Puzzles(PuzzleWish),
    /// These puzzles: a single one, or those of a lesson.
    Listed(Vec<PuzzleId>, Option<usize>),
    /// One's own mistakes that are due.
    Mistakes,
}

/// An exercise of a series.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    pub exercise: TrainingExercise,
    /// The mistake that it is.
    pub mistake: Option<MistakeKey>,
}

impl ExerciseSeries {
    /// The next exercise, `done` of them having been answered; `None` if there is none left.
    pub fn next(&self, training: Training, done: usize) -> Option<Task> {
        let puzzle = |exercise| Task { exercise, mistake: None };
        match self {
            Self::Daily(_) if done > 0 => None,
            Self::Daily(_) => training.puzzle(training.daily()?).map(puzzle),
            Self::Puzzles(wish) => training.next_puzzle(*wish).map(puzzle),
            Self::Listed(ids, _) => training.puzzle(*ids.get(done)?).map(puzzle),
            Self::Mistakes => {
                let key = training.progress.with_untracked(|progress| {
                    progress.mistakes.due(today()).first().map(|key| (*key).clone())
                })?;
                let exercise = training.mistake(&key)?;
                Some(Task { exercise, mistake: Some(key) })
            }
        }
    }

    /// Its title.
    pub fn title(&self) -> String {
        match self {
            Self::Daily(day) => {
                let date = crate::browser::utc_day(day.begins() as f64, texts().language().code());
                fill("train-daily-of", &[("date", date.into())])
            }
            Self::Puzzles(PuzzleWish { tag: Some(tag), .. }) => tr(&format!("theme-{tag}")),
            Self::Puzzles(_) | Self::Listed(_, None) => tr("train-puzzles"),
            Self::Listed(_, Some(lesson)) => super::road::title(*lesson),
            Self::Mistakes => tr("train-mistakes"),
        }
    }

    /// What to say when nothing is left.
    pub fn over(&self, training: Training) -> &'static str {
        match self {
            Self::Daily(_) => "train-over-daily",
            Self::Puzzles(_) => "train-over-puzzles",
            Self::Listed(..) => "train-over-listed",
            Self::Mistakes if training.progress.with_untracked(|it| it.mistakes.is_empty()) => {
                "train-mistakes-none"
            }
            Self::Mistakes => "train-over-mistakes",
        }
    }
}
