use bosworth_rules::{BySide, Ruleset};
use leptos::prelude::*;

use super::lesson::LESSONS;
use super::{button, page, written};
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
    let press = Callback::new(move |id: String| {
        if id == "first-game" {
            first_game(app);
        }
    });
    let html = Signal::derive(|| html(&store::lessons()));
    page("lessons", vec![written("", html)], press)
}

/// Leads from the lessons to the table.
pub fn first_game(app: App) {
    let seats = BySide { red: Seat::Person, white: Seat::Level(1) };
    begin(app, Opening { ruleset: Ruleset::CLASSIC, seats, clock: None });
    browser::go(&Route::Play);
}

fn html(done: &[usize]) -> String {
    let all = LESSONS.len();
    let count = (0..all).filter(|n| done.contains(n)).count();
    let mut html = format!(
        "<h1 tabindex=\"-1\">{}</h1><p class=\"lead\">{}</p>",
        tr("title-learn"),
        tr("learn-lead")
    );
    html += "<div class=\"buttons\">";
    let next = (0..all).find(|n| !done.contains(n));
    if let Some(next) = next {
        let label = tr(if count == 0 { "learn-start" } else { "learn-go-on" });
        html += &format!(
            "<a id=\"lesson-start\" class=\"button primary\" href=\"#/learn/{next}\">{label}</a>"
        );
    }
    let class = if next.is_none() { "primary" } else { "" };
    html += &button("first-game", class, &tr("learn-first-game"));
    let progress = fill("learn-progress", &[("done", count.into()), ("count", all.into())]);
    html += &format!(
        "</div><p class=\"progress\"><progress id=\"lesson-progress\" max=\"{all}\" \
         value=\"{count}\" aria-label=\"{progress}\"></progress>{progress}</p>\
         <ol class=\"lesson-list\">"
    );
    for (n, lesson) in LESSONS.iter().enumerate() {
        let (class, mark) =
            if done.contains(&n) { ("done", tr("learn-done")) } else { ("", String::new()) };
        let (number, title) = (n + 1, tr(&format!("learn-{}", lesson.name)));
        let picture = lesson.picture;
        html += &format!(
            "<li><a id=\"lesson-{n}\" class=\"way {class}\" href=\"#/learn/{n}\">\
             <svg viewBox=\"0 0 44 44\" aria-hidden=\"true\"><use href=\"{picture}\"/></svg>\
             <b>{number}. {title}</b><span>{mark}</span></a></li>"
        );
    }
    html + "</ol>"
}
