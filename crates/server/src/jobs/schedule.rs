use std::collections::{HashMap, VecDeque};

use bosworth_table::AccountId;

use super::Task;

/// The maximum number of queued tasks, in all and of one account. The sweep resubmits dropped ones.
const MAX_QUEUED_TASKS: usize = 10_000;
const MAX_QUEUED_TASKS_PER_ACCOUNT: usize = 64;

/// A fair queue: round-robin between accounts, however much each has queued, and of one account the
/// cheapest task first.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    /// Accounts with queued tasks, in round-robin order.
    turns: VecDeque<AccountId>,
    /// Queued tasks, the cheapest first, then the oldest.
    waiting: HashMap<AccountId, VecDeque<Task>>,
    count: usize,
}

/// What became of a task that was to be queued.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Pushed {
    New,
    /// It took the place of this one.
    Instead(Task),
    /// There was no room for it.
    Full,
}

impl Schedule {
    /// Queues a task for an account that plays against the computer. It replaces an earlier task of
    /// the same game, whose position was taken back.
    pub(super) fn push(&mut self, account: AccountId, task: Task) -> Pushed {
        let tasks = self.waiting.entry(account).or_default();
        if let Some(stale) = tasks.iter_mut().find(|other| other.game == task.game) {
            return Pushed::Instead(std::mem::replace(stale, task));
        }
        if self.count >= MAX_QUEUED_TASKS || tasks.len() >= MAX_QUEUED_TASKS_PER_ACCOUNT {
            if tasks.is_empty() {
                self.waiting.remove(&account);
            }
            return Pushed::Full;
        }
        if tasks.is_empty() {
            self.turns.push_back(account);
        }
        let place = tasks.partition_point(|other| other.level <= task.level);
        tasks.insert(place, task);
        self.count += 1;
        Pushed::New
    }

    /// The next task that fits. Its account goes to the back of the rotation.
    pub(super) fn next(
        &mut self,
        fits: impl Fn(AccountId, &Task) -> bool,
    ) -> Option<(AccountId, Task)> {
        let found = self.turns.iter().enumerate().find_map(|(turn, &account)| {
            let task = self.waiting.get(&account)?.iter().position(|task| fits(account, task))?;
            Some((turn, account, task))
        });
        let (turn, account, task) = found?;
        let tasks = self.waiting.get_mut(&account)?;
        let task = tasks.remove(task)?;
        self.turns.remove(turn);
        if tasks.is_empty() {
            self.waiting.remove(&account);
        } else {
            self.turns.push_back(account);
        }
        self.count -= 1;
        Some((account, task))
    }
}

#[cfg(test)]
mod tests {
    use bosworth_table::GameId;

    use super::*;

    fn task(number: u128, level: u8) -> Task {
        let position = String::new();
        Task { game: GameId::from_random(number), ply: 0, revision: Some(1), level, position }
    }

    /// The order in which tasks of these accounts and levels are dequeued, as (account, level).
    fn order(asked: &[(i64, u8)], fits: impl Fn(AccountId, &Task) -> bool) -> Vec<(i64, u8)> {
        let mut schedule = Schedule::default();
        for (number, &(account, level)) in asked.iter().enumerate() {
            let pushed = schedule.push(AccountId(account), task(number as u128, level));
            assert_eq!(pushed, Pushed::New);
        }
        let next = || schedule.next(&fits).map(|(account, task)| (account.0, task.level));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn one_guest_with_many_games_does_not_starve_the_others() {
        let mut asked = vec![(1, 8); 60];
        asked.extend([(2, 8), (3, 1)]);
        let served = order(&asked, |_, _| true);
        assert_eq!(served[..4], [(1, 8), (2, 8), (3, 1), (1, 8)]);
        assert_eq!(served.len(), 62);
    }

    #[test]
    fn of_one_account_the_cheapest_comes_first_and_then_the_oldest() {
        let mut schedule = Schedule::default();
        for (number, level) in [(1, 8), (2, 3), (3, 8), (4, 3)] {
            schedule.push(AccountId(1), task(number, level));
        }
        let next = || schedule.next(|_, _| true).map(|(_, task)| task.game);
        let games: Vec<_> = std::iter::from_fn(next).collect();
        assert_eq!(games, [2, 4, 1, 3].map(GameId::from_random));
    }

    #[test]
    fn a_cheap_task_does_not_wait_behind_dear_ones() {
        let asked = [(1, 8), (2, 8), (3, 8), (3, 2), (4, 1)];
        assert_eq!(order(&asked, |_, task| task.is_cheap()), [(3, 2), (4, 1)]);
    }

    #[test]
    fn no_more_wait_than_there_is_room_for() {
        let mut schedule = Schedule::default();
        for number in 0..MAX_QUEUED_TASKS_PER_ACCOUNT as u128 {
            assert_eq!(schedule.push(AccountId(1), task(number, 1)), Pushed::New);
        }
        assert_eq!(schedule.push(AccountId(1), task(1_000, 1)), Pushed::Full);
        assert_eq!(schedule.push(AccountId(2), task(1_001, 1)), Pushed::New);
        for number in 0..2 * MAX_QUEUED_TASKS as u128 {
            schedule.push(AccountId(3 + number as i64), task(2_000 + number, 1));
        }
        assert_eq!(schedule.count, MAX_QUEUED_TASKS);
        assert_eq!(schedule.waiting.len(), schedule.turns.len());
        let next = || schedule.next(|_, _| true);
        assert_eq!(std::iter::from_fn(next).count(), MAX_QUEUED_TASKS);
        assert!(schedule.waiting.is_empty() && schedule.turns.is_empty());
    }

    #[test]
    fn a_position_taken_back_is_not_searched_any_more() {
        let mut schedule = Schedule::default();
        let [first, second] =
            [1, 3].map(|revision| Task { revision: Some(revision), ..task(1, 8) });
        let other = task(2, 8);
        for task in [&first, &other] {
            assert_eq!(schedule.push(AccountId(1), task.clone()), Pushed::New);
        }
        assert_eq!(schedule.push(AccountId(1), second.clone()), Pushed::Instead(first));
        let next = || schedule.next(|_, _| true).map(|(_, task)| task);
        assert_eq!(std::iter::from_fn(next).collect::<Vec<_>>(), [second, other]);
        assert_eq!(schedule.count, 0);
    }
}
