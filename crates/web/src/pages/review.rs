//! The engine's review of a game in the library.

mod control;
mod errors;
mod exercise;
mod graph;
mod input;
mod mistakes;
mod ply_report;
mod progress;
mod shuffle_proof;
mod summary;

use bosworth_engine::ReviewDepth;
use bosworth_rules::{Game, Record, ReplayError, Side};
use bosworth_view::prelude::*;

use self::control::ReviewControl;
use self::progress::ReviewState;
use crate::board_input::{BoardInput, listen};
use crate::browser;
use crate::engine::Lane;
use crate::language::{fill, texts, tr};
use crate::parts::{
    Board, EvaluationBar, FirstMarks, Moves, ReasonsQuestion, Seat, button, group, headline,
    link_button, live, paragraph, reasons, rollouts, sign_button, title,
};
use crate::route::{AnalysisLink, Route};
use crate::settings::BarKind;
use crate::store::{self, StoredGame};
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
    let control = ReviewControl::new(&entry, record, game);
    listen(control);
    page(control, fault)
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

fn page(control: ReviewControl, fault: Option<usize>) -> View {
    let scene = Memo::new(move |_| control.scene());
    let bottom = Memo::new(move |_| scene.with(|scene| scene.near));
    let press = Callback::new(move |press| control.press(press));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !bottom.get() } else { bottom.get() });
        let name = Signal::derive(move || control.name(side.get()));
        view! { <Seat side scene name on_press=press/> }
    };
    let kind =
        Signal::derive(
            move || if control.shows_margin.get() { BarKind::Margin } else { BarKind::Chance },
        );
    let mark = Callback::new(move |ply: usize| control.mark(ply));
    let go = Callback::new(move |ply| control.go_to(ply));
    let value = Signal::derive(move || control.value());
    let bar =
        view! { <EvaluationBar kind value bottom ruleset=Signal::stored(control.ruleset())/> };
    let board = view! { <Board scene board=control.board on_press=press/> };
    let game = Signal::stored(control.game());
    let moves = view! { <Moves game at=control.at on_go=go mark/> };
    let course = vec![
        live("course-head", move || graph::head(control)),
        graph::view(control),
        graph::legend(),
        live("work", move || work(control)),
        live("work-buttons", move || vec![work_button(control)]),
    ];
    let moves = view! {
        <details class="moves-fold" open=true>
            <summary>{tr("moves-title")}</summary>
            {moves}
        </details>
    };
    let mut side = Vec::new();
    side.extend(fault.map(|number| {
        let text = fill("review-fault", &[("number", number.into())]);
        paragraph("fault", "review-fault", text)
    }));
    side.extend([
        group("panel why-panel", vec![why(control)]),
        group("panel look", vec![look_deeper(control)]),
        group("panel course", course),
        live("panel", move || exercise::choice(control)),
        live("panel", move || tools(control)),
        group(
            "panel folds",
            vec![
                live("", move || ply_report::alternatives(control)),
                live("", move || summary::view(control)),
                moves,
            ],
        ),
    ]);
    let parts = vec![
        group("table", vec![seat(true), group("board-row", vec![bar, board]), seat(false)]),
        group("rail", vec![live("act", move || act(control)), group("side", side)]),
    ];
    view! {
        <main id="main" class="play review with-bar">
            <h1 class="unseen" tabindex="-1">{tr("title-review")}</h1>
            <div class="stage">{parts}</div>
        </main>
    }
}

/// What stays with the board: navigation and the comment, or an exercise.
fn act(control: ReviewControl) -> Vec<View> {
    if let Some(exercise) = control.exercise.get() {
        return exercise::view(control, exercise);
    }
    let way = |(id, sign, step): (&str, &'static str, Navigation)| {
        sign_button(&format!("review-{id}"), tr(id), sign, move || {
            control.go(step);
        })
    };
    let ways = [
        ("step-first", "|◀", Navigation::First),
        ("step-back", "◀", Navigation::Back),
        ("step-on", "▶", Navigation::Forward),
        ("step-last", "▶|", Navigation::Last),
    ];
    let ways: Vec<_> = ways.into_iter().map(way).collect();
    let steps = view! { <div class="steps" role="group" aria-label=tr("steps-label")>{ways}</div> };
    vec![steps, group("panel comment", ply_report::comment(control))]
}

/// Why the best action is better than the one that was played, or than the next best one. In an
/// exercise, this would be the answer.
fn why(control: ReviewControl) -> View {
    let question = Memo::new(move |_| {
        if control.exercise.with(Option::is_some) {
            return None;
        }
        let ply = control.current()?;
        let decision = ply.decision?;
        let (best, played) = (decision.best, ply.ply.action());
        let mut others = decision.actions.iter().map(|(action, _)| *action);
        let other = if best == played { others.find(|it| *it != best)? } else { played };
        let position = control.with_game(|game| game.positions()[ply.number - 1]);
        Some(ReasonsQuestion { position, actions: vec![best, other], hidden: None })
    });
    let displayed = Signal::derive(move || {
        let at = control.shown();
        control.with_game(|game| game.positions().get(at).copied())
    });
    reasons(control.page, Lane::Study, question, displayed, 2, FirstMarks::Sentence)
}

/// Games that are played on from the displayed position; none in an exercise.
fn look_deeper(control: ReviewControl) -> View {
    let position = Memo::new(move |_| {
        let at = control.shown();
        let is_shown = control.exercise.with(Option::is_none);
        is_shown.then(|| control.with_game(|game| game.positions().get(at).copied())).flatten()
    });
    rollouts(control.page, position)
}

/// The progress of the review.
fn work(control: ReviewControl) -> Vec<View> {
    let state = control.state();
    let said = view! { <p id="review-state" data-state=format!("{state:?}")>{control.progress_text()}</p> };
    let mut parts = vec![said];
    if state == ReviewState::Running {
        let done = control.progress.with(|progress| progress.review.plies.len());
        let bar = view! {
            <progress id="review-progress" max=control.last().max(1).to_string() value=done.to_string()
                aria-label=tr("review-progress")></progress>
        };
        parts.push(bar);
    }
    parts
}

/// The button that starts or stops the review. Each state has its own button, which receives the
/// focus.
fn work_button(control: ReviewControl) -> View {
    let look = move |depth: ReviewDepth| {
        move || {
            control.start_review(depth);
            browser::focus_later("#review-stop");
        }
    };
    match control.state() {
        ReviewState::Running => button("review-stop", "", tr("review-stop"), move || {
            control.stop();
            control.app.say(untrack(|| control.progress_text()));
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
fn tools(control: ReviewControl) -> Vec<View> {
    let analysis =
        Route::Analysis(AnalysisLink::StoredAt(control.id(), control.shown())).to_string();
    let turn = move || {
        control.turn();
    };
    let buttons = vec![
        button("review-turn", "", tr("turn-board"), turn),
        link_button("review-analyse", "", tr("to-analysis"), analysis),
        button("review-save", "", tr("review-save"), move || save(control)),
        button("review-verify", "", tr("review-verify"), move || verify(control)),
    ];
    let proof = control.progress.with(|progress| progress.proof.clone()).map(|proof| {
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

fn save(control: ReviewControl) {
    let record = control.with_record(|record| {
        control.progress.with_untracked(|progress| progress.review.annotate(record, ANNOTATOR))
    });
    browser::download(&format!("{}-review.rose", control.id()), &record.to_string());
}

fn verify(control: ReviewControl) {
    let found = control.with_record(shuffle_proof::verify);
    let (Ok(text) | Err(text)) = &found;
    control.app.say(text.clone());
    control.progress.update(|progress| progress.proof = Some(found));
}

/// A win chance as wins out of a hundred games, localised.
fn hundred(chance: f64) -> String {
    texts().number(chance * 100.0, 1)
}

/// Red's win chance, from the perspective of a side.
fn seen_by(side: Side, red: f64) -> f64 {
    if side == Side::Red { red } else { 1.0 - red }
}
