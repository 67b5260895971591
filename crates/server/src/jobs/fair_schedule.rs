use std::collections::{HashMap, VecDeque};

use bosworth_table::AccountId;

use super::EngineJob;

/// The maximum number of queued jobs, in total and per account. The sweep resubmits dropped ones.
const MAX_QUEUED_TASKS: usize = 10_000;
const MAX_QUEUED_TASKS_PER_ACCOUNT: usize = 64;

/// A fair queue: round-robin between accounts, however many jobs each has queued, and the cheapest
/// job of an account first.
#[derive(Debug, Default)]
pub(super) struct FairSchedule {
    /// Accounts with queued jobs, in round-robin order.
    rotation: VecDeque<AccountId>,
    /// Queued jobs, the cheapest first, then the oldest.
    queued: HashMap<AccountId, VecDeque<EngineJob>>,
    count: usize,
}

/// The outcome of queueing a job.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum ScheduleOutcome {
    Queued,
    /// It replaced this one.
    Replaced(EngineJob),
    /// The queue is full.
    Full,
}

impl FairSchedule {
    /// Queues a job for an account that plays against the computer. It replaces an earlier job of
    /// the same game, whose position was taken back.
    pub(super) fn push(&mut self, account: AccountId, task: EngineJob) -> ScheduleOutcome {
        let tasks = self.queued.entry(account).or_default();
        if let Some(stale) = tasks.iter_mut().find(|other| other.game == task.game) {
            return ScheduleOutcome::Replaced(std::mem::replace(stale, task));
        }
        if self.count >= MAX_QUEUED_TASKS || tasks.len() >= MAX_QUEUED_TASKS_PER_ACCOUNT {
            if tasks.is_empty() {
                self.queued.remove(&account);
            }
            return ScheduleOutcome::Full;
        }
        if tasks.is_empty() {
            self.rotation.push_back(account);
        }
        let place = tasks.partition_point(|other| other.level <= task.level);
        tasks.insert(place, task);
        self.count += 1;
        ScheduleOutcome::Queued
    }

    /// Dequeues the next job that fits. Its account moves to the back of the rotation.
    pub(super) fn next(
        &mut self,
        fits: impl Fn(AccountId, &EngineJob) -> bool,
    ) -> Option<(AccountId, EngineJob)> {
        let found = self.rotation.iter().enumerate().find_map(|(turn, &account)| {
            let task = self.queued.get(&account)?.iter().position(|task| fits(account, task))?;
            Some((turn, account, task))
        });
        let (turn, account, task) = found?;
        let tasks = self.queued.get_mut(&account)?;
        let task = tasks.remove(task)?;
        self.rotation.remove(turn);
        if tasks.is_empty() {
            self.queued.remove(&account);
        } else {
            self.rotation.push_back(account);
        }
        self.count -= 1;
        Some((account, task))
    }
}

#[cfg(test)]
mod tests {
    use bosworth_table::GameId;

    use super::*;

    fn task(number: u128, level: u8) -> EngineJob {
        let position = String::new();
        EngineJob { game: GameId::from_random(number), ply: 0, revision: Some(1), level, position }
    }

    /// The order in which jobs of these accounts and levels are dequeued, as (account, level).
    fn order(
        requested: &[(i64, u8)],
        fits: impl Fn(AccountId, &EngineJob) -> bool,
    ) -> Vec<(i64, u8)> {
        let mut schedule = FairSchedule::default();
        for (number, &(account, level)) in requested.iter().enumerate() {
            let pushed = schedule.push(AccountId(account), task(number as u128, level));
            assert_eq!(pushed, ScheduleOutcome::Queued);
        }
        let next = || schedule.next(&fits).map(|(account, task)| (account.0, task.level));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn an_account_with_many_games_does_not_starve_others() {
        let mut requested = vec![(1, 8); 60];
        requested.extend([(2, 8), (3, 1)]);
        let served = order(&requested, |_, _| true);
        assert_eq!(served[..4], [(1, 8), (2, 8), (3, 1), (1, 8)]);
        assert_eq!(served.len(), 62);
    }

    #[test]
    fn the_cheapest_job_of_an_account_is_dequeued_first_then_the_oldest() {
        let mut schedule = FairSchedule::default();
        for (number, level) in [(1, 8), (2, 3), (3, 8), (4, 3)] {
            schedule.push(AccountId(1), task(number, level));
        }
        let next = || schedule.next(|_, _| true).map(|(_, task)| task.game);
        let games: Vec<_> = std::iter::from_fn(next).collect();
        assert_eq!(games, [2, 4, 1, 3].map(GameId::from_random));
    }

    #[test]
    fn cheap_jobs_do_not_wait_behind_expensive_ones() {
        let requested = [(1, 8), (2, 8), (3, 8), (3, 2), (4, 1)];
        assert_eq!(order(&requested, |_, task| task.is_cheap()), [(3, 2), (4, 1)]);
    }

    #[test]
    fn the_queue_is_bounded_in_total_and_per_account() {
        let mut schedule = FairSchedule::default();
        for number in 0..MAX_QUEUED_TASKS_PER_ACCOUNT as u128 {
            assert_eq!(schedule.push(AccountId(1), task(number, 1)), ScheduleOutcome::Queued);
        }
        assert_eq!(schedule.push(AccountId(1), task(1_000, 1)), ScheduleOutcome::Full);
        assert_eq!(schedule.push(AccountId(2), task(1_001, 1)), ScheduleOutcome::Queued);
        for number in 0..2 * MAX_QUEUED_TASKS as u128 {
            schedule.push(AccountId(3 + number as i64), task(2_000 + number, 1));
        }
        assert_eq!(schedule.count, MAX_QUEUED_TASKS);
        assert_eq!(schedule.queued.len(), schedule.rotation.len());
        let next = || schedule.next(|_, _| true);
        assert_eq!(std::iter::from_fn(next).count(), MAX_QUEUED_TASKS);
        assert!(schedule.queued.is_empty() && schedule.rotation.is_empty());
    }

    #[test]
    fn a_job_replaces_the_one_of_a_position_that_was_taken_back() {
        let mut schedule = FairSchedule::default();
        let [first, second] =
            [1, 3].map(|revision| EngineJob { revision: Some(revision), ..task(1, 8) });
        let other = task(2, 8);
        for task in [&first, &other] {
            assert_eq!(schedule.push(AccountId(1), task.clone()), ScheduleOutcome::Queued);
        }
        assert_eq!(schedule.push(AccountId(1), second.clone()), ScheduleOutcome::Replaced(first));
        let next = || schedule.next(|_, _| true).map(|(_, task)| task);
        assert_eq!(std::iter::from_fn(next).collect::<Vec<_>>(), [second, other]);
        assert_eq!(schedule.count, 0);
    }
}
