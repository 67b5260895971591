use bosworth_practice::Day;
use bosworth_protocol::{DailyReply, DailyView};
use bosworth_rules::Action;
use bosworth_view::prelude::*;

use super::control::SolveControl;
use super::exercise::points_text;
use crate::language::{fill, texts};
use crate::online::api;
use crate::parts::{live, paragraph};

/// Where the server keeps the results of the day.
const PATH: &str = "api/puzzles/daily";

/// Asks how others answered the position of the day; with an account, gives one's own first answer.
/// Without a server, nothing comes of it.
pub fn ask(control: SolveControl, day: Day, action: Option<Action>) {
    let training = control.training;
    let visitor = training.parts.with_untracked(|parts| Some((*parts)?.sync.visitor));
    let has_account = visitor.is_some_and(|it| it.me.with_untracked(Option::is_some));
    let reply = action
        .filter(|_| has_account)
        .map(|action| DailyReply { date: day.to_string(), action: action.to_string() });
    control.page.spawn(async move {
        let answered = match &reply {
            Some(reply) => api::post::<DailyView>(PATH, reply).await.ok(),
            None => None,
        };
        // It may have been answered on another device.
        let view = match answered {
            Some(view) => Some(view),
            None => api::get::<DailyView>(PATH).await.ok(),
        };
        let puzzle = training.daily().map(|id| id.0);
        control.daily.set(view.filter(|view| Some(view.puzzle) == puzzle));
    });
}

/// How many answered, and what their answers are worth, once that is known.
pub fn results(control: SolveControl) -> View {
    let words = move || control.daily.with(|view| words(view.as_ref()?));
    live("", move || {
        words().map(|it| paragraph("", "train-daily-results", it)).into_iter().collect()
    })
}

fn words(view: &DailyView) -> Option<String> {
    let results = view.results;
    let count = results.right + results.close + results.wrong;
    let mean = points_text((2.0 * view.mean?).round() / 2.0);
    Some(fill(
        "train-daily-results",
        &[
            ("count", count.into()),
            ("right", percent(results.right, count).into()),
            ("points", mean.into()),
        ],
    ))
}

/// The share of the people who chose an action; nothing if they are not known.
pub fn share(view: &DailyView, action: Action) -> Option<String> {
    let all: u32 = view.actions.iter().map(|it| it.answers).sum();
    let action = action.to_string();
    let own = view.actions.iter().find(|it| it.action == action).map_or(0, |it| it.answers);
    (all > 0).then(|| fill("train-share-of", &[("share", percent(own, all).into())]))
}

fn percent(part: u32, all: u32) -> String {
    texts().number(100.0 * f64::from(part) / f64::from(all.max(1)), 0)
}
