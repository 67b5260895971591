use bosworth_practice::{
    Attempt, DailyAnswer, Day, MistakeCard, MistakeKey, Progress, PuzzleWish, Standing,
    daily_puzzle,
};
use bosworth_puzzles::{Answer, PuzzleId, Tags};
use bosworth_view::prelude::*;

use super::exercise::TrainingExercise;
use super::late_parts::TrainingParts;
use super::lesson::{LESSONS, puzzles};
use super::puzzle_file::PuzzleFile;
use crate::app::{AppContext, use_app};
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::tr;
use crate::store;

/// What an answer that was asked for counts as having lost, in points of win chance out of 100.
pub const GIVEN_UP_LOSS: f64 = 100.0;

/// The number of days for which the home page knows how many mistakes are due.
const SUMMARISED_DAYS: usize = 7;

/// Training: the puzzles and the visitor's progress, shared by its pages.
#[derive(Clone, Copy)]
pub struct Training {
    /// The context shared by all pages.
    pub app: AppContext,
    /// The set of puzzles, fetched when it is first needed.
    pub file: PuzzleFile,
    /// What the visitor has done.
    pub progress: RwSignal<Progress>,
    /// The progress as it was last stored in this browser; another tab may store something else.
    stored: StoredValue<Option<String>>,
    /// The puzzles shown since the page was opened.
    shown: StoredValue<Vec<PuzzleId>>,
    /// What comes after the first position.
    pub parts: RwSignal<Option<TrainingParts>>,
}

/// Training, for any component of its pages.
pub fn use_training() -> Training {
    expect_context()
}

/// The time in milliseconds since 1970.
pub fn now() -> i64 {
    browser::now() as i64
}

/// The current UTC day.
pub fn today() -> Day {
    Day::of(now())
}

impl Training {
    /// Provides it once, for all pages. Idempotent; called with an owner that outlives the pages.
    pub fn provide() -> Self {
        if let Some(training) = use_context() {
            return training;
        }
        let training = Self {
            app: use_app(),
            file: PuzzleFile::default(),
            progress: RwSignal::new(Progress::default()),
            stored: StoredValue::new(None),
            shown: StoredValue::default(),
            parts: RwSignal::new(None),
        };
        provide_context(training);
        training.read();
        training
    }

    /// Reads what is stored in this browser: by an earlier visit or by another tab, and the mistakes
    /// that reviews have found since.
    pub fn read(self) {
        let text = store::training();
        let games = store::found_mistakes();
        let is_new = self.stored.with_value(|stored| *stored != text);
        if !is_new && games.is_empty() {
            return;
        }
        let mut news = match text.as_deref().filter(|_| is_new).map(Progress::from_json) {
            Some(Ok(progress)) => progress,
            Some(Err(_)) => {
                self.app.toast(tr("train-damaged"));
                Progress::default()
            }
            None => Progress::default(),
        };
        self.stored.set_value(text);
        // Nothing to merge: what is stored need not be stored again, which takes a while for a large deck.
        if games.is_empty() && self.progress.with_untracked(Progress::is_empty) {
            store::keep_training_summary(&summary(&news));
            return self.progress.set(news);
        }
        for game in &games {
            add_mistakes(&mut news, game);
        }
        self.merge(&news);
        for game in &games {
            store::forget_found_mistakes(&game.game);
        }
    }

    /// Notes the wins against the computer in this browser's library.
    pub fn note_wins(self) {
        let wins = wins();
        let is_known = |(level, _): &(u8, i64)| {
            self.progress.with_untracked(|progress| progress.first_win(*level).is_some())
        };
        if !wins.iter().all(is_known) {
            self.change(|progress| {
                for (level, at) in &wins {
                    progress.win_against(*level, *at);
                }
            });
        }
    }

    /// Takes over what another device or another tab knows, and stores everything.
    pub fn merge(self, news: &Progress) {
        self.progress.update(|progress| progress.merge(news));
        self.store();
    }

    /// Changes the progress and stores it, here and with the account.
    pub fn change<T>(self, change: impl FnOnce(&mut Progress) -> T) -> Option<T> {
        // Another tab may have stored something meanwhile.
        if self.stored.with_value(|stored| *stored != store::training()) {
            self.read();
        }
        let done = self.progress.try_update(change);
        self.store();
        if let Some(parts) = self.parts.get_untracked() {
            (parts.keep)(parts.sync, self);
        }
        done
    }

    fn store(self) {
        self.progress.update(|progress| progress.compact(now()));
        let text = self.progress.with_untracked(Progress::to_json);
        let is_kept = self.stored.with_value(|stored| stored.as_deref() == Some(&*text))
            || store::keep_training(&text);
        if is_kept {
            self.stored.set_value(Some(text));
            store::keep_training_summary(&self.progress.with_untracked(summary));
        } else {
            self.app.toast(tr("train-not-kept"));
        }
    }

    /// What all answers add up to.
    pub fn standing(self) -> Standing {
        self.progress.with(Progress::standing)
    }

    /// The puzzle of a day.
    pub fn daily(self) -> Option<PuzzleId> {
        self.file.with(|set| daily_puzzle(set, today()))
    }

    /// The puzzle with an id.
    pub fn puzzle(self, id: PuzzleId) -> Option<TrainingExercise> {
        self.file.with(|set| Some(TrainingExercise::of(&set.find(id)?)))
    }

    /// The next puzzle for a wish, which does not come again in this visit.
    pub fn next_puzzle(self, wish: PuzzleWish) -> Option<TrainingExercise> {
        let luck = u64::from_le_bytes(browser::random());
        let shown = self.shown.get_value();
        let id = self.file.with(|set| {
            self.progress
                .with_untracked(|progress| progress.next_puzzle(set, wish, &shown, now(), luck))
        })?;
        self.shown.update_value(|shown| shown.push(id));
        self.puzzle(id)
    }

    /// The puzzles of a lesson.
    pub fn lesson_puzzles(self, lesson: usize) -> Vec<PuzzleId> {
        self.file.with(|set| Some(puzzles(set, lesson))).unwrap_or_default()
    }

    /// A mistake of one's own.
    pub fn mistake(self, key: &MistakeKey) -> Option<TrainingExercise> {
        self.progress.with_untracked(|progress| mistake(progress.mistakes.card(key)?))
    }

    /// The rating of a puzzle in the set.
    fn puzzle_rating(self, id: PuzzleId) -> Option<u16> {
        self.file.with(|set| set.header(set.place(id)?)).map(|header| header.rating)
    }

    /// Notes the first attempt at a puzzle, with what it lost. Returns the rating after it, and how
    /// much that changed; nothing if it was not rated.
    pub fn attempted(self, id: PuzzleId, loss: f64, is_daily: bool) -> Option<(f64, f64)> {
        let rating = self.puzzle_rating(id)?;
        let attempt = Attempt::new(id, now(), loss, rating);
        let (before, after) = self.change(|progress| {
            let before = progress.standing();
            progress.record(attempt);
            if is_daily {
                progress.answer_daily(Day::of(attempt.at), DailyAnswer::new(attempt.at, loss));
            }
            (before, progress.standing())
        })?;
        let is_rated = after.rated > before.rated;
        is_rated.then(|| (after.rating(), after.rating() - before.rating()))
    }

    /// The lessons of the road that are done.
    pub fn done_lessons(self) -> Vec<usize> {
        let done: Vec<_> = self.progress.with(|it| it.lessons().map(usize::from).collect());
        (0..LESSONS.len()).filter(|lesson| done.contains(lesson)).collect()
    }
}

/// A card as an exercise; `None` if its texts are damaged.
fn mistake(card: &MistakeCard) -> Option<TrainingExercise> {
    let answer = |(action, loss)| Answer::new(action, loss);
    let answers: Vec<_> = card.losses().into_iter().map(answer).collect();
    let position = card.position()?;
    (answers.len() > 1).then_some(TrainingExercise {
        position,
        answers,
        tags: Tags::EMPTY,
        puzzle: None,
    })
}

/// Adds the mistakes that a review has found.
fn add_mistakes(progress: &mut Progress, game: &store::FoundMistakes) {
    for found in &game.mistakes {
        let (Ok(position), Ok(played)) = (found.position.parse(), found.played.parse()) else {
            continue;
        };
        let losses: Vec<_> = found.losses().collect();
        if let Some(card) = MistakeCard::new(&position, played, &losses) {
            let key =
                MistakeKey { played_at: game.played_at, game: game.game.clone(), ply: found.ply };
            progress.mistakes.add(key, &card);
        }
    }
}

/// The levels of the computer that were beaten in this browser's library, each with the time.
fn wins() -> Vec<(u8, i64)> {
    let win = |entry: store::StoredGame| {
        let (level, result) = match entry.saved.seats {
            (Seat::Person, Seat::Level(level)) => (level, "[Result \"1-0\"]"),
            (Seat::Level(level), Seat::Person) => (level, "[Result \"0-1\"]"),
            _ => return None,
        };
        entry.saved.record.contains(result).then_some((level, entry.saved.updated as i64))
    };
    store::games().into_iter().filter_map(win).collect()
}

/// What the home page shows: the day, whether its position was answered, and how many mistakes are due
/// on this and the next days, separated by spaces.
fn summary(progress: &Progress) -> String {
    let today = today();
    let done = u8::from(progress.daily(today).is_some());
    let due = progress.mistakes.due_counts::<SUMMARISED_DAYS>(today);
    let due: Vec<_> = due.iter().map(|count| format!(" {count}")).collect();
    format!("{} {done}{}", today.0, due.concat())
}
