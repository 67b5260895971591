use bosworth_rules::{BySide, Ruleset};
use bosworth_view::prelude::*;

use super::lesson::LESSONS;
use crate::app::{AppContext, use_app};
use crate::browser;
use crate::clocked_table::Seat;
use crate::language::{fill, tr};
use crate::pages::{LocalGameOptions, start_local_game};
use crate::parts::{button, headline, link_button, paragraph};
use crate::route::Route;
use crate::store;

/// The list of lessons, with the user's progress.
pub fn view() -> View {
    let (app, done) = (use_app(), store::lessons());
    let all = LESSONS.len();
    let count = (0..all).filter(|n| done.contains(n)).count();
    let next = (0..all).find(|n| !done.contains(n));
    let start = next.map(|next| {
        let label = tr(if count == 0 { "learn-start" } else { "learn-go-on" });
        link_button("lesson-start", "primary", label, Route::Learn(Some(next)).to_string())
    });
    let class = if next.is_none() { "primary" } else { "" };
    let first = button("first-game", class, tr("learn-first-game"), move || first_game(app));
    let progress = fill("learn-progress", &[("done", count.into()), ("count", all.into())]);
    let entries: Vec<_> = (0..all).map(|n| entry(n, done.contains(&n))).collect();
    view! {
        <main id="main" class="lessons">
            {headline(tr("title-learn"))}
            {paragraph("lead", "", tr("learn-lead"))}
            <div class="buttons">{start}{first}</div>
            <p class="progress">
                <progress id="lesson-progress" max=all.to_string() value=count.to_string() aria-label=progress.clone()></progress>
                {progress}
            </p>
            <ol class="lesson-list">{entries}</ol>
            <p><a id="to-book" href=Route::Book(String::new()).to_string()>{tr("learn-book")}</a></p>
        </main>
    }
}

/// A lesson in the list, by its index from 0.
fn entry(n: usize, done: bool) -> View {
    let lesson = &LESSONS[n];
    let title = format!("{}. {}", n + 1, tr(&format!("learn-{}", lesson.name)));
    let mark = done.then(|| tr("learn-done"));
    // The compass alone would look empty without a sword.
    let sword = (lesson.picture == "#compass").then(|| view! { <use href="#sword"/> });
    view! {
        <li><a id=format!("lesson-{n}") class="way" class:done=done href=Route::Learn(Some(n)).to_string()>
            <svg viewBox="0 0 44 44" aria-hidden="true"><use href=lesson.picture/>{sword}</svg>
            <b>{title}</b>
            <span>{mark}</span>
        </a></li>
    }
}

/// Starts a first game after the lessons.
pub fn first_game(app: AppContext) {
    let seats = BySide { red: Seat::Person, white: Seat::Level(1) };
    start_local_game(
        app,
        LocalGameOptions { ruleset: Ruleset::CLASSIC, seats, clock: None, handicap: None },
    );
    browser::go(&Route::Play);
}
