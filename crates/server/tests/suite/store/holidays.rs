use bosworth_server::store::HolidayOutcome;
use bosworth_table::AccountId;
use tokio::task::JoinSet;

use crate::store::Nodes;
use crate::store::fixture::persons;

const DAY: i64 = 86_400_000;
/// The last day of 2026, at noon in UTC.
const LAST: i64 = 1_798_718_400_000;
const ANN: AccountId = AccountId(1);

pub async fn holidays_are_charged_to_the_year_they_begin_in(nodes: &Nodes) {
    persons(&nodes.one, &["Ann", "Bob"]).await;
    let take =
        async |days, now| nodes.one.take_holiday(ANN, days, 28, now).await.expect("an answer");
    let used = async |now| nodes.other.holidays_used(ANN, now).await.expect("an answer");
    let until = async |now| nodes.other.holiday(ANN, now).await.expect("an answer");
    let begin = LAST - 100 * DAY;
    assert_eq!(take(10, begin).await, HolidayOutcome::Begun);
    assert_eq!(take(1, begin + DAY).await, HolidayOutcome::Already);
    assert_eq!((used(begin).await, until(begin).await), (10, Some(begin + 10 * DAY)));
    // Back after a little over a day: two days have begun.
    assert!(nodes.one.end_holiday(ANN, begin + DAY + 1).await.expect("an answer"));
    assert!(!nodes.one.end_holiday(ANN, begin + DAY + 2).await.expect("an answer"));
    assert_eq!((used(begin).await, until(begin + DAY + 1).await), (2, None));
    assert_eq!(take(27, LAST).await, HolidayOutcome::TooLong);
    assert_eq!(take(26, LAST).await, HolidayOutcome::Begun);
    assert_eq!((used(LAST).await, used(LAST + DAY).await), (28, 0), "another year");
    assert_eq!(take(28, LAST + 26 * DAY).await, HolidayOutcome::Begun);
    assert_eq!(nodes.other.holidays_used(AccountId(2), LAST).await.expect("an answer"), 0);
    assert_eq!(nodes.one.holidays_of(ANN).await.expect("holidays").len(), 3);
}

pub async fn only_one_of_many_concurrent_holidays_is_taken(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let mut tasks = JoinSet::new();
    for number in 0..12 {
        let store = if number % 2 == 0 { nodes.one.clone() } else { nodes.other.clone() };
        tasks.spawn(async move { store.take_holiday(ANN, 5, 28, LAST).await });
    }
    let taken = tasks.join_all().await.into_iter().map(|taken| taken.expect("an answer"));
    assert_eq!(taken.filter(|taken| *taken == HolidayOutcome::Begun).count(), 1);
    assert_eq!(nodes.one.holidays_used(ANN, LAST).await.expect("an answer"), 5);
}

pub async fn a_holiday_is_pending_until_its_current_end_is_in_all_logs(nodes: &Nodes) {
    persons(&nodes.one, &["Ann"]).await;
    let pending = async || nodes.other.pending_holidays().await.expect("holidays");
    nodes.one.take_holiday(ANN, 5, 28, LAST).await.expect("a holiday");
    let [before] = pending().await[..] else { panic!("one") };
    nodes.one.end_holiday(ANN, LAST + DAY).await.expect("an end");
    // Changed meanwhile: the logs have a different end.
    nodes.one.holiday_noted(before).await.expect("an answer");
    let [after] = pending().await[..] else { panic!("still") };
    assert_eq!(after.ends, LAST + DAY);
    nodes.one.holiday_noted(after).await.expect("an answer");
    assert_eq!(pending().await, []);
}
