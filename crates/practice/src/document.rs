use core::fmt;

use bosworth_puzzles::PuzzleId;
use serde::{Deserialize, Serialize};

use crate::progress::Snapshot;
use crate::sorted_map::SortedMap;
use crate::{
    Attempt, DailyAnswer, Day, MistakeCard, MistakeKey, Progress, RunKind, Standing, TrainingRun,
};

/// What somebody who trains has done, as it is stored and exchanged. Times are milliseconds since 1970,
/// days are UTC days since then, and losses are half points of win chance out of 100. Lists may be left
/// out; a part is merged like the whole.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TrainingProgress"))]
pub struct ProgressDocument {
    /// First answers to puzzles: time, id of the puzzle, loss, rating of the puzzle at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attempts: Vec<(i64, u32, u8, u16)>,
    /// What all answers before a day add up to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    snapshot: Option<SnapshotDocument>,
    /// First answers to daily positions: day, time, loss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    daily: Vec<(i32, i64, u8)>,
    /// The best runs of three minutes: right answers, time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    storms: Vec<(u32, i64)>,
    /// The best runs until the first wrong answer: right answers, time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    streaks: Vec<(u32, i64)>,
    /// Mistakes of one's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<MistakeDocument>,
    /// The numbers of finished lessons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lessons: Vec<u16>,
    /// First wins: level of the computer, time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wins: Vec<(u8, i64)>,
}

/// What all answers before a day add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TrainingSnapshot"))]
struct SnapshotDocument {
    /// The day.
    until: i32,
    answered: u32,
    right: u32,
    rated: u32,
    /// When the latest answer was rated.
    rated_at: i64,
    /// In thousandths.
    rating: i32,
    /// In thousandths.
    deviation: i32,
    /// In millionths.
    volatility: i32,
}

/// A mistake of one's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TrainingMistake"))]
struct MistakeDocument {
    /// When the game was played.
    at: i64,
    /// The id of the game.
    game: String,
    /// The number of the ply, from 1.
    ply: u32,
    /// The position.
    position: String,
    /// Each legal action with its loss, such as `N2 0,SE1* 42`.
    answers: String,
    /// The action that was played.
    played: String,
    /// Its reviews: day, whether the first answer of that day was right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reviews: Vec<(i32, bool)>,
    /// Whether its owner took it out of the deck.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    removed: bool,
}

/// Why a text or a document is not the progress of somebody who trains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotProgress {
    /// It is not JSON of the right form.
    Json(bosworth_json::Error),
    /// A list is longer than any that this crate writes.
    TooLong(&'static str),
    /// A value is out of bounds.
    OutOfBounds(&'static str),
}

impl fmt::Display for NotProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::TooLong(list) => write!(f, "the list {list} is too long"),
            Self::OutOfBounds(field) => write!(f, "a value of {field} is out of bounds"),
        }
    }
}

impl core::error::Error for NotProgress {}

/// The latest time, that of JavaScript.
const MAX_TIME: i64 = 8_640_000_000_000_000;
/// A position takes at most 190 bytes, an answer list half of that.
const MAX_TEXT: usize = 200;
const MAX_GAME_ID: usize = 64;
const MAX_ACTION: usize = 8;

impl TryFrom<ProgressDocument> for Progress {
    type Error = NotProgress;

    fn try_from(document: ProgressDocument) -> Result<Self, NotProgress> {
        let ProgressDocument { attempts, snapshot, daily, storms, streaks, mistakes, .. } =
            document;
        at_most(20_000, &attempts, "attempts")?;
        at_most(2_000, &daily, "daily")?;
        at_most(100, &storms, "storms")?;
        at_most(100, &streaks, "streaks")?;
        at_most(10_000, &mistakes, "mistakes")?;
        at_most(1_000, &document.lessons, "lessons")?;
        at_most(8, &document.wins, "wins")?;
        let mut progress = Self::default();
        for (at, puzzle, loss, rating) in attempts {
            let is_id = puzzle >> PuzzleId::BITS == 0;
            bounded(is_time(at) && is_id && loss <= 200 && rating <= 3_500, "attempts")?;
            let attempt = Attempt::of_half_points(PuzzleId(puzzle), at, loss, rating);
            progress.attempts.or_insert(attempt, ());
        }
        progress.snapshot = snapshot.map(SnapshotDocument::read).transpose()?;
        for (day, at, half_points) in daily {
            bounded(is_time(at) && is_day(day) && half_points <= 200, "daily")?;
            progress.answer_daily(Day(day), DailyAnswer { at, half_points });
        }
        for (kind, runs) in [(RunKind::Storm, storms), (RunKind::Streak, streaks)] {
            for (solved, at) in runs {
                bounded(is_time(at) && solved <= 10_000, "runs")?;
                progress.finish_run(TrainingRun { kind, solved, at });
            }
        }
        for mistake in mistakes {
            let (key, card) = mistake.read()?;
            progress.mistakes.add(key, &card);
        }
        for lesson in document.lessons {
            progress.finish_lesson(lesson);
        }
        for (level, at) in document.wins {
            bounded(is_time(at), "wins")?;
            progress.win_against(level, at);
        }
        Ok(progress)
    }
}

impl SnapshotDocument {
    fn read(self) -> Result<Snapshot, NotProgress> {
        let Self { until, answered, right, rated, rated_at, rating, deviation, volatility } = self;
        let is_rating = (-2_000_000..=6_000_000).contains(&rating)
            && (45_000..=350_000).contains(&deviation)
            && (1_000..=1_000_000).contains(&volatility);
        bounded(is_day(until) && is_time(rated_at) && is_rating, "snapshot")?;
        let standing = Standing { answered, right, rated, rated_at, rating, deviation, volatility };
        Ok(Snapshot { until: Day(until), standing })
    }
}

impl MistakeDocument {
    fn read(self) -> Result<(MistakeKey, MistakeCard), NotProgress> {
        let Self { at, game, ply, position, answers, played, reviews, removed } = self;
        at_most(400, &reviews, "reviews")?;
        let is_short = position.len() <= MAX_TEXT
            && answers.len() <= MAX_TEXT
            && game.len() <= MAX_GAME_ID
            && played.len() <= MAX_ACTION;
        bounded(is_time(at) && ply <= 10_000 && is_short, "mistakes")?;
        bounded(reviews.iter().all(|(day, _)| is_day(*day)), "reviews")?;
        let mut card = MistakeCard {
            position,
            answers,
            played,
            reviews: SortedMap::default(),
            is_removed: removed,
        };
        for (day, is_right) in reviews {
            card.review(Day(day), is_right);
        }
        Ok((MistakeKey { played_at: at, game, ply }, card))
    }
}

fn at_most<T>(most: usize, list: &[T], name: &'static str) -> Result<(), NotProgress> {
    if list.len() > most { Err(NotProgress::TooLong(name)) } else { Ok(()) }
}

fn bounded(is_within: bool, name: &'static str) -> Result<(), NotProgress> {
    if is_within { Ok(()) } else { Err(NotProgress::OutOfBounds(name)) }
}

fn is_time(at: i64) -> bool {
    (0..=MAX_TIME).contains(&at)
}

fn is_day(day: i32) -> bool {
    (0..=Day::of(MAX_TIME).0).contains(&day)
}

impl From<&Progress> for ProgressDocument {
    fn from(progress: &Progress) -> Self {
        let runs = |kind| {
            let runs = progress.runs.iter().filter(move |(run, ())| run.kind == kind);
            runs.map(|(run, ())| (run.solved, run.at)).collect()
        };
        let attempt = |it: Attempt| (it.at, it.puzzle.0, it.half_points(), it.puzzle_rating);
        let cards = progress.mistakes.cards.iter();
        Self {
            attempts: progress.attempts().map(attempt).collect(),
            snapshot: progress.snapshot.map(SnapshotDocument::from),
            daily: progress.daily.iter().map(|(day, it)| (day.0, it.at, it.half_points)).collect(),
            storms: runs(RunKind::Storm),
            streaks: runs(RunKind::Streak),
            mistakes: cards.map(MistakeDocument::from).collect(),
            lessons: progress.lessons().collect(),
            wins: progress.wins.iter().map(|(level, at)| (*level, *at)).collect(),
        }
    }
}

impl From<Snapshot> for SnapshotDocument {
    fn from(Snapshot { until, standing }: Snapshot) -> Self {
        let Standing { answered, right, rated, rated_at, rating, deviation, volatility } = standing;
        Self { until: until.0, answered, right, rated, rated_at, rating, deviation, volatility }
    }
}

impl From<(&MistakeKey, &MistakeCard)> for MistakeDocument {
    fn from((key, card): (&MistakeKey, &MistakeCard)) -> Self {
        Self {
            at: key.played_at,
            game: key.game.clone(),
            ply: key.ply,
            position: card.position.clone(),
            answers: card.answers.clone(),
            played: card.played.clone(),
            reviews: card.reviews.iter().map(|(day, right)| (day.0, *right)).collect(),
            removed: card.is_removed,
        }
    }
}

impl Progress {
    /// The progress as JSON, to be stored or exported.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists cannot fail to be written.
        serde_json::to_string(&ProgressDocument::from(self)).unwrap_or_default()
    }

    /// Reads what [`to_json`](Self::to_json) writes.
    pub fn from_json(text: &str) -> Result<Self, NotProgress> {
        let document: ProgressDocument =
            bosworth_json::from_str(text).map_err(NotProgress::Json)?;
        document.try_into()
    }
}
