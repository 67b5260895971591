use bosworth_practice::Day;
use bosworth_puzzles::Grade;
use bosworth_view::prelude::*;

use super::place::TrainPlace;
use super::training::Training;
use crate::browser;
use crate::language::{fill, tr};
use crate::parts::button;

/// The button that shares the result of a day, once its position was answered, with what the tries after
/// the first one were worth.
pub fn share_daily(training: Training, day: Day, later: &[Grade]) -> Option<View> {
    let address = format!("{}{}", browser::address(), TrainPlace::Daily.address());
    let text = training.progress.with(|progress| progress.shared_daily(day, later, &address))?;
    let share = move || {
        if browser::is_touch() && browser::share_text(&text) {
            return;
        }
        let copied = text.clone();
        browser::copy(&text, move |done| {
            training.app.toast(if done {
                tr("train-copied")
            } else {
                fill("train-not-copied", &[("text", copied.as_str().into())])
            });
        });
    };
    Some(button("train-share", "primary", tr("train-share"), share))
}
