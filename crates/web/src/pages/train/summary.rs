use bosworth_view::prelude::*;

use super::control::{SolveControl, rating_text};
use super::daily_results::results;
use super::exercise::points_text;
use super::place::TrainPlace;
use super::series::ExerciseSeries;
use super::share::share_daily;
use crate::language::{fill, texts, tr};
use crate::parts::{button, group, link_button, paragraph, title};

/// What was solved, once the session is over or no exercise is left.
pub fn summary(control: SolveControl) -> View {
    let session = control.session.get_untracked();
    let is_over = control.state.with_untracked(Option::is_none);
    let series = control.series.get_value();
    let mut parts = Vec::new();
    if is_over {
        parts.push(paragraph("lead", "train-over", tr(series.over(control.training))));
    }
    if !session.answers.is_empty() {
        let count = session.answers.len();
        let row = |id: &str, value: String| {
            view! { <div class="stat"><b>{value}</b><span>{tr(id)}</span></div> }
        };
        let mut stats = vec![
            row("train-sum-right", format!("{} / {count}", session.right())),
            row("train-sum-streak", session.longest_streak().to_string()),
            row("train-sum-loss", points_text((session.mean_loss() * 2.0).round() / 2.0)),
        ];
        if session.rating_change.abs() >= 0.5 {
            let rating = control.training.progress.with_untracked(|it| it.standing().rating());
            parts.push(paragraph(
                "",
                "train-sum-rating",
                rating_text(rating, session.rating_change),
            ));
            stats.push(row("train-rating", texts().number(rating, 0)));
        }
        parts.push(title("train-summary", tr("train-summary")));
        parts.push(group("stats", stats));
        parts.push(results(control));
    }
    let mut buttons = Vec::new();
    match series {
        ExerciseSeries::Daily(day) => {
            buttons.extend(share_daily(control.training, day, &control.later_grades()));
        }
        ExerciseSeries::Puzzles(_) => {
            let again = move || {
                control.ended.set(false);
                if control.state.with_untracked(Option::is_none) {
                    control.next();
                }
            };
            buttons.push(button("train-go-on", "", tr("train-go-on"), again));
        }
        ExerciseSeries::Listed(_, Some(lesson)) => {
            let next = super::road::after(lesson);
            buttons.push(link_button("train-on", "primary", tr("train-road-on"), next.address()));
        }
        ExerciseSeries::Listed(_, None) | ExerciseSeries::Mistakes => {}
    }
    let home = TrainPlace::Home.address();
    buttons.push(link_button("train-home", "", fill("train-to-home", &[]), home));
    parts.push(group("buttons", buttons));
    group("panel", parts)
}
