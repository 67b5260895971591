//! The progress of a review.

use std::cell::RefCell;

use bosworth_engine::{Review, ReviewDepth};
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use crate::engine::{self, Lane};
use crate::language::fill;
use bosworth_web_engine::wire::{EngineRequest, EngineResponse};

/// The capacity of the cache.
const MAX_CACHED_REVIEWS: usize = 8;

thread_local! {
    /// The cache of complete reviews, by the text of their records.
    static CACHE: RefCell<Vec<(String, Review)>> = const { RefCell::new(Vec::new()) };
}

/// The state of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewState {
    /// Reviewing, ply by ply.
    Running,
    /// Stopped before the end.
    Stopped,
    /// Complete.
    Done,
}

/// A review in progress.
pub struct ReviewProgress {
    /// The plies reviewed so far.
    pub review: Review,
    /// The state of the engine.
    pub state: ReviewState,
    /// The result of verifying the shuffle: a summary, or why the proof fails.
    pub proof: Option<Result<String, String>>,
}

impl ReviewProgress {
    fn new(review: Option<Review>, state: ReviewState) -> Self {
        let empty = Review { start: 0.5, first: 0.5, plies: Vec::new(), finished: false };
        Self { review: review.unwrap_or(empty), state, proof: None }
    }

    /// The cached review of a record, if there is one.
    pub fn known(text: &str) -> Option<Self> {
        let review = CACHE.with_borrow(|done| {
            done.iter().find(|(known, _)| known == text).map(|(_, review)| review.clone())
        });
        review.map(|review| Self::new(Some(review), ReviewState::Done))
    }

    /// An empty review that is running.
    pub fn begun() -> Self {
        Self::new(None, ReviewState::Running)
    }

    fn finish(&mut self, text: &str, finished: bool) {
        self.review.finished = finished;
        self.state = ReviewState::Done;
        let review = self.review.clone();
        CACHE.with_borrow_mut(|done| {
            done.retain(|(known, _)| known != text);
            done.truncate(MAX_CACHED_REVIEWS - 1);
            done.insert(0, (text.to_string(), review));
        });
    }
}

impl ReviewControl {
    /// Starts a review of the whole game.
    pub fn start_review(self, depth: ReviewDepth) {
        self.exercise.set(None);
        self.progress.set(ReviewProgress::begun());
        let text = self.text();
        let ask = EngineRequest::Review { record: text.clone(), depth };
        engine::ask(self.page, Lane::Review, &ask, move |answer| match answer {
            EngineResponse::Begun { start, first, .. } => self.progress.update(|progress| {
                progress.review.start = start;
                progress.review.first = first;
            }),
            EngineResponse::Ply(findings) => {
                let ply = findings.review();
                self.progress.update(|progress| progress.review.plies.extend(ply));
            }
            EngineResponse::Done(finished) => {
                self.progress.update(|progress| progress.finish(&text, finished));
                self.keep_mistakes();
                self.app.say(untrack(|| self.progress_text()));
            }
            EngineResponse::Failed(why) => {
                self.stop();
                self.app.toast(fill("engine-failed", &[("why", why.into())]));
            }
            EngineResponse::Chosen(_)
            | EngineResponse::Analysis(_)
            | EngineResponse::Explained(_)
            | EngineResponse::RolledOut(_) => {}
        });
    }

    /// Stops the engine; the review so far stays.
    pub fn stop(self) {
        engine::stop(Lane::Review);
        self.progress.update(|progress| progress.state = ReviewState::Stopped);
    }

    /// The state of the engine.
    pub fn state(self) -> ReviewState {
        self.progress.with(|progress| progress.state)
    }

    /// The progress in words.
    pub fn progress_text(self) -> String {
        let (state, done) =
            self.progress.with(|progress| (progress.state, progress.review.plies.len()));
        let id = match state {
            ReviewState::Running => "review-running",
            ReviewState::Stopped => "review-stopped",
            ReviewState::Done => "review-done",
        };
        fill(id, &[("done", done.into()), ("all", self.last().into())])
    }
}
