//! A game of the library, looked through by the engine.

mod annotate;
mod errors;
mod exercise;
mod graph;
mod keys;
mod report;
mod study;
mod summary;
mod verdict;

use bosworth_rules::{Card, Game, Record, ReplayError, Side};
use leptos::prelude::*;

use self::study::{State, Study};
use crate::browser;
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
    let Some(entry) = store::game(&id) else { return refuse("review-missing", &id) };
    let Some((record, game, fault)) = read(&entry) else { return refuse("review-broken", &id) };
    let study = Study::new(&entry, record, game);
    keys::listen(study);
    page(study, id, fault)
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
fn refuse(why: &str, id: &str) -> AnyView {
    let id: String = id.chars().take(60).collect();
    view! {
        <main id="main">
            <h1 tabindex="-1">{tr("title-review")}</h1>
            <p class="lead" id="review-refused">{fill(why, &[("id", id.into())])}</p>
            {link("review-library", "review-to-library", &Route::Library, "button primary")}
        </main>
    }
    .into_any()
}

fn page(study: Study, id: String, fault: Option<usize>) -> AnyView {
    let scene = Memo::new(move |_| study.scene());
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let chosen = Signal::derive(move || scene.with(|scene| scene.chosen));
    let ruleset = study.ruleset();
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !bottom.get() } else { bottom.get() });
        let on_card = Signal::derive(move || {
            let can = study.exercise.with(Option::is_some) && position.get().side() == side.get();
            can.then(|| Callback::new(move |card: Card| study.try_card(card)))
        });
        view! {
            <Seat side position bottom chosen on_card
                name=Signal::derive(move || study.name(side.get()))
                drawn=Signal::derive(move || study.drawn())/>
        }
    };
    let kind = Signal::derive(move || if study.margin.get() { Kind::Margin } else { Kind::Chance });
    let marks = Memo::new(move |_| study.marks());
    let mark = Callback::new(move |ply: usize| {
        let mark = marks.with(|marks| marks.get(ply).copied().flatten())?;
        Some((mark.sign(), errors::key(mark)))
    });
    view! {
        <main id="main" class="play review with-bar">
            <h1 class="unseen" tabindex="-1">{tr("title-review")}</h1>
            <div class="table">
                {seat(true)}
                <div class="board-row">
                    <Bar kind value=Signal::derive(move || study.value()) bottom ruleset=Signal::stored(ruleset)/>
                    <Board scene on_square=move |square| study.try_square(square)
                        on_drag=Callback::new(move |square| study.try_square(square))/>
                </div>
                {seat(false)}
            </div>
            <section class="act" aria-label=tr("steps-label")>
                {move || match study.exercise.get() {
                    Some(exercise) => exercise::view(study, exercise),
                    None => steps(study),
                }}
            </section>
            <div class="side">
                {graph::view(study)}
                {report::view(study)}
                <section class="panel" aria-labelledby="moves-title">
                    <h2 id="moves-title">{tr("moves-title")}</h2>
                    <Moves game=Signal::stored(study.game()) at=study.at on_go=move |ply| study.go_to(ply) mark/>
                </section>
            </div>
            <div class="findings">
                {fault.map(|number| note(fill("review-fault", &[("number", number.into())])))}
                {move || (study.state() != State::Running).then(|| summary::view(study))}
                {exercise::choice(study)}
                {tools(study, id)}
            </div>
        </main>
    }
    .into_any()
}

/// The buttons through the game.
fn steps(study: Study) -> AnyView {
    let last = study.last();
    let way = |id: &'static str, sign: &'static str, to: fn(usize, usize) -> usize| {
        let go = move |_| study.go_to(to(study.at.get_untracked(), last));
        view! { <button type="button" class="button" id=format!("review-{id}") aria-label=tr(id) on:click=go>{sign}</button> }
    };
    view! {
        <div class="steps" role="group" aria-label=tr("steps-label")>
            {way("step-first", "⏮", |_, _| 0)}
            {way("step-back", "◀", |at, _| at.saturating_sub(1))}
            {way("step-on", "▶", |at, last| (at + 1).min(last))}
            {way("step-last", "⏭", |_, last| last)}
        </div>
    }
    .into_any()
}

/// Everything else one may want to do with the game.
fn tools(study: Study, id: String) -> AnyView {
    let proof = RwSignal::new(None::<Result<String, String>>);
    let verify = move || {
        let found = study.with_record(verdict::of);
        let (Ok(text) | Err(text)) = &found;
        study.app.say(text.clone());
        proof.set(Some(found));
    };
    let file = format!("{id}-review.rose");
    let save = move || {
        let record = study.with_record(|record| {
            study.work.with_untracked(|work| annotate::annotated(record, &work.review))
        });
        browser::download(&file, &record.to_string());
    };
    let analysis = Route::Analysis(Shared::Stored(id));
    view! {
        <section class="panel" aria-labelledby="review-tools">
            <h2 id="review-tools">{tr("tools-label")}</h2>
            <div class="buttons">
                {button("review-turn", tr("turn-board"), move || study.turned.update(|turned| *turned = !*turned))}
                {link("review-analyse", "to-analysis", &analysis, "button")}
                {button("review-save", tr("review-save"), save)}
                {button("review-verify", tr("review-verify"), verify)}
            </div>
            <div id="review-proof">
                {move || proof.get().map(|found| {
                    let (class, sign, text) = match found {
                        Ok(text) => ("verdict good", "✓ ", text),
                        Err(text) => ("verdict bad", "✗ ", text),
                    };
                    view! { <p class=class><b aria-hidden="true">{sign}</b>{text}</p> }
                })}
            </div>
        </section>
    }
    .into_any()
}

/// A button.
fn button(id: &'static str, label: String, press: impl Fn() + Send + Sync + 'static) -> AnyView {
    let press = Callback::new(move |()| press());
    press_button(id, "button", label, press)
}

/// The one button that matters.
fn primary(id: &'static str, label: String, press: impl Fn() + Send + Sync + 'static) -> AnyView {
    let press = Callback::new(move |()| press());
    press_button(id, "button primary", label, press)
}

fn press_button(
    id: &'static str,
    class: &'static str,
    label: String,
    press: Callback<()>,
) -> AnyView {
    view! { <button type="button" class=class id=id on:click=move |_| press.run(())>{label}</button> }
        .into_any()
}

/// A link that looks like a button.
fn link(id: &'static str, label: &str, route: &Route, class: &'static str) -> AnyView {
    view! { <a class=class id=id href=route.to_string()>{tr(label)}</a> }.into_any()
}

/// A remark.
fn note(text: String) -> AnyView {
    view! { <p class="note">{text}</p> }.into_any()
}

/// A table whose first column names its rows; some rows stand out.
fn table(caption: &str, heads: Vec<String>, rows: Vec<(bool, Vec<AnyView>)>) -> AnyView {
    let row = |(out, cells): (bool, Vec<AnyView>)| {
        let mut cells = cells.into_iter();
        let first = cells.next();
        let rest: Vec<_> = cells.map(|cell| view! { <td>{cell}</td> }).collect();
        view! { <tr class:out=out><th scope="row">{first}</th>{rest}</tr> }
    };
    let heads: Vec<_> =
        heads.into_iter().map(|head| view! { <th scope="col">{head}</th> }).collect();
    view! {
        <table class="numbers">
            <caption class="unseen">{tr(caption)}</caption>
            <thead><tr>{heads}</tr></thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// Games out of a hundred, as people of the language write them.
fn hundred(chance: f64) -> String {
    texts().number(chance * 100.0, 1)
}

/// What a side has when Red has so much.
fn seen_by(side: Side, red: f64) -> f64 {
    if side == Side::Red { red } else { 1.0 - red }
}
