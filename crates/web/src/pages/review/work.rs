//! The engine's way through a game.

use std::cell::RefCell;

use bosworth_engine::{Review, ReviewDepth};
use leptos::prelude::*;

use super::study::Study;
use crate::engine::{self, Lane};
use crate::language::fill;
use bosworth_web_engine::wire::{Answer, Ask};

/// How many reviews are kept while the program runs.
const KEPT: usize = 8;

thread_local! {
    /// Reviews that are done, by the text of their records.
    static DONE: RefCell<Vec<(String, Review)>> = const { RefCell::new(Vec::new()) };
}

/// Whether the engine is at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It looks at one ply after the other.
    Running,
    /// It was stopped before the end.
    Stopped,
    /// It has seen everything.
    Done,
}

/// What the engine has found so far.
pub struct Work {
    /// The plies that are done.
    pub review: Review,
    /// Whether more will come.
    pub state: State,
    /// What is known about the shuffle: that it is proven, or why not.
    pub proof: Option<Result<String, String>>,
}

impl Work {
    fn new(review: Option<Review>, state: State) -> Self {
        let empty = Review { start: 0.5, first: 0.5, plies: Vec::new(), finished: false };
        Self { review: review.unwrap_or(empty), state, proof: None }
    }

    /// What was found in a record before; none if nobody has looked at it to its end.
    pub fn known(text: &str) -> Option<Self> {
        let review = DONE.with_borrow(|done| {
            done.iter().find(|(known, _)| known == text).map(|(_, review)| review.clone())
        });
        review.map(|review| Self::new(Some(review), State::Done))
    }

    /// Nothing yet.
    pub fn begun() -> Self {
        Self::new(None, State::Running)
    }

    fn finish(&mut self, text: &str, finished: bool) {
        self.review.finished = finished;
        self.state = State::Done;
        let review = self.review.clone();
        DONE.with_borrow_mut(|done| {
            done.retain(|(known, _)| known != text);
            done.truncate(KEPT - 1);
            done.insert(0, (text.to_string(), review));
        });
    }
}

impl Study {
    /// Lets the engine look at the whole game, from the start.
    pub fn look(self, depth: ReviewDepth) {
        self.exercise.set(None);
        self.work.set(Work::begun());
        let text = self.text();
        let ask = Ask::Review { record: text.clone(), depth };
        engine::ask(self.page, Lane::Review, &ask, move |answer| match answer {
            Answer::Begun { start, first, .. } => self.work.update(|work| {
                work.review.start = start;
                work.review.first = first;
            }),
            Answer::Ply(findings) => {
                let ply = findings.review();
                self.work.update(|work| work.review.plies.extend(ply));
            }
            Answer::Done(finished) => {
                self.work.update(|work| work.finish(&text, finished));
                self.app.say(untrack(|| self.progress()));
            }
            Answer::Failed(why) => {
                self.stop();
                self.app.notice(fill("engine-failed", &[("why", why.into())]));
            }
            Answer::Chosen(_) | Answer::Analysis(_) => {}
        });
    }

    /// Stops the engine; what it has found stays.
    pub fn stop(self) {
        engine::stop(Lane::Review);
        self.work.update(|work| work.state = State::Stopped);
    }

    /// Whether the engine is at work.
    pub fn state(self) -> State {
        self.work.with(|work| work.state)
    }

    /// How far the engine is, in words.
    pub fn progress(self) -> String {
        let (state, done) = self.work.with(|work| (work.state, work.review.plies.len()));
        let id = match state {
            State::Running => "review-running",
            State::Stopped => "review-stopped",
            State::Done => "review-done",
        };
        fill(id, &[("done", done.into()), ("all", self.last().into())])
    }
}
