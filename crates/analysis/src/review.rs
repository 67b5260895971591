use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder};
use std::time::Duration;

use bosworth_engine::{
    Analysis, Effort, Engine, EngineSettings, PlyReview, Review, ReviewDepth, SearchLimits,
};
use bosworth_rules::{Game, Position};

use crate::{StopSign, Timer};

/// How a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewPlan {
    /// The limits of each search.
    pub limits: SearchLimits,
    /// An additional time limit for each search.
    pub time: Option<Duration>,
    /// The number of threads. Without a time limit, the result does not depend on it.
    pub threads: usize,
    /// The games for each action of a costly decision, if rollouts judge these again.
    pub rollout_games: Option<u32>,
}

/// The same review in every program, on all cores.
impl From<ReviewDepth> for ReviewPlan {
    fn from(depth: ReviewDepth) -> Self {
        Self { limits: depth.limits(), time: None, threads: crate::cores(), rollout_games: None }
    }
}

impl ReviewPlan {
    /// The timer of one search.
    fn timer(&self, effort: Effort, stop: &StopSign) -> Timer {
        let time = self.time.map(|time| match effort {
            Effort::Full => time,
            Effort::Card => time / Effort::CARD_PART as u32,
        });
        Timer::new(time, stop)
    }
}

/// Reviews a game. After each ply, in game order, `on_ply` sees the review so far and may end it;
/// so may `stop`. Returns the plies reviewed until then.
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
            // The system cannot spawn a thread.
            return work.alone(&mut on_ply);
        }
        drop(sender);
        work.collect(&done, &mut on_ply)
    })
}

/// The progress callback, called after each ply.
type OnPly<'f> = &'f mut dyn FnMut(&Review) -> ControlFlow<()>;

/// A review split into work items. Each search starts from scratch, so any thread can run it at any
/// time.
///
/// In order, the items are the search of the first position, then for each ply the search of the
/// position it leads to, and the ply itself.
struct Work<'a> {
    game: &'a Game,
    plan: ReviewPlan,
    stop: &'a StopSign,
    /// The search of each position, shared by the ply that led to it and the ply chosen in it.
    searches: Vec<OnceLock<Analysis>>,
    /// The next unclaimed item.
    next: AtomicUsize,
}

impl<'a> Work<'a> {
    fn new(game: &'a Game, plan: ReviewPlan, stop: &'a StopSign) -> Self {
        let searches = game.positions().iter().map(|_| OnceLock::new()).collect();
        Self { game, plan, stop, searches, next: AtomicUsize::new(0) }
    }

    /// A search function for one thread, with its own engine.
    fn searcher(&self) -> impl FnMut(&Position, Effort) -> Analysis {
        let engine = Engine::new(EngineSettings::default());
        move |position, effort| {
            let mut timer = self.plan.timer(effort, self.stop);
            engine.analyse_watched(position, effort.limits(self.plan.limits), &mut timer)
        }
    }

    /// Claims the next ply; none when all are done or the review was stopped.
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
            // Another thread may still be running these. No deadlock: plies wait for searches,
            // which wait for nothing.
            let before = self.position(ply, search);
            let after = self.position(ply + 1, search);
            let mut review = PlyReview::of(self.game, ply, before, after, search);
            self.judge_again(&mut review);
            // The values of a cancelled search are unreliable.
            return (!self.stop.is_stopped()).then_some(review);
        }
    }

    /// Judges a costly decision again, if the plan says so.
    fn judge_again(&self, ply: &mut PlyReview) {
        let played = ply.ply.action();
        let decision = ply.decision.as_mut().filter(|it| it.is_doubtful());
        if let (Some(games), Some(decision)) = (self.plan.rollout_games, decision) {
            let position = &self.game.positions()[ply.number - 1];
            let timer = Timer::new(None, self.stop);
            crate::rollout::judge_again(decision, played, position, games, &timer);
        }
    }

    fn position(
        &self,
        place: usize,
        search: &mut dyn FnMut(&Position, Effort) -> Analysis,
    ) -> &Analysis {
        self.searches[place].get_or_init(|| search(&self.game.positions()[place], Effort::Full))
    }

    /// An empty review.
    fn begin(&self) -> Review {
        Review::begin(self.game, self.searches[0].get())
    }

    /// Reviews everything on the current thread.
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

    /// Works on unclaimed items until none is left.
    fn share(&self, done: &Sender<PlyReview>) {
        let mut search = self.searcher();
        while let Some(ply) = self.next_ply(&mut search) {
            if done.send(ply).is_err() {
                return;
            }
        }
    }

    /// Restores game order as plies arrive from the threads.
    fn collect(&self, done: &Receiver<PlyReview>, on_ply: OnPly<'_>) -> Review {
        let mut review = None::<Review>;
        let mut early = BTreeMap::new();
        for ply in done {
            early.insert(ply.number, ply);
            let next = |review: &Option<Review>| review.as_ref().map_or(1, |it| it.plies.len() + 1);
            while let Some(ply) = early.remove(&next(&review)) {
                // It begins with the first ply: the reviewer of a later one need not have searched
                // the first position.
                let review = review.get_or_insert_with(|| self.begin());
                review.push(self.game, ply);
                if on_ply(review).is_break() {
                    // Work in flight is abandoned.
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
        ReviewPlan { limits: SearchLimits::nodes(200), time: None, threads, rollout_games: None }
    }

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    #[test]
    fn a_review_is_the_same_on_any_number_of_threads() {
        for plies in [0, 1, 24] {
            let game = game(plies);
            let expected = Review::of(&game, &Engine::default(), SearchLimits::nodes(200));
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
    fn rollouts_judge_costly_decisions_and_the_identity_stays_exact() {
        let game = game(16);
        let judged = |threads| {
            let plan = ReviewPlan { rollout_games: Some(16), ..plan(threads) };
            review(&game, plan, &StopSign::default(), |_| GO_ON)
        };
        let found = judged(1);
        assert_eq!(found, judged(2));
        let searched = review(&game, plan(1), &StopSign::default(), |_| GO_ON);
        let mut again = 0;
        for (ply, searched) in found.plies.iter().zip(&searched.plies) {
            let (Some(decision), Some(before)) = (&ply.decision, &searched.decision) else {
                continue;
            };
            assert_eq!(decision.rollout.is_empty(), !before.is_doubtful(), "ply {}", ply.number);
            if let Some(best) = decision.rollout.first() {
                again += 1;
                assert_eq!((decision.best, best.games >= 16), (best.action, true));
                assert!(decision.loss >= 0.0 && decision.rollout.len() >= 2);
            }
        }
        assert!(again >= 3, "only {again} decisions of a random game were costly");
        assert!(found.balance().error().abs() < 1e-12);
    }

    #[test]
    fn a_review_ends_when_the_observer_has_seen_enough() {
        let game = game(12);
        let whole = Review::of(&game, &Engine::default(), SearchLimits::nodes(200));
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
        let whole = Review::of(&game, &Engine::default(), SearchLimits::nodes(200));
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
