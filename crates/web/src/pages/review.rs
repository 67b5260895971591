//! The engine's review of a game in the library.

mod errors;
mod exercise;
mod graph;
mod report;
mod study;
mod summary;
mod touch;
mod verdict;
mod work;

use bosworth_engine::ReviewDepth;
use bosworth_rules::{Game, Record, ReplayError, Side};
use bosworth_view::prelude::*;

use self::study::Study;
use self::work::ReviewState;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{
    Bar, Board, Moves, Seat, button, group, headline, link_button, live, paragraph, sign_button,
    title,
};
use crate::route::{Route, Shared};
use crate::settings::Bar as Kind;
use crate::store::{self, StoredGame};
use crate::touch::{Touch, listen};
use bosworth_board::Navigation;

/// The annotator tag of a saved review.
const ANNOTATOR: &str = concat!("Bosworth ", env!("CARGO_PKG_VERSION"));

/// A game of the library with the engine's review.
#[component]
pub fn Review(
    /// The id of the game in the library.
    id: String,
) -> View {
    let Some(entry) = store::game(&id) else { return refuse("review-missing", id) };
    let Some((record, game, fault)) = read(&entry) else { return refuse("review-broken", id) };
    let study = Study::new(&entry, record, game);
    listen(study);
    page(study, fault)
}

/// The longest legal prefix of an entry's game, and the number of the first illegal ply; `None` if
/// nothing can be shown.
fn read(entry: &StoredGame) -> Option<(Record, Game, Option<usize>)> {
    let record = entry.record()?;
    let (game, fault) = record.replay_prefix();
    let fault = match fault {
        Some(ReplayError::Illegal { index: 0, .. }) => return None,
        Some(ReplayError::Illegal { index, .. }) => Some(index + 1),
        _ => None,
    };
    Some((record, game, fault))
}

/// The reason why the game cannot be shown, and a link back.
fn refuse(why: &str, mut id: String) -> View {
    while id.chars().count() > 60 {
        id.pop();
    }
    let parts = vec![
        headline(tr("title-review")),
        paragraph("lead", "review-refused", fill(why, &[("id", id.into())])),
        link_button(
            "review-library",
            "primary",
            tr("review-to-library"),
            Route::Library.to_string(),
        ),
    ];
    view! { <main id="main">{parts}</main> }
}

fn page(study: Study, fault: Option<usize>) -> View {
    let scene = Memo::new(move |_| study.scene());
    let bottom = Memo::new(move |_| scene.with(|scene| scene.near));
    let press = Callback::new(move |press| study.press(press));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !bottom.get() } else { bottom.get() });
        let name = Signal::derive(move || study.name(side.get()));
        view! { <Seat side scene name on_press=press/> }
    };
    let kind = Signal::derive(move || if study.margin.get() { Kind::Margin } else { Kind::Chance });
    let mark = Callback::new(move |ply: usize| study.mark(ply));
    let go = Callback::new(move |ply| study.go_to(ply));
    let value = Signal::derive(move || study.value());
    let bar = view! { <Bar kind value bottom ruleset=Signal::stored(study.ruleset())/> };
    let board = view! { <Board scene board=study.board on_press=press/> };
    let game = Signal::stored(study.game());
    let moves = view! { <Moves game at=study.at on_go=go mark/> };
    let course = vec![
        live("course-head", move || graph::head(study)),
        graph::view(study),
        graph::legend(),
        live("work", move || work(study)),
        live("work-buttons", move || vec![work_button(study)]),
    ];
    let mut findings = vec![
        live("sums", move || summary::view(study)),
        live("panel", move || exercise::choice(study)),
        live("panel", move || tools(study)),
    ];
    findings.extend(fault.map(|number| {
        let text = fill("review-fault", &[("number", number.into())]);
        paragraph("note", "review-fault", text)
    }));
    let side = vec![
        group("panel course", course),
        live("panel report", move || report::view(study)),
        group("panel moves-panel", vec![title("review-list", tr("moves-title")), moves]),
        group("findings", findings),
    ];
    let parts = vec![
        group("table", vec![seat(true), group("board-row", vec![bar, board]), seat(false)]),
        group("rail", vec![live("act", move || act(study)), group("side", side)]),
    ];
    view! {
        <main id="main" class="play review with-bar">
            <h1 class="unseen" tabindex="-1">{tr("title-review")}</h1>
            <div class="stage">{parts}</div>
        </main>
    }
}

/// The panel beside the board: navigation, or an exercise.
fn act(study: Study) -> Vec<View> {
    if let Some(exercise) = study.exercise.get() {
        return exercise::view(study, exercise);
    }
    let way = |(id, sign, step): (&str, &'static str, Navigation)| {
        sign_button(&format!("review-{id}"), tr(id), sign, move || {
            study.go(step);
        })
    };
    let ways = [
        ("step-first", "|◀", Navigation::First),
        ("step-back", "◀", Navigation::Back),
        ("step-on", "▶", Navigation::On),
        ("step-last", "▶|", Navigation::Last),
    ];
    let ways: Vec<_> = ways.into_iter().map(way).collect();
    let steps = view! { <div class="steps" role="group" aria-label=tr("steps-label")>{ways}</div> };
    vec![steps]
}

/// The progress of the review.
fn work(study: Study) -> Vec<View> {
    let state = study.state();
    let said =
        view! { <p id="review-state" data-state=format!("{state:?}")>{study.progress()}</p> };
    let mut parts = vec![said];
    if state == ReviewState::Running {
        let done = study.work.with(|work| work.review.plies.len());
        let bar = view! {
            <progress id="review-progress" max=study.last().max(1).to_string() value=done.to_string()
                aria-label=tr("review-progress")></progress>
        };
        parts.push(bar);
    }
    parts
}

/// The button that starts or stops the review. Each state has its own, which receives the focus.
fn work_button(study: Study) -> View {
    let look = move |depth: ReviewDepth| {
        move || {
            study.look(depth);
            browser::focus_later("#review-stop");
        }
    };
    match study.state() {
        ReviewState::Running => button("review-stop", "", tr("review-stop"), move || {
            study.stop();
            study.app.say(untrack(|| study.progress()));
            browser::focus_later("#review-again");
        }),
        ReviewState::Stopped => {
            button("review-again", "", tr("review-again"), look(ReviewDepth::Standard))
        }
        ReviewState::Done => {
            button("review-deeper", "", tr("review-deeper"), look(ReviewDepth::Deep))
        }
    }
}

/// The secondary tools, and the verification of the shuffle.
fn tools(study: Study) -> Vec<View> {
    let analysis = Route::Analysis(Shared::StoredAt(study.id(), study.shown())).to_string();
    let turn = move || {
        study.turn();
    };
    let buttons = vec![
        button("review-turn", "", tr("turn-board"), turn),
        link_button("review-analyse", "", tr("to-analysis"), analysis),
        button("review-save", "", tr("review-save"), move || save(study)),
        button("review-verify", "", tr("review-verify"), move || verify(study)),
    ];
    let proof = study.work.with(|work| work.proof.clone()).map(|proof| {
        let (class, sign, text) = match &proof {
            Ok(text) => ("verdict good", "✓", text),
            Err(text) => ("verdict bad", "✗", text),
        };
        paragraph(class, "review-proof", format!("{sign} {text}"))
    });
    let mut parts = vec![title("review-tools", tr("tools-label")), group("buttons", buttons)];
    parts.extend(proof);
    parts
}

fn save(study: Study) {
    let record = study.with_record(|record| {
        study.work.with_untracked(|work| work.review.annotate(record, ANNOTATOR))
    });
    browser::download(&format!("{}-review.rose", study.id()), &record.to_string());
}

fn verify(study: Study) {
    let found = study.with_record(verdict::of);
    let (Ok(text) | Err(text)) = &found;
    study.app.say(text.clone());
    study.work.update(|work| work.proof = Some(found));
}

/// A win chance as wins out of a hundred games, localised.
fn hundred(chance: f64) -> String {
    texts().number(chance * 100.0, 1)
}

/// Red's win chance, from the perspective of a side.
fn seen_by(side: Side, red: f64) -> f64 {
    if side == Side::Red { red } else { 1.0 - red }
}
