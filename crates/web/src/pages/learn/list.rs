use bosworth_rules::{BySide, Ruleset};
use leptos::prelude::*;

use super::lesson::LESSONS;
use crate::app::{App, use_app};
use crate::browser;
use crate::language::{fill, tr};
use crate::pages::{Opening, begin};
use crate::route::Route;
use crate::store;
use crate::table::Seat;

/// All lessons, and how far one has come.
pub fn view() -> AnyView {
    let app = use_app();
    let done = store::lessons();
    let count = (0..LESSONS.len()).filter(|n| done.contains(n)).count();
    let next = (0..LESSONS.len()).find(|n| !done.contains(n));
    let start = next.map(|next| {
        let label = tr(if count == 0 { "learn-start" } else { "learn-go-on" });
        let href = Route::Learn(Some(next)).to_string();
        view! { <a class="button primary" id="lesson-start" href=href>{label}</a> }
    });
    let progress =
        fill("learn-progress", &[("done", count.into()), ("count", LESSONS.len().into())]);
    let items = LESSONS.iter().enumerate().map(|(n, lesson)| {
        let done = done.contains(&n);
        view! {
            <li>
                <a class="way" class:done=done id=format!("lesson-{n}") href=Route::Learn(Some(n)).to_string()>
                    <svg viewBox="0 0 44 44" aria-hidden="true"><use href=lesson.picture/></svg>
                    <b>{n + 1}". "{tr(&format!("learn-{}", lesson.name))}</b>
                    <span>{done.then(|| tr("learn-done"))}</span>
                </a>
            </li>
        }
    });
    view! {
        <main id="main" class="lessons">
            <h1 tabindex="-1">{tr("title-learn")}</h1>
            <p class="lead">{tr("learn-lead")}</p>
            <div class="buttons">{start}{first_game(app, next.is_none())}</div>
            <p class="progress">
                <progress id="lesson-progress" max=LESSONS.len() value=count aria-label=progress.clone()></progress>
                {progress.clone()}
            </p>
            <ol class="lesson-list">{items.collect_view()}</ol>
        </main>
    }
    .into_any()
}

/// The button that leads from the lessons to the table.
pub fn first_game(app: App, primary: bool) -> AnyView {
    let play = move |_| {
        let seats = BySide { red: Seat::Person, white: Seat::Level(1) };
        begin(app, Opening { ruleset: Ruleset::CLASSIC, seats, clock: None });
        browser::go(&Route::Play);
    };
    view! {
        <button type="button" class="button" class:primary=primary id="first-game" on:click=play>{tr("learn-first-game")}</button>
    }
    .into_any()
}
