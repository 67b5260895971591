use std::collections::{HashMap, VecDeque};

use bosworth_table::AccountId;

use super::EngineJob;

/// The maximum number of queued tasks, in all and of one account. The sweep resubmits dropped ones.
const MAX_QUEUED_TASKS: usize = 10_000;
const MAX_QUEUED_TASKS_PER_ACCOUNT: usize = 64;

/// A fair queue: round-robin between accounts, however much each has queued, and of one account the
/// cheapest task first.
#[derive(Debug, Default)]
pub(super) struct FairSchedule {
    /// Accounts with queued tasks, in round-robin order.
    rotation: VecDeque<AccountId>,
    /// Queued tasks, the cheapest first, then the oldest.
    queued: HashMap<AccountId, VecDeque<EngineJob>>,
    count: usize,
}

/// What became of a task that was to be queued.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum ScheduleOutcome {
    Queued,
    /// It took the place of this one.
    Replaced(EngineJob),
    /// There was no room for it.
    Full,
}

impl FairSchedule {
    /// Queues a task for an account that plays against the computer. It replaces an earlier task of
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

    /// The next task that fits. Its account goes to the back of the rotation.
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

    /// The order in which tasks of these accounts and levels are dequeued, as (account, level).
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
    fn one_guest_with_many_games_does_not_starve_the_others() {
        let mut requested = vec![(1, 8); 60];
        requested.extend([(2, 8), (3, 1)]);
        let served = order(&requested, |_, _| true);
        assert_eq!(served[..4], [(1, 8), (2, 8), (3, 1), (1, 8)]);
        assert_eq!(served.len(), 62);
    }

    #[test]
    fn of_one_account_the_cheapest_comes_first_and_then_the_oldest() {
        let mut schedule = FairSchedule::default();
        for (number, level) in [(1, 8), (2, 3), (3, 8), (4, 3)] {
            schedule.push(AccountId(1), task(number, level));
        }
        let next = || schedule.next(|_, _| true).map(|(_, task)| task.game);
        let games: Vec<_> = std::iter::from_fn(next).collect();
        assert_eq!(games, [2, 4, 1, 3].map(GameId::from_random));
    }

    #[test]
    fn a_cheap_task_does_not_wait_behind_dear_ones() {
        let requested = [(1, 8), (2, 8), (3, 8), (3, 2), (4, 1)];
        assert_eq!(order(&requested, |_, task| task.is_cheap()), [(3, 2), (4, 1)]);
    }

    #[test]
    fn no_more_wait_than_there_is_room_for() {
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
    fn a_position_taken_back_is_not_searched_any_more() {
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
