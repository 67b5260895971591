use crate::time_control::DAY_MS;

/// Five working days, and a whole week.
const WORK_WEEK_MS: i64 = 5 * DAY_MS;
const WEEK_MS: i64 = 7 * DAY_MS;
/// 1 January 1970 was a Thursday: the time since the preceding Monday.
const EPOCH_SINCE_MONDAY_MS: i64 = 3 * DAY_MS;

/// A player's holiday: from `from` up to, but not including, `until`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HolidayPeriod {
    pub(crate) from: i64,
    pub(crate) until: i64,
}

impl HolidayPeriod {
    /// Starts, changes or ends a holiday. The list stays sorted and disjoint, so that no time is
    /// excluded twice.
    pub(crate) fn note(holidays: &mut Vec<Self>, now: i64, until: i64) {
        match holidays.last_mut() {
            Some(last) if now < last.until => last.until = until.max(last.from),
            _ if now < until => holidays.push(Self { from: now, until }),
            _ => {}
        }
    }
}

/// Which time runs on a player's clock: all of it, or all except weekends and holidays.
///
/// A weekend is Saturday and Sunday in UTC, the same for both players wherever they live.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Calendar<'a> {
    pub(crate) weekends_off: bool,
    /// Sorted and disjoint.
    pub(crate) holidays: &'a [HolidayPeriod],
}

impl Calendar<'_> {
    /// How many milliseconds between two times count; negative if the second one is earlier.
    pub(crate) fn counted(self, from: i64, to: i64) -> i64 {
        if to < from {
            return self.counted(to, from).saturating_neg();
        }
        let off = self.holidays.iter().map(|holiday| {
            let (begin, end) = (holiday.from.max(from), holiday.until.min(to));
            if begin < end { self.work_between(begin, end) } else { 0 }
        });
        self.work_between(from, to).saturating_sub(off.fold(0, i64::saturating_add))
    }

    /// The earliest time at which `counted` milliseconds have run since `from`. If `counted` is
    /// negative, a time from which that many run until `from`.
    pub(crate) fn after(self, from: i64, counted: i64) -> i64 {
        if counted < 0 {
            self.backward(from, counted.saturating_neg())
        } else {
            self.forward(from, counted)
        }
    }

    fn forward(self, from: i64, counted: i64) -> i64 {
        let (mut at, mut rest) = (from, counted);
        for holiday in self.holidays.iter().filter(|holiday| from < holiday.until) {
            let until_then = self.work_between(at, holiday.from.max(at));
            if rest <= until_then {
                break;
            }
            rest -= until_then;
            at = holiday.until;
        }
        match (rest, self.weekends_off) {
            (0, _) => at,
            (_, false) => at.saturating_add(rest),
            (_, true) => time_of_work(work_before(at).saturating_add(rest)),
        }
    }

    fn backward(self, to: i64, counted: i64) -> i64 {
        let (mut at, mut rest) = (to, counted);
        for holiday in self.holidays.iter().rev().filter(|holiday| holiday.from < to) {
            let since_then = self.work_between(holiday.until.min(at), at);
            if rest <= since_then {
                break;
            }
            rest -= since_then;
            at = holiday.from;
        }
        match (rest, self.weekends_off) {
            (0, _) => at,
            (_, false) => at.saturating_sub(rest),
            (_, true) => time_of_work(work_before(at).saturating_sub(rest)),
        }
    }

    /// The milliseconds between two times, without weekends if they are off.
    fn work_between(self, from: i64, to: i64) -> i64 {
        if self.weekends_off {
            work_before(to).saturating_sub(work_before(from))
        } else {
            to.saturating_sub(from)
        }
    }
}

/// The weekday milliseconds from a fixed origin up to a time.
fn work_before(moment: i64) -> i64 {
    let since_monday = moment.saturating_add(EPOCH_SINCE_MONDAY_MS);
    since_monday.div_euclid(WEEK_MS) * WORK_WEEK_MS
        + since_monday.rem_euclid(WEEK_MS).min(WORK_WEEK_MS)
}

/// The earliest time with that many: the inverse of [`work_before`].
fn time_of_work(worked: i64) -> i64 {
    let (weeks, rest) = (worked.div_euclid(WORK_WEEK_MS), worked.rem_euclid(WORK_WEEK_MS));
    // A full week's work is complete at midnight on Friday, not on Monday.
    let (weeks, rest) = if rest == 0 { (weeks - 1, WORK_WEEK_MS) } else { (weeks, rest) };
    weeks.saturating_mul(WEEK_MS).saturating_add(rest).saturating_sub(EPOCH_SINCE_MONDAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-16, a Monday, at midnight.
    const MONDAY: i64 = 1_794_787_200_000;
    const HOUR: i64 = 3_600_000;
    const WEEKENDS: Calendar<'static> = Calendar { weekends_off: true, holidays: &[] };

    #[test]
    fn a_weekend_is_saturday_and_sunday() {
        let on = |day: i64| WEEKENDS.counted(MONDAY + day * DAY_MS, MONDAY + (day + 1) * DAY_MS);
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6, 7].map(on),
            [DAY_MS, DAY_MS, DAY_MS, DAY_MS, DAY_MS, 0, 0, DAY_MS]
        );
        assert_eq!(WEEKENDS.counted(MONDAY + WEEK_MS, MONDAY), -WORK_WEEK_MS);
    }

    #[test]
    fn time_that_ends_with_friday_is_up_at_its_midnight() {
        assert_eq!(WEEKENDS.after(MONDAY + 4 * DAY_MS, DAY_MS), MONDAY + 5 * DAY_MS);
        assert_eq!(WEEKENDS.after(MONDAY + 4 * DAY_MS, DAY_MS + 1), MONDAY + WEEK_MS + 1);
        assert_eq!(WEEKENDS.after(MONDAY + 5 * DAY_MS + HOUR, HOUR), MONDAY + WEEK_MS + HOUR);
    }

    #[test]
    fn a_weekend_within_a_holiday_is_excluded_once() {
        let holidays = [HolidayPeriod { from: MONDAY + 4 * DAY_MS, until: MONDAY + 8 * DAY_MS }];
        let calendar = Calendar { weekends_off: true, holidays: &holidays };
        assert_eq!(calendar.counted(MONDAY, MONDAY + 9 * DAY_MS), 5 * DAY_MS);
        assert_eq!(calendar.after(MONDAY, 5 * DAY_MS), MONDAY + 9 * DAY_MS);
        // The weekend before is equivalent to Monday.
        let before = calendar.after(MONDAY + 9 * DAY_MS, -5 * DAY_MS);
        assert!((MONDAY - 2 * DAY_MS..=MONDAY).contains(&before), "{before}");
        assert_eq!(calendar.counted(before, MONDAY + 9 * DAY_MS), 5 * DAY_MS);
    }

    #[test]
    fn a_holiday_can_be_extended_or_cut_short() {
        let mut holidays = Vec::new();
        HolidayPeriod::note(&mut holidays, 10, 20);
        HolidayPeriod::note(&mut holidays, 12, 30);
        HolidayPeriod::note(&mut holidays, 15, 15);
        assert_eq!(holidays, [HolidayPeriod { from: 10, until: 15 }]);
        HolidayPeriod::note(&mut holidays, 15, 15);
        HolidayPeriod::note(&mut holidays, 17, 19);
        assert_eq!(holidays.len(), 2);
    }
}
