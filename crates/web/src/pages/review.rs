//! A game of the library, looked through by the engine.

mod errors;
mod exercise;
mod graph;
mod html;
mod keys;
mod press;
mod report;
mod study;
mod summary;
mod verdict;

use bosworth_rules::{Card, Game, Record, ReplayError, Side};
use leptos::prelude::*;

use self::html::{button, element, escape, paragraph};
use self::study::{State, Study};
use crate::language::{fill, texts, tr};
use crate::parts::{Bar, Board, Moves, Seat};
use crate::route::{Route, Shared};
use crate::settings::Bar as Kind;
use crate::store::{self, Entry};

/// A game of the library with what the engine says about it.
#[component]
pub fn Review(
    /// What the game is called in the library.
    id: String,
) -> impl IntoView {
    let Some(entry) = store::game(&id) else { return refuse("review-missing", id) };
    let Some((record, game, fault)) = read(&entry) else { return refuse("review-broken", id) };
    let study = Study::new(&entry, record, game);
    keys::listen(study);
    page(study, fault)
}

/// The game of an entry, as far as it follows the rules, and the action from which on it does
/// not; none if nothing can be shown.
fn read(entry: &Entry) -> Option<(Record, Game, Option<usize>)> {
    let record = entry.record()?;
    let (game, fault) = record.replay_prefix();
    let fault = match fault {
        Some(ReplayError::Illegal { index: 0, .. }) => return None,
        Some(ReplayError::Illegal { index, .. }) => Some(index + 1),
        _ => None,
    };
    Some((record, game, fault))
}

/// Why there is nothing to see, and the way back.
fn refuse(why: &str, mut id: String) -> AnyView {
    while id.chars().count() > 60 {
        id.pop();
    }
    let link = format!("class=\"button primary\" id=review-library href=\"{}\"", Route::Library);
    let content = element("h1", "tabindex=-1", &escape(&tr("title-review")))
        + &paragraph("lead", "review-refused", &fill(why, &[("id", id.into())]))
        + &element("a", &link, &escape(&tr("review-to-library")));
    view! { <main id="main">{still(content)}</main> }.into_any()
}

fn page(study: Study, fault: Option<usize>) -> AnyView {
    let scene = Memo::new(move |_| study.scene());
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let near = Memo::new(move |_| scene.with(|scene| scene.near));
    let chosen = Signal::derive(move || scene.with(|scene| scene.chosen));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !near.get() } else { near.get() });
        let on_card = Signal::derive(move || {
            let can = study.exercise.with(Option::is_some) && position.get().side() == side.get();
            can.then(|| Callback::new(move |card: Card| study.try_card(card)))
        });
        view! {
            <Seat side position bottom chosen on_card
                name=Signal::derive(move || study.name(side.get()))
                drawn=Signal::derive(move || study.drawn())/>
        }
        .into_any()
    };
    let kind = Signal::derive(move || if study.margin.get() { Kind::Margin } else { Kind::Chance });
    let mark = Callback::new(move |ply: usize| study.mark(ply));
    let square = Callback::new(move |square| study.try_square(square));
    let go = Callback::new(move |ply| study.go_to(ply));
    let value = Signal::derive(move || study.value());
    let bar =
        view! { <Bar kind value bottom=near ruleset=Signal::stored(study.ruleset())/> }.into_any();
    let board = view! { <Board scene on_square=square on_drag=square/> }.into_any();
    let game = Signal::stored(study.game());
    let moves = view! { <Moves game at=study.at on_go=go mark/> }.into_any();
    let fault = fault.map(|number| {
        let text = fill("review-fault", &[("number", number.into())]);
        still(paragraph("note", "review-fault", &text))
    });
    let course = vec![
        live("course-head", study, graph::head),
        graph::view(study),
        still(graph::legend()),
        live("work", study, work),
        live("work-buttons", study, work_button),
    ];
    let list = vec![still(html::title("review-list", &tr("moves-title"))), moves];
    let mut findings = vec![
        live("sums", study, summary::html),
        live("panel", study, exercise::choice),
        live("panel", study, tools),
    ];
    findings.extend(fault);
    let parts = vec![
        still(element("h1", "class=unseen tabindex=-1", &escape(&tr("title-review")))),
        group("table", vec![seat(true), group("board-row", vec![bar, board]), seat(false)]),
        live("act", study, act),
        group(
            "side",
            vec![
                group("panel course", course),
                live("panel report", study, report::html),
                group("panel", list),
            ],
        ),
        group("findings", findings),
    ];
    view! {
        <main id="main" class="play review with-bar" on:click=move |event| press::click(study, &event)>{parts}</main>
    }
    .into_any()
}

/// Parts of the page side by side.
fn group(class: &'static str, parts: Vec<AnyView>) -> AnyView {
    view! { <div class=class>{parts}</div> }.into_any()
}

/// A part of the page that stays as it is, as HTML.
fn still(content: String) -> AnyView {
    view! { <div class="still" inner_html=content></div> }.into_any()
}

/// A part of the page that is written anew whenever something in it has changed.
///
/// Parts are texts of HTML rather than views, because views of so many kinds would make the
/// program a tenth larger; what is pressed in them is found by its id, in [`press`].
fn live(class: &'static str, study: Study, content: fn(Study) -> String) -> AnyView {
    view! { <div class=class inner_html=move || content(study)></div> }.into_any()
}

/// What is done beside the board: going through the game, or mending an error.
fn act(study: Study) -> String {
    if let Some(exercise) = study.exercise.get() {
        return exercise::html(study, exercise);
    }
    let way = |(id, sign): (&str, &str)| {
        let attributes =
            format!("type=button class=button id=review-{id} aria-label=\"{}\"", escape(&tr(id)));
        element("button", &attributes, sign)
    };
    let ways = [("step-first", "|◀"), ("step-back", "◀"), ("step-on", "▶"), ("step-last", "▶|")];
    let ways: String = ways.into_iter().map(way).collect();
    let label = format!("class=steps role=group aria-label=\"{}\"", escape(&tr("steps-label")));
    element("div", &label, &ways)
}

/// How far the engine is.
fn work(study: Study) -> String {
    let state = study.state();
    let said =
        element("p", &format!("id=review-state data-state={state:?}"), &escape(&study.progress()));
    if state != State::Running {
        return said;
    }
    let done = study.work.with(|work| work.review.plies.len());
    let attributes = format!(
        "id=review-progress max={} value={done} aria-label=\"{}\"",
        study.last().max(1),
        escape(&tr("review-progress"))
    );
    said + &element("progress", &attributes, "")
}

/// What the engine can be told.
fn work_button(study: Study) -> String {
    match study.state() {
        State::Running => button("review-stop", &tr("review-stop")),
        State::Stopped => button("review-again", &tr("review-again")),
        State::Done => button("review-deeper", &tr("review-deeper")),
    }
}

/// Everything else one may want to do with the game, and what is known about its shuffle.
fn tools(study: Study) -> String {
    let analysis = Route::Analysis(Shared::Stored(study.id())).to_string();
    let link = format!("class=button id=review-analyse href=\"{}\"", escape(&analysis));
    let buttons = [
        button("review-turn", &tr("turn-board")),
        element("a", &link, &escape(&tr("to-analysis"))),
        button("review-save", &tr("review-save")),
        button("review-verify", &tr("review-verify")),
    ];
    let proof = study.work.with(|work| work.proof.clone()).map(|proof| {
        let (class, sign, text) = match &proof {
            Ok(text) => ("verdict good", "✓", text),
            Err(text) => ("verdict bad", "✗", text),
        };
        paragraph(class, "review-proof", &format!("{sign} {text}"))
    });
    html::title("review-tools", &tr("tools-label"))
        + &element("div", "class=buttons", &buttons.concat())
        + &proof.unwrap_or_default()
}

/// Games out of a hundred, as people of the language write them.
fn hundred(chance: f64) -> String {
    texts().number(chance * 100.0, 1)
}

/// What a side has when Red has so much.
fn seen_by(side: Side, red: f64) -> f64 {
    if side == Side::Red { red } else { 1.0 - red }
}
