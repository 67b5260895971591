use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder};
use std::time::Duration;

use bosworth_engine::{Analysis, Effort, Engine, Limits, PlyReview, Review, ReviewDepth, Settings};
use bosworth_rules::{Game, Position};

use crate::{StopSign, Timer};

/// How a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewPlan {
    /// The limits of the search of each position.
    pub limits: Limits,
    /// How long that search may take, besides.
    pub time: Option<Duration>,
    /// On how many threads. Without a time, the review is the same on any number.
    pub threads: usize,
}

/// The review that is the same in every program, on all cores.
impl From<ReviewDepth> for ReviewPlan {
    fn from(depth: ReviewDepth) -> Self {
        Self { limits: depth.limits(), time: None, threads: crate::cores() }
    }
}

impl ReviewPlan {
    /// The clock of one search.
    fn timer(&self, effort: Effort, stop: &StopSign) -> Timer {
        let time = self.time.map(|time| match effort {
            Effort::Full => time,
            Effort::Card => time / Effort::CARD_PART as u32,
        });
        Timer::new(time, stop)
    }
}

/// Reviews a game. After each ply, in the order of the game, `on_ply` sees what is done by then and
/// may end it; so may the sign. What is given back are the plies that were reviewed until then.
pub fn review(
    game: &Game,
    plan: ReviewPlan,
    stop: &StopSign,
    mut on_ply: impl FnMut(&Review) -> ControlFlow<()>,
) -> Review {
    let threads = plan.threads.clamp(1, game.positions().len());
    let work = Work::new(game, plan, stop);
    if threads == 1 {
        return work.alone(&mut on_ply);
    }
    thread::scope(|scope| {
        let (sender, done) = channel();
        let spawned = (0..threads).filter_map(|_| {
            let (sender, work) = (sender.clone(), &work);
            Builder::new().spawn_scoped(scope, move || work.share(&sender)).ok()
        });
        if spawned.count() == 0 {
            // The system has no thread to give.
            return work.alone(&mut on_ply);
        }
        drop(sender);
        work.collect(&done, &mut on_ply)
    })
}

/// Whoever is told of each ply.
type OnPly<'f> = &'f mut dyn FnMut(&Review) -> ControlFlow<()>;

/// A review in pieces. Each search starts from nothing, so it does not matter who does it and when.
///
/// The pieces are, in this order: the search of the first position, then for each ply the search
/// of where it leads, and the ply itself.
struct Work<'a> {
    game: &'a Game,
    plan: ReviewPlan,
    stop: &'a StopSign,
    /// The search of each position: of what one ply led to, and of where the next was chosen.
    searches: Vec<OnceLock<Analysis>>,
    /// The next piece.
    next: AtomicUsize,
}

impl<'a> Work<'a> {
    fn new(game: &'a Game, plan: ReviewPlan, stop: &'a StopSign) -> Self {
        let searches = game.positions().iter().map(|_| OnceLock::new()).collect();
        Self { game, plan, stop, searches, next: AtomicUsize::new(0) }
    }

    /// Searches as one thread does, with an engine of its own.
    fn searcher(&self) -> impl FnMut(&Position, Effort) -> Analysis {
        let engine = Engine::new(Settings::default());
        move |position, effort| {
            let mut timer = self.plan.timer(effort, self.stop);
            engine.analyse_watched(position, effort.limits(self.plan.limits), &mut timer)
        }
    }

    /// The next ply that nobody has taken; none when all are done or it is time to stop.
    fn next_ply(&self, search: &mut dyn FnMut(&Position, Effort) -> Analysis) -> Option<PlyReview> {
        loop {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            if piece > 2 * self.game.plies().len() || self.stop.is_stopped() {
                return None;
            }
            if piece == 0 || piece % 2 == 1 {
                self.position(piece.div_ceil(2), search);
                continue;
            }
            let ply = piece / 2 - 1;
            // Another thread may still be at these: a ply waits for searches, searches for nobody.
            let before = self.position(ply, search);
            let after = self.position(ply + 1, search);
            let review = PlyReview::of(self.game, ply, before, after, search);
            // A search that was cut short is no judge.
            return (!self.stop.is_stopped()).then_some(review);
        }
    }

    fn position(
        &self,
        place: usize,
        search: &mut dyn FnMut(&Position, Effort) -> Analysis,
    ) -> &Analysis {
        self.searches[place].get_or_init(|| search(&self.game.positions()[place], Effort::Full))
    }

    /// A review without any ply yet.
    fn begin(&self) -> Review {
        Review::begin(self.game, self.searches[0].get())
    }

    /// Does everything on this thread.
    fn alone(&self, on_ply: OnPly<'_>) -> Review {
        let mut search = self.searcher();
        let mut review = None;
        while let Some(ply) = self.next_ply(&mut search) {
            let review = review.get_or_insert_with(|| self.begin());
            review.push(self.game, ply);
            if on_ply(review).is_break() {
                break;
            }
        }
        review.unwrap_or_else(|| self.begin())
    }

    /// Does what the other threads leave.
    fn share(&self, done: &Sender<PlyReview>) {
        let mut search = self.searcher();
        while let Some(ply) = self.next_ply(&mut search) {
            if done.send(ply).is_err() {
                return;
            }
        }
    }

    /// Puts the plies of all threads in order as they come.
    fn collect(&self, done: &Receiver<PlyReview>, on_ply: OnPly<'_>) -> Review {
        let mut review = None;
        let mut early = BTreeMap::new();
        for ply in done {
            early.insert(ply.number, ply);
            let review = review.get_or_insert_with(|| self.begin());
            while let Some(ply) = early.remove(&(review.plies.len() + 1)) {
                review.push(self.game, ply);
                if on_ply(review).is_break() {
                    // Whatever is still under way is not waited for.
                    self.stop.stop();
                    return review.clone();
                }
            }
        }
        review.unwrap_or_else(|| self.begin())
    }
}

#[cfg(test)]
mod tests {
    use bosworth_engine::Random;
    use bosworth_rules::{PendingDraw, Ruleset};

    use super::*;

    fn game(plies: usize) -> Game {
        let mut random = Random::new(5);
        let mut game = Game::new(random.deal(Ruleset::CLASSIC));
        for _ in 0..plies {
            let choices: Vec<_> = game.position().actions().iter().collect();
            let action = choices[random.below(choices.len() as u32) as usize];
            let draw = |pending: &PendingDraw| pending.outcomes().pick(0).expect("a card");
            game.act_with(action, draw).expect("legal");
        }
        game
    }

    fn plan(threads: usize) -> ReviewPlan {
        ReviewPlan { limits: Limits::nodes(200), time: None, threads }
    }

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    #[test]
    fn a_review_is_the_same_on_any_number_of_threads() {
        for plies in [0, 1, 24] {
            let game = game(plies);
            let expected = Review::of(&game, &Engine::default(), Limits::nodes(200));
            for threads in [1, 2, 3, 64] {
                let mut told = Vec::new();
                let on_ply = |review: &Review| {
                    told.push(review.plies.len());
                    GO_ON
                };
                let found = review(&game, plan(threads), &StopSign::default(), on_ply);
                assert_eq!(found, expected, "{plies} plies on {threads} threads");
                assert_eq!(told, (1..=plies).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn whoever_has_seen_enough_ends_it() {
        let game = game(12);
        let whole = Review::of(&game, &Engine::default(), Limits::nodes(200));
        for threads in [1, 2] {
            let enough = |review: &Review| match review.plies.len() {
                5 => ControlFlow::Break(()),
                _ => GO_ON,
            };
            let found = review(&game, plan(threads), &StopSign::default(), enough);
            assert_eq!(found.plies, whole.plies[..5]);
            assert!(!found.finished);
        }
    }

    #[test]
    fn a_review_that_is_stopped_says_nothing_that_it_did_not_finish() {
        let game = game(12);
        let whole = Review::of(&game, &Engine::default(), Limits::nodes(200));
        for threads in [1, 2] {
            let sign = StopSign::default();
            let found = review(&game, plan(threads), &sign, |review| {
                if review.plies.len() == 3 {
                    sign.stop();
                }
                GO_ON
            });
            assert_eq!(found.plies, whole.plies[..found.plies.len()]);
            assert!(found.plies.len() >= 3);
        }
    }
}
