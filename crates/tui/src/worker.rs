use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use bosworth_analysis::{Background, ReviewPlan, StopSign, Timer};
use bosworth_engine::{Engine, Level, Review, ReviewDepth, SearchLimits};
use bosworth_rules::{Action, BySide, Game, Position};

use crate::app::{AppEffect, EffectResult};
use crate::terminal::TerminalEvent;

/// Runs the engine on its own threads, so that input never blocks. Work is cancelled when new work
/// of its kind replaces it, and when the screen is closed.
pub struct Worker {
    events: Sender<TerminalEvent>,
    choice: Option<Background>,
    study: Option<Background>,
    review: Option<Background>,
}

/// Stops the program when a thread panics.
struct Guard(Sender<TerminalEvent>);

impl Drop for Guard {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(TerminalEvent::Stop);
        }
    }
}

impl Worker {
    pub fn new(events: Sender<TerminalEvent>) -> Self {
        Self { events, choice: None, study: None, review: None }
    }

    /// Starts the engine work of an effect, if any.
    pub fn start(&mut self, effect: AppEffect) {
        match effect {
            AppEffect::Save
            | AppEffect::Do(_)
            | AppEffect::Go(_)
            | AppEffect::Next
            | AppEffect::Train(_)
            | AppEffect::VerifyAndSave => {}
            AppEffect::Choose { ticket, level, position, game } => {
                self.choice = self.spawn(move |_, events| {
                    let answer = EffectResult::Chosen(ticket, choose(level, &position, game));
                    let _ = events.send(TerminalEvent::Answer(answer));
                });
            }
            AppEffect::Analyse { ticket, position, time } => {
                self.study =
                    self.spawn(move |stop, events| analyse(ticket, &position, time, stop, events));
            }
            AppEffect::Review { ticket, game, depth } => {
                self.review =
                    self.spawn(move |stop, events| review(ticket, &game, depth, stop, events));
            }
        }
    }

    fn spawn(
        &self,
        work: impl FnOnce(&StopSign, &Sender<TerminalEvent>) + Send + 'static,
    ) -> Option<Background> {
        let events = self.events.clone();
        let started = Background::start(move |stop| {
            let guard = Guard(events);
            work(stop, &guard.0);
        });
        if started.is_err() {
            let _ = self.events.send(TerminalEvent::Stop);
        }
        started.ok()
    }
}

fn analyse(
    ticket: u64,
    position: &Position,
    time: Duration,
    stop: &StopSign,
    events: &Sender<TerminalEvent>,
) {
    let mut timer = Timer::new(Some(time), stop);
    let found = Engine::default().analyse_watched(position, SearchLimits::default(), &mut timer);
    let _ = events.send(TerminalEvent::Answer(EffectResult::Analysed(ticket, found)));
}

fn review(
    ticket: u64,
    game: &Game,
    depth: ReviewDepth,
    stop: &StopSign,
    events: &Sender<TerminalEvent>,
) {
    let tell = |review: &Review| {
        let Some(ply) = review.plies.last() else { return ControlFlow::Continue(()) };
        match events.send(TerminalEvent::Answer(EffectResult::Reviewed(ticket, ply.clone()))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let review = bosworth_analysis::review(game, ReviewPlan::from(depth), stop, tell);
    if !stop.is_stopped() {
        let summaries = BySide::from_fn(|side| review.summary(side));
        let _ = events.send(TerminalEvent::Answer(EffectResult::Summary(ticket, summaries)));
    }
}

/// The action of a level from 1 to 8 in a position, deterministic for a game.
pub fn choose(level: u8, position: &Position, game: u64) -> Action {
    bosworth_analysis::choose(Level::new(level).unwrap_or(Level::FULL), position, game)
}
