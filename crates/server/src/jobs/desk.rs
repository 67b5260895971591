use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bosworth_table::{AccountId, GameId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::Task;
use super::schedule::{Pushed, Schedule};
use crate::meters::took;

/// In-flight tasks of one account at the workers: expensive ones and cheap ones.
const MAX_EXPENSIVE_IN_FLIGHT_PER_ACCOUNT: usize = 2;
const MAX_CHEAP_IN_FLIGHT_PER_ACCOUNT: usize = 8;
/// In-flight tasks of all accounts at the workers.
const MAX_IN_FLIGHT: usize = 512;
/// Timeout after which a task at the workers counts as lost.
const IN_FLIGHT_TIMEOUT: Duration = Duration::from_secs(20);

/// A turn of a game: the key of a task.
pub(super) type Turn = (GameId, Option<u32>);

/// The queue between games and engine threads.
#[derive(Debug, Default)]
pub(super) struct Desk {
    state: Mutex<State>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct State {
    schedule: Schedule,
    /// Turns queued or being searched, for deduplication.
    pending: HashSet<Turn>,
    /// Tasks in flight at the workers.
    out: HashMap<GameId, Out>,
}

#[derive(Debug)]
struct Out {
    turn: Turn,
    account: AccountId,
    cheap: bool,
    since: Instant,
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a task, unless it is pending already.
    pub(super) fn put(&self, account: AccountId, task: Task) {
        let mut state = self.state();
        let turn = task.turn();
        if state.pending.contains(&turn) {
            return;
        }
        match state.schedule.push(account, task) {
            Pushed::New => {}
            Pushed::Instead(stale) => {
                state.pending.remove(&stale.turn());
            }
            Pushed::Full => {
                metrics::counter!("bosworth_tasks_dropped_total").increment(1);
                return;
            }
        }
        state.pending.insert(turn);
        drop(state);
        self.wake.notify_waiters();
    }

    /// Waits for the next task for a thread, or the next cheap one.
    pub(super) async fn take(&self, only_cheap: bool) -> Task {
        loop {
            let woken = self.wake.notified();
            tokio::pin!(woken);
            woken.as_mut().enable();
            let next = self.state().schedule.next(|_, task| !only_cheap || task.is_cheap());
            match next {
                Some((_, task)) => return task,
                None => woken.await,
            }
        }
    }

    /// Waits for the next task that may be sent to the workers.
    pub(super) async fn take_out(&self) -> Task {
        loop {
            let woken = self.wake.notified();
            tokio::pin!(woken);
            woken.as_mut().enable();
            if let Some(task) = self.state().next_out() {
                return task;
            }
            // A task that times out frees its slot.
            let _ = tokio::time::timeout(IN_FLIGHT_TIMEOUT / 10, woken).await;
        }
    }

    /// A turn was searched, or cannot be.
    pub(super) fn done(&self, turn: Turn) {
        self.state().pending.remove(&turn);
    }

    /// The position of a game has changed, or its answer is here: its task is no longer in flight.
    pub(super) fn went_on(&self, game: GameId) {
        let mut state = self.state();
        if let Some(out) = state.out.remove(&game) {
            state.pending.remove(&out.turn);
            took("bosworth_engine_seconds", out.since.into_std());
            drop(state);
            self.wake.notify_waiters();
        }
    }

    /// Whether a task of a game is in flight at the workers.
    pub(super) fn awaits(&self, game: GameId) -> bool {
        self.state().out.contains_key(&game)
    }
}

impl State {
    fn next_out(&mut self) -> Option<Task> {
        let Self { schedule, pending, out } = self;
        out.retain(|_, out| {
            let kept = out.since.elapsed() < IN_FLIGHT_TIMEOUT;
            if !kept {
                pending.remove(&out.turn);
            }
            kept
        });
        if out.len() >= MAX_IN_FLIGHT {
            return None;
        }
        let mut with_workers: HashMap<(AccountId, bool), usize> = HashMap::new();
        for out in out.values() {
            *with_workers.entry((out.account, out.cheap)).or_default() += 1;
        }
        let room = |account, task: &Task| {
            let most = if task.is_cheap() {
                MAX_CHEAP_IN_FLIGHT_PER_ACCOUNT
            } else {
                MAX_EXPENSIVE_IN_FLIGHT_PER_ACCOUNT
            };
            with_workers.get(&(account, task.is_cheap())).is_none_or(|&count| count < most)
        };
        let (account, task) = schedule.next(room)?;
        let (turn, cheap) = (task.turn(), task.is_cheap());
        let before = out.insert(task.game, Out { turn, account, cheap, since: Instant::now() });
        if let Some(before) = before
            && before.turn != turn
        {
            pending.remove(&before.turn);
        }
        Some(task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(number: u128, level: u8) -> Task {
        let position = String::new();
        Task { game: GameId::from_random(number), ply: 0, revision: Some(1), level, position }
    }

    #[tokio::test(start_paused = true)]
    async fn one_account_has_few_tasks_with_the_workers_at_a_time() {
        let desk = Desk::default();
        for number in 0..50 {
            desk.put(AccountId(1), task(number, 8));
        }
        desk.put(AccountId(2), task(100, 8));
        let mut out = || desk.state().next_out().map(|task| task.game);
        let mut first = Vec::new();
        first.extend(std::iter::from_fn(&mut out));
        assert_eq!(first, [0, 100, 1].map(GameId::from_random));
        // An answer frees a slot, and so does a lost task.
        desk.went_on(first[0]);
        assert_eq!(out(), Some(GameId::from_random(2)));
        assert_eq!(out(), None);
        tokio::time::advance(IN_FLIGHT_TIMEOUT).await;
        assert_eq!(std::iter::from_fn(&mut out).count(), MAX_EXPENSIVE_IN_FLIGHT_PER_ACCOUNT);
        // A lost task may be submitted again.
        desk.put(AccountId(2), task(100, 8));
        assert_eq!(out(), Some(GameId::from_random(100)));
    }

    #[tokio::test]
    async fn the_same_turn_is_not_asked_twice_at_a_time() {
        let desk = Desk::default();
        desk.put(AccountId(1), task(1, 1));
        desk.put(AccountId(1), task(1, 1));
        let first = desk.take(true).await;
        desk.put(AccountId(1), task(1, 1));
        assert!(desk.state().schedule.next(|_, _| true).is_none());
        desk.done(first.turn());
        desk.put(AccountId(1), task(1, 1));
        assert_eq!(desk.take(false).await, first);
    }
}
