use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use bosworth_engine::{Engine, Level, Limits, Reviewer, Watch};
use bosworth_rules::{Action, BySide, Game, Position};

use crate::app::{Answer, Effect};
use crate::terminal::Event;

/// How many nodes a review gives each position.
const REVIEW_NODES: u64 = 10_000;

/// Thinks in threads of its own, so that keys are never waited for.
pub struct Worker {
    events: Sender<Event>,
    /// Stops the search that goes on, and the review.
    study: Arc<AtomicBool>,
    review: Arc<AtomicBool>,
}

/// Tells the program when a thread has fallen over.
struct Guard(Sender<Event>);

impl Drop for Guard {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Event::Stop);
        }
    }
}

/// Stops a search at a time or when told to.
struct Stop {
    deadline: Option<Instant>,
    flag: Arc<AtomicBool>,
}

impl Watch for Stop {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.flag.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Worker {
    pub fn new(events: Sender<Event>) -> Self {
        Self { events, study: Arc::default(), review: Arc::default() }
    }

    /// Begins what an effect asks for, if it is work for the engine.
    pub fn start(&mut self, effect: Effect) {
        match effect {
            Effect::Save | Effect::Do(_) | Effect::Go(_) | Effect::Keep => {}
            Effect::Choose { ticket, level, position, game } => {
                self.spawn(move |events| {
                    let level = Level::new(level).unwrap_or(Level::FULL);
                    let action = level.choose(&position, game);
                    let _ = events.send(Event::Answer(Answer::Chosen(ticket, action)));
                });
            }
            Effect::Analyse { ticket, position, time } => self.analyse(ticket, position, time),
            Effect::Review { ticket, game } => self.review(ticket, game),
        }
    }

    fn spawn(&self, work: impl FnOnce(Sender<Event>) + Send + 'static) {
        let events = self.events.clone();
        let spawned = thread::Builder::new().spawn(move || {
            let _guard = Guard(events.clone());
            work(events);
        });
        if spawned.is_err() {
            let _ = self.events.send(Event::Stop);
        }
    }

    fn analyse(&mut self, ticket: u64, position: Position, time: Duration) {
        let flag = renew(&mut self.study);
        self.spawn(move |events| {
            let mut stop = Stop { deadline: Some(Instant::now() + time), flag };
            let found = Engine::default().analyse_watched(&position, Limits::default(), &mut stop);
            let _ = events.send(Event::Answer(Answer::Analysed(ticket, found)));
        });
    }

    fn review(&mut self, ticket: u64, game: Game) {
        let flag = renew(&mut self.review);
        self.spawn(move |events| {
            let engine = Engine::default();
            let stop = |_| Stop { deadline: None, flag: Arc::clone(&flag) };
            let limits = Limits::nodes(REVIEW_NODES);
            let mut reviewer = Reviewer::watched(&game, &engine, limits, stop);
            while let Some(ply) = reviewer.step() {
                let answer = Event::Answer(Answer::Reviewed(ticket, ply.clone()));
                if flag.load(Ordering::Relaxed) || events.send(answer).is_err() {
                    return;
                }
            }
            let review = reviewer.into_review();
            let summaries = BySide::from_fn(|side| review.summary(side));
            let _ = events.send(Event::Answer(Answer::Summary(ticket, summaries)));
        });
    }
}

/// Stops what goes on, and gives a flag for what comes.
fn renew(flag: &mut Arc<AtomicBool>) -> Arc<AtomicBool> {
    flag.store(true, Ordering::Relaxed);
    *flag = Arc::default();
    Arc::clone(flag)
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.study.store(true, Ordering::Relaxed);
        self.review.store(true, Ordering::Relaxed);
    }
}

/// What a level does in a position: the same for the same game.
pub fn choose(level: u8, position: &Position, game: u64) -> Action {
    Level::new(level).unwrap_or(Level::FULL).choose(position, game)
}
