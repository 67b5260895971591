//! Correspondence clocks: reserves, weekends and holidays. Time is never negative, never credited
//! twice, and the same for every fold of the log.

use std::collections::HashSet;

use bosworth_rules::{Action, BySide, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, EndReason, Event, Seated, Stage, TableOrder, TimeControl,
};
use proptest::prelude::*;

use crate::fixture::{RED, TableFixture, WHITE, secret};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// 2026-11-16, a Monday, at midnight in UTC.
const MONDAY: i64 = 1_794_787_200_000;

/// A dealt game that starts on a Monday.
fn dealt(clock: &str, number: u64) -> TableFixture {
    let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let mut fixture = TableFixture::open(clock, false, seats, number);
    fixture.now = MONDAY;
    for side in Side::ALL {
        fixture.say(side, Command::Ready { nonce: format!("{side}'s part") }).unwrap();
    }
    fixture
}

/// A naive model of the clock that counts hour by hour.
#[derive(Default)]
struct Slow {
    since: i64,
    left: BySide<i64>,
    holidays: BySide<HashSet<i64>>,
    outages: HashSet<i64>,
    /// The time up to which outages have been credited, in order and each hour once.
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
    fn the_clock_counts_working_hours_once_and_hours_off_never(
        number in any::<u64>(),
        clock in prop::sample::select(vec!["1d", "3d", "2dw", "5d+1d", "10d+1dw", "3d+3d"]),
        steps in steps(),
    ) {
        let mut fixture = dealt(clock, number);
        let clock: TimeControl = clock.parse().unwrap();
        let most = clock.initial().unwrap() / HOUR;
        let mut slow = Slow { left: BySide { red: most, white: most }, ..Slow::default() };
        let mut hour = 0;
        for (hours, step) in steps {
            hour += hours;
            fixture.now = MONDAY + hour * HOUR;
            let Some(turn) = fixture.authoritative.turn() else { break };
            match step {
                Step::Act(choice) => {
                    let actions: Vec<Action> = fixture.authoritative.position().unwrap().actions().iter().collect();
                    let action = actions[usize::from(choice) % actions.len()];
                    let left = slow.left(clock, turn, hour);
                    let command = fixture.answer(action);
                    fixture.say(turn, command).unwrap();
                    let ending = fixture.authoritative.ending().map(|ending| ending.reason);
                    if left <= 0 {
                        prop_assert_eq!(ending, Some(EndReason::Time));
                        prop_assert_eq!(fixture.left()[turn], 0, "never negative");
                        break;
                    }
                    prop_assert_ne!(ending, Some(EndReason::Time));
                    slow.act(clock, turn, hour);
                }
                Step::Holiday(red, days) => {
                    let side = if red { Side::Red } else { Side::White };
                    let until = hour + days * 24;
                    fixture.order(&TableOrder::Holiday(side, MONDAY + until * HOUR));
                    slow.holidays[side].retain(|off| *off < hour);
                    slow.holidays[side].extend(hour..until);
                    let told = fixture.authoritative.holiday(side, fixture.now);
                    prop_assert_eq!(told, (days > 0).then_some(MONDAY + until * HOUR));
                    // Repeating it changes nothing.
                    let again = fixture.order(&TableOrder::Holiday(side, MONDAY + until * HOUR));
                    prop_assert_eq!(again, Decision::Nothing);
                }
                Step::Outage(hours) => {
                    fixture.order(&TableOrder::Outage(fixture.now - hours * HOUR));
                    slow.fail(hour - hours, hour);
                }
                Step::Wait => {}
            }
            let left = fixture.left();
            if let Some(turn) = fixture.authoritative.turn() {
                prop_assert_eq!(left[turn], slow.left(clock, turn, hour) * HOUR);
                prop_assert_eq!(left[!turn], slow.left[!turn] * HOUR, "the other clock is stopped");
                let deadline = fixture.authoritative.deadline().unwrap();
                let then = fixture.authoritative.time_left(deadline).unwrap()[turn];
                prop_assert!((-500..=0).contains(&then), "{then} at the deadline");
                let before = fixture.authoritative.time_left(deadline - 501).unwrap()[turn];
                prop_assert!(before > then, "not earlier");
                let last_fifth = fixture.authoritative.last_fifth_at().unwrap();
                let then = fixture.authoritative.time_left(last_fifth).unwrap()[turn];
                prop_assert_eq!(then, slow.left[turn] * HOUR / 5);
            }
            for side in Side::ALL {
                prop_assert!(left[side] <= most * HOUR, "at most the maximum");
            }
        }
        // The same on every node, however often it is folded.
        let again = AuthoritativeTable::replay(&fixture.log, secret(number)).unwrap();
        for table in [&*again, &fixture.client] {
            prop_assert_eq!(table.deadline(), fixture.authoritative.deadline());
            for ahead in [0, HOUR, 3 * DAY, 40 * DAY] {
                let now = fixture.now + ahead;
                prop_assert_eq!(table.time_left(now), fixture.authoritative.time_left(now));
                for side in Side::ALL {
                    prop_assert_eq!(table.holiday(side, now), fixture.authoritative.holiday(side, now));
                }
            }
        }
    }

    #[test]
    fn adjusting_the_service_clock_neither_costs_nor_grants_time(
        clock in prop::sample::select(vec!["2d", "2dw", "10d+1dw"]),
        hours in 0..200_i64,
        rest in 0..10_i64,
        jump in -100..100_i64,
    ) {
        let mut fixture = dealt(clock, 7);
        let side = fixture.authoritative.turn().unwrap();
        fixture.order(&TableOrder::Holiday(side, MONDAY + rest * DAY));
        fixture.now += hours * HOUR;
        let before = fixture.left();
        fixture.order(&TableOrder::Credit(jump * HOUR));
        fixture.now += jump * HOUR;
        prop_assert_eq!(fixture.left(), before);
    }
}

#[test]
fn a_reserve_refills_up_to_its_maximum() {
    let mut fixture = dealt("5d+1d", 3);
    let first = fixture.authoritative.turn().unwrap();
    fixture.now += 3 * DAY;
    fixture.act();
    assert_eq!(fixture.left()[first], 3 * DAY, "five minus three plus one");
    fixture.now += HOUR;
    fixture.act();
    assert_eq!(fixture.left()[!first], 5 * DAY, "at most five");
    fixture.now += 3 * DAY + 1_000;
    fixture.order(&TableOrder::Tick);
    assert_eq!(fixture.authoritative.ending().map(|ending| ending.winner), Some(Some(!first)));
}

#[test]
fn weekends_off_stop_the_clock() {
    for (clock, until) in [("1d", 5 * DAY), ("1dw", 7 * DAY)] {
        let mut fixture = dealt(clock, 3);
        for hours in [20, 20, 20, 20, 20] {
            fixture.now += hours * HOUR;
            fixture.act();
        }
        // It is four on Friday morning: four hours are left after midnight.
        let lag = 500;
        assert_eq!(
            fixture.authoritative.deadline(),
            Some(MONDAY + until + 4 * HOUR + lag),
            "{clock}"
        );
    }
}

#[test]
fn the_last_fifth_is_of_the_players_own_time() {
    let hour_of_last_fifth =
        |fixture: &TableFixture| (fixture.authoritative.last_fifth_at().unwrap() - MONDAY) / HOUR;
    // 24 hours from Friday noon: twelve on Friday, a fifth less than twelve on Monday.
    for (clock, hour) in [("1d", 4 * 24 + 12 + 19), ("1dw", 7 * 24 + 7)] {
        let mut fixture = dealt(clock, 3);
        for _ in 0..9 {
            fixture.now += 12 * HOUR;
            fixture.act();
        }
        assert_eq!(hour_of_last_fifth(&fixture), hour, "{clock}");
        // A holiday and an outage are not the player's time.
        let side = fixture.authoritative.turn().unwrap();
        fixture.order(&TableOrder::Holiday(side, fixture.now + 14 * DAY));
        assert_eq!(hour_of_last_fifth(&fixture), hour + 14 * 24, "{clock}");
        fixture.order(&TableOrder::Holiday(side, fixture.now));
        fixture.now += 5 * HOUR;
        fixture.order(&TableOrder::Outage(fixture.now - 5 * HOUR));
        assert_eq!(hour_of_last_fifth(&fixture), hour + 5, "{clock}");
    }
    for clock in ["5+3", "-"] {
        assert_eq!(TableFixture::dealt(clock, false).authoritative.last_fifth_at(), None);
    }
}

#[test]
fn an_outage_during_a_weekend_off_is_not_credited() {
    let mut fixture = dealt("14dw", 3);
    fixture.now = MONDAY + 5 * DAY + 6 * HOUR;
    let Decision::Append(entry) = fixture.order(&TableOrder::Outage(fixture.now - 12 * HOUR))
    else {
        panic!()
    };
    let credit = Event::Credit { ms: 12 * HOUR, counted: Some(6 * HOUR) };
    assert_eq!(entry.events, [credit]);
    let side = fixture.authoritative.turn().unwrap();
    assert_eq!(fixture.left()[side], 14 * DAY - 5 * DAY + 6 * HOUR);
}

#[test]
fn holidays_apply_to_people_in_correspondence_games() {
    for clock in ["5+3", "-"] {
        let mut fixture = TableFixture::dealt(clock, false);
        let order = TableOrder::Holiday(Side::Red, fixture.now + DAY);
        assert_eq!(fixture.order(&order), Decision::Nothing, "{clock}");
    }
    let seats = BySide { red: Seated::Computer(3), white: Seated::Account(WHITE) };
    let mut fixture = TableFixture::open("2d", false, seats, 5);
    let order = TableOrder::Holiday(Side::Red, fixture.now + DAY);
    assert_eq!(fixture.order(&order), Decision::Nothing);
}

#[test]
fn ending_a_holiday_early_restarts_the_clock_from_then() {
    let mut fixture = dealt("2d", 3);
    let side = fixture.authoritative.turn().unwrap();
    fixture.now += DAY;
    fixture.order(&TableOrder::Holiday(side, fixture.now + 10 * DAY));
    fixture.now += 4 * DAY;
    assert_eq!(fixture.left()[side], DAY);
    // A holiday that ended yesterday counts as over from now on.
    fixture.order(&TableOrder::Holiday(side, fixture.now - DAY));
    assert_eq!(
        (fixture.left()[side], fixture.authoritative.holiday(side, fixture.now)),
        (DAY, None)
    );
    fixture.now += DAY + 1_000;
    fixture.order(&TableOrder::Tick);
    assert_eq!(fixture.authoritative.stage(), Stage::Over);
}
