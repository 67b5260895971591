use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bosworth_table::{AccountId, GameId};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::EngineJob;
use super::fair_schedule::{FairSchedule, ScheduleOutcome};
use crate::prometheus::record_duration;

/// The maximum number of jobs of one account in flight at the workers, expensive and cheap ones.
const MAX_EXPENSIVE_IN_FLIGHT_PER_ACCOUNT: usize = 2;
const MAX_CHEAP_IN_FLIGHT_PER_ACCOUNT: usize = 8;
/// The maximum number of jobs in flight at the workers.
const MAX_IN_FLIGHT: usize = 512;
/// Timeout after which a job in flight counts as lost.
const IN_FLIGHT_TIMEOUT: Duration = Duration::from_secs(20);

/// The key of a job: the game and the revision of its position.
pub(super) type JobKey = (GameId, Option<u32>);

/// The queue between games and engine threads.
#[derive(Debug, Default)]
pub(super) struct JobQueue {
    state: Mutex<State>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct State {
    schedule: FairSchedule,
    /// Jobs queued or being searched, for deduplication.
    pending: HashSet<JobKey>,
    /// Jobs in flight at the workers.
    in_flight: HashMap<GameId, InFlightTask>,
}

#[derive(Debug)]
struct InFlightTask {
    turn: JobKey,
    account: AccountId,
    cheap: bool,
    since: Instant,
}

impl JobQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job, unless it is already pending.
    pub(super) fn push(&self, account: AccountId, task: EngineJob) {
        let mut state = self.state();
        let turn = task.turn();
        if state.pending.contains(&turn) {
            return;
        }
        match state.schedule.push(account, task) {
            ScheduleOutcome::Queued => {}
            ScheduleOutcome::Replaced(stale) => {
                state.pending.remove(&stale.turn());
            }
            ScheduleOutcome::Full => {
                metrics::counter!("bosworth_tasks_dropped_total").increment(1);
                return;
            }
        }
        state.pending.insert(turn);
        drop(state);
        self.wake.notify_waiters();
    }

    /// Waits for the next job, or the next cheap one, for a thread of this process.
    pub(super) async fn take(&self, only_cheap: bool) -> EngineJob {
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

    /// Waits for the next job that can be sent to the workers.
    pub(super) async fn take_for_worker(&self) -> EngineJob {
        loop {
            let woken = self.wake.notified();
            tokio::pin!(woken);
            woken.as_mut().enable();
            if let Some(task) = self.state().next_for_worker() {
                return task;
            }
            // A job that times out frees its slot.
            let _ = tokio::time::timeout(IN_FLIGHT_TIMEOUT / 10, woken).await;
        }
    }

    /// A job is done, or cannot be.
    pub(super) fn done(&self, turn: JobKey) {
        self.state().pending.remove(&turn);
    }

    /// The position of a game has changed or its answer has arrived: its job is no longer in
    /// flight.
    pub(super) fn position_changed(&self, game: GameId) {
        let mut state = self.state();
        if let Some(in_flight) = state.in_flight.remove(&game) {
            state.pending.remove(&in_flight.turn);
            record_duration("bosworth_engine_seconds", in_flight.since.into_std());
            drop(state);
            self.wake.notify_waiters();
        }
    }

    /// Whether no job is queued or being searched.
    pub(super) fn is_idle(&self) -> bool {
        self.state().pending.is_empty()
    }

    /// Whether a job of a game is in flight at the workers.
    pub(super) fn is_in_flight(&self, game: GameId) -> bool {
        self.state().in_flight.contains_key(&game)
    }
}

impl State {
    fn next_for_worker(&mut self) -> Option<EngineJob> {
        let Self { schedule, pending, in_flight } = self;
        in_flight.retain(|_, in_flight| {
            let kept = in_flight.since.elapsed() < IN_FLIGHT_TIMEOUT;
            if !kept {
                pending.remove(&in_flight.turn);
            }
            kept
        });
        if in_flight.len() >= MAX_IN_FLIGHT {
            return None;
        }
        let mut in_flight_counts: HashMap<(AccountId, bool), usize> = HashMap::new();
        for in_flight in in_flight.values() {
            *in_flight_counts.entry((in_flight.account, in_flight.cheap)).or_default() += 1;
        }
        let room = |account, task: &EngineJob| {
            let limit = if task.is_cheap() {
                MAX_CHEAP_IN_FLIGHT_PER_ACCOUNT
            } else {
                MAX_EXPENSIVE_IN_FLIGHT_PER_ACCOUNT
            };
            in_flight_counts.get(&(account, task.is_cheap())).is_none_or(|&count| count < limit)
        };
        let (account, task) = schedule.next(room)?;
        let (turn, cheap) = (task.turn(), task.is_cheap());
        let before = in_flight
            .insert(task.game, InFlightTask { turn, account, cheap, since: Instant::now() });
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

    fn task(number: u128, level: u8) -> EngineJob {
        let position = String::new();
        EngineJob { game: GameId::from_random(number), ply: 0, revision: Some(1), level, position }
    }

    #[tokio::test(start_paused = true)]
    async fn jobs_in_flight_are_limited_per_account() {
        let queue = JobQueue::default();
        for number in 0..50 {
            queue.push(AccountId(1), task(number, 8));
        }
        queue.push(AccountId(2), task(100, 8));
        let mut in_flight = || queue.state().next_for_worker().map(|task| task.game);
        let mut first = Vec::new();
        first.extend(std::iter::from_fn(&mut in_flight));
        assert_eq!(first, [0, 100, 1].map(GameId::from_random));
        // An answer frees a slot, and so does a lost job.
        queue.position_changed(first[0]);
        assert_eq!(in_flight(), Some(GameId::from_random(2)));
        assert_eq!(in_flight(), None);
        tokio::time::advance(IN_FLIGHT_TIMEOUT).await;
        assert_eq!(std::iter::from_fn(&mut in_flight).count(), MAX_EXPENSIVE_IN_FLIGHT_PER_ACCOUNT);
        // A lost job can be submitted again.
        queue.push(AccountId(2), task(100, 8));
        assert_eq!(in_flight(), Some(GameId::from_random(100)));
    }

    #[tokio::test]
    async fn a_pending_job_is_not_queued_twice() {
        let queue = JobQueue::default();
        queue.push(AccountId(1), task(1, 1));
        queue.push(AccountId(1), task(1, 1));
        let first = queue.take(true).await;
        queue.push(AccountId(1), task(1, 1));
        assert!(queue.state().schedule.next(|_, _| true).is_none());
        queue.done(first.turn());
        queue.push(AccountId(1), task(1, 1));
        assert_eq!(queue.take(false).await, first);
    }
}
