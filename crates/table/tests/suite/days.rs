//! Clocks that count days: a reserve, weekends and holidays. Time is never negative, never given
//! twice, and the same for whoever folds the log.

use std::collections::HashSet;

use bosworth_rules::{Action, BySide, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, EndReason, Event, Seated, Stage, TableOrder, TimeControl,
};
use proptest::prelude::*;

use crate::desk::{Desk, RED, WHITE, secret};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// 2026-11-16, a Monday, at midnight in UTC.
const MONDAY: i64 = 1_794_787_200_000;

/// A dealt game that begins on a Monday.
fn dealt(clock: &str, number: u64) -> Desk {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let mut desk = Desk::open(clock, false, seats, number);
    desk.now = MONDAY;
    for side in Side::ALL {
        desk.say(side, Command::Ready { nonce: format!("{side}'s part") }).unwrap();
    }
    desk
}

/// The clock, hour by hour and written down: what is off is off, and everything else counts.
#[derive(Default)]
struct Slow {
    since: i64,
    left: BySide<i64>,
    holidays: BySide<HashSet<i64>>,
    outages: HashSet<i64>,
    /// Up to when outages are known: they are told in order, and each hour of them once.
    known: i64,
}

impl Slow {
    fn is_weekend(hour: i64) -> bool {
        hour.div_euclid(24) % 7 >= 5
    }

    fn left(&self, clock: TimeControl, side: Side, now: i64) -> i64 {
        let TimeControl::Days(days) = clock else { panic!("{clock} counts no days") };
        let counts = |hour: &i64| {
            let weekend = days.weekends_off && Self::is_weekend(*hour);
            !(weekend || self.holidays[side].contains(hour) || self.outages.contains(hour))
        };
        self.left[side] - (self.since..now).filter(counts).count() as i64
    }

    fn fail(&mut self, from: i64, now: i64) {
        let from = from.max(self.since).max(self.known);
        if from < now {
            self.outages.extend(from..now);
            self.known = now;
        }
    }

    fn act(&mut self, clock: TimeControl, side: Side, now: i64) {
        let TimeControl::Days(days) = clock else { panic!("{clock} counts no days") };
        let most = i64::from(days.days) * 24;
        let left = self.left(clock, side, now);
        self.left[side] = match days.increment {
            None => most,
            Some(days) => (left + i64::from(days) * 24).min(most),
        };
        self.since = now;
    }
}

#[derive(Clone, Debug)]
enum Step {
    Act(u8),
    Holiday(bool, i64),
    Outage(i64),
    Wait,
}

fn steps() -> impl Strategy<Value = Vec<(i64, Step)>> {
    let step = prop_oneof![
        4 => any::<u8>().prop_map(Step::Act),
        2 => (any::<bool>(), 0..12_i64).prop_map(|(red, days)| Step::Holiday(red, days)),
        1 => (0..60_i64).prop_map(Step::Outage),
        1 => Just(Step::Wait),
    ];
    prop::collection::vec((0..40_i64, step), 1..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_clock_counts_every_hour_once_and_never_one_that_is_off(
        number in any::<u64>(),
        clock in prop::sample::select(vec!["1d", "3d", "2dw", "5d+1d", "10d+1dw", "3d+3d"]),
        steps in steps(),
    ) {
        let mut desk = dealt(clock, number);
        let clock: TimeControl = clock.parse().unwrap();
        let most = clock.initial().unwrap() / HOUR;
        let mut slow = Slow { left: BySide { red: most, white: most }, ..Slow::default() };
        let mut hour = 0;
        for (hours, step) in steps {
            hour += hours;
            desk.now = MONDAY + hour * HOUR;
            let Some(turn) = desk.host.turn() else { break };
            match step {
                Step::Act(choice) => {
                    let actions: Vec<Action> = desk.host.position().unwrap().actions().iter().collect();
                    let action = actions[usize::from(choice) % actions.len()];
                    let left = slow.left(clock, turn, hour);
                    let command = desk.answer(action);
                    desk.say(turn, command).unwrap();
                    let ending = desk.host.ending().map(|ending| ending.reason);
                    if left <= 0 {
                        prop_assert_eq!(ending, Some(EndReason::Time));
                        prop_assert_eq!(desk.left()[turn], 0, "never negative");
                        break;
                    }
                    prop_assert_ne!(ending, Some(EndReason::Time));
                    slow.act(clock, turn, hour);
                }
                Step::Holiday(red, days) => {
                    let side = if red { Side::Red } else { Side::White };
                    let until = hour + days * 24;
                    desk.order(&TableOrder::Holiday(side, MONDAY + until * HOUR));
                    slow.holidays[side].retain(|off| *off < hour);
                    slow.holidays[side].extend(hour..until);
                    let told = desk.host.holiday(side, desk.now);
                    prop_assert_eq!(told, (days > 0).then_some(MONDAY + until * HOUR));
                    // Once more changes nothing.
                    let again = desk.order(&TableOrder::Holiday(side, MONDAY + until * HOUR));
                    prop_assert_eq!(again, Decision::Nothing);
                }
                Step::Outage(hours) => {
                    desk.order(&TableOrder::Outage(desk.now - hours * HOUR));
                    slow.fail(hour - hours, hour);
                }
                Step::Wait => {}
            }
            let left = desk.left();
            if let Some(turn) = desk.host.turn() {
                prop_assert_eq!(left[turn], slow.left(clock, turn, hour) * HOUR);
                prop_assert_eq!(left[!turn], slow.left[!turn] * HOUR, "the other clock stands");
                let deadline = desk.host.deadline().unwrap();
                let then = desk.host.left(deadline).unwrap()[turn];
                prop_assert!((-500..=0).contains(&then), "{then} at the deadline");
                let before = desk.host.left(deadline - 501).unwrap()[turn];
                prop_assert!(before > then, "not a moment later than that");
            }
            for side in Side::ALL {
                prop_assert!(left[side] <= most * HOUR, "more than there ever was");
            }
        }
        // The same on every node, however often it is folded and whenever it is looked at.
        let again = AuthoritativeTable::replay(&desk.log, secret(number)).unwrap();
        for table in [&*again, &desk.client] {
            prop_assert_eq!(table.deadline(), desk.host.deadline());
            for ahead in [0, HOUR, 3 * DAY, 40 * DAY] {
                let now = desk.now + ahead;
                prop_assert_eq!(table.left(now), desk.host.left(now));
                for side in Side::ALL {
                    prop_assert_eq!(table.holiday(side, now), desk.host.holiday(side, now));
                }
            }
        }
    }

    #[test]
    fn a_clock_that_is_set_costs_nobody_time_and_gives_none(
        clock in prop::sample::select(vec!["2d", "2dw", "10d+1dw"]),
        hours in 0..200_i64,
        rest in 0..10_i64,
        jump in -100..100_i64,
    ) {
        let mut desk = dealt(clock, 7);
        let side = desk.host.turn().unwrap();
        desk.order(&TableOrder::Holiday(side, MONDAY + rest * DAY));
        desk.now += hours * HOUR;
        let before = desk.left();
        desk.order(&TableOrder::Credit(jump * HOUR));
        desk.now += jump * HOUR;
        prop_assert_eq!(desk.left(), before);
    }
}

#[test]
fn a_reserve_is_used_up_and_filled_but_never_beyond_its_size() {
    let mut desk = dealt("5d+1d", 3);
    let first = desk.host.turn().unwrap();
    desk.now += 3 * DAY;
    desk.act();
    assert_eq!(desk.left()[first], 3 * DAY, "five less three and one more");
    desk.now += HOUR;
    desk.act();
    assert_eq!(desk.left()[!first], 5 * DAY, "no more than five");
    desk.now += 3 * DAY + 1_000;
    desk.order(&TableOrder::Tick);
    assert_eq!(desk.host.ending().map(|ending| ending.winner), Some(Some(!first)));
}

#[test]
fn a_weekend_is_on_nobodys_clock_where_the_table_says_so() {
    for (clock, until) in [("1d", 5 * DAY), ("1dw", 7 * DAY)] {
        let mut desk = dealt(clock, 3);
        for hours in [20, 20, 20, 20, 20] {
            desk.now += hours * HOUR;
            desk.act();
        }
        // It is Friday, four in the morning: four hours are left after midnight.
        let lag = 500;
        assert_eq!(desk.host.deadline(), Some(MONDAY + until + 4 * HOUR + lag), "{clock}");
    }
}

#[test]
fn an_outage_at_the_weekend_is_not_given_back_on_monday() {
    let mut desk = dealt("14dw", 3);
    desk.now = MONDAY + 5 * DAY + 6 * HOUR;
    let Decision::Append(entry) = desk.order(&TableOrder::Outage(desk.now - 12 * HOUR)) else {
        panic!()
    };
    let credit = Event::Credit { ms: 12 * HOUR, counted: Some(6 * HOUR) };
    assert_eq!(entry.events, [credit]);
    let side = desk.host.turn().unwrap();
    assert_eq!(desk.left()[side], 14 * DAY - 5 * DAY + 6 * HOUR);
}

#[test]
fn a_holiday_is_for_correspondence_games_and_for_people() {
    for clock in ["5+3", "-"] {
        let mut desk = Desk::dealt(clock, false);
        let order = TableOrder::Holiday(Side::Red, desk.now + DAY);
        assert_eq!(desk.order(&order), Decision::Nothing, "{clock}");
    }
    let seats = BySide { red: Seated::Computer(3), white: Seated::Account(WHITE) };
    let mut desk = Desk::open("2d", false, seats, 5);
    let order = TableOrder::Holiday(Side::Red, desk.now + DAY);
    assert_eq!(desk.order(&order), Decision::Nothing);
}

#[test]
fn who_comes_back_early_is_on_the_clock_again_and_only_from_then_on() {
    let mut desk = dealt("2d", 3);
    let side = desk.host.turn().unwrap();
    desk.now += DAY;
    desk.order(&TableOrder::Holiday(side, desk.now + 10 * DAY));
    desk.now += 4 * DAY;
    assert_eq!(desk.left()[side], DAY);
    // Over by the calendar of the server since yesterday: what has passed is not counted.
    desk.order(&TableOrder::Holiday(side, desk.now - DAY));
    assert_eq!((desk.left()[side], desk.host.holiday(side, desk.now)), (DAY, None));
    desk.now += DAY + 1_000;
    desk.order(&TableOrder::Tick);
    assert_eq!(desk.host.stage(), Stage::Over);
}
