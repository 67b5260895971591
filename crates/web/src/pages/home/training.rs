//! The training on the home page: the position of the day, and the visitor's mistakes that are due.

use bosworth_view::prelude::*;

use super::{WayIcon, described_way};
use crate::browser;
use crate::language::{texts, tr};
use crate::route::Route;
use crate::store;

const DAY_MS: f64 = 86_400_000.0;

/// The most mistakes of new reviews that come in a day.
const NEW_PER_DAY: usize = 10;

const CALENDAR: WayIcon = "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5";
const TARGET: WayIcon =
    "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M12 12h.01";

/// Links to the position of the day, and to the mistakes that are due or all training.
pub fn training_ways() -> Vec<View> {
    let today = (browser::now() / DAY_MS) as i32;
    let (done, due) = summarised(&store::training_summary().unwrap_or_default(), today);
    let due = due + store::found_mistake_count().min(NEW_PER_DAY);
    let place = |place: &str| Route::Train(place.into());
    let daily = tr(if done { "home-daily-done" } else { "home-daily-open" });
    let (rest, about) = match due {
        0 => (place(""), tr("way-train-about")),
        due => (place("mistakes"), texts().count("home-mistakes", due as u32)),
    };
    vec![
        described_way(place("daily"), "home-daily", CALENDAR, Some(daily)),
        described_way(rest, "way-train", TARGET, Some(about)),
    ]
}

/// Whether the position of the day is done, and how many mistakes are due, from the summary that the
/// training stores: a day, whether its position is done, and how many mistakes are due then and on the
/// days after.
fn summarised(summary: &str, today: i32) -> (bool, usize) {
    let mut numbers = summary.split(' ').map_while(|number| number.parse::<i32>().ok());
    let (Some(day), Some(done)) = (numbers.next(), numbers.next()) else { return (false, 0) };
    let days = today.saturating_sub(day).max(0) as usize;
    let due = numbers.enumerate().take_while(|(n, _)| *n <= days).last();
    (day == today && done > 0, due.map_or(0, |(_, due)| due.max(0) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_page_knows_what_is_due_on_later_days() {
        let on = |today| summarised("20776 1 2 2 5", today);
        assert_eq!([on(20_776), on(20_777), on(20_778)], [(true, 2), (false, 2), (false, 5)]);
        assert_eq!(on(20_900), (false, 5), "at least as many as on the last known day");
        assert_eq!(on(20_775), (false, 2), "the clock was put back");
        assert_eq!(summarised("", 20_776), (false, 0));
        assert_eq!(summarised("20776 x", 20_776), (false, 0));
    }
}
