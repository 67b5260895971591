//! The analysis board: positions, games and variations.

mod control;
mod draft;
mod drafts;
mod editor;
mod engine_lines;
pub(super) mod import_error;
mod import_export;
pub(super) mod import_source;
mod input;
mod state;
mod tree;
mod variations;

use bosworth_board::{Press, Scene};
use bosworth_texts::Status;
use bosworth_view::prelude::*;

pub use self::draft::Draft;

use self::control::{AnalysisControl, AnalysisTool, ImportPlace};
use super::play::action_name;
use crate::app::use_app;
use crate::board_input::BoardInput;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{
    Board, CardFace, EvaluationBar, Points, ScoreBreakdown, Seat, button, preview, status_line,
    turned,
};
use crate::route::AnalysisLink;
use crate::settings::BarKind;

/// The board with its engine, its variations, import and export.
#[component]
pub fn Analysis(
    /// The content of the link.
    shared: AnalysisLink,
) -> View {
    let app = use_app();
    let control = AnalysisControl::new(app, shared);
    input::listen(control);
    let (position, editing) = (control.position, control.editing);
    let scene = Memo::new(move |_| control.scene());
    let press = Callback::new(move |press| control.handle_press(press));
    let bottom = Memo::new(move |_| scene.with(|scene: &Scene| scene.bottom));
    let ruleset = Memo::new(move |_| position.get().ruleset());
    let named = Memo::new(move |_| control.state.with(|state| state.record.is_some()));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !bottom.get() } else { bottom.get() });
        view! { <Seat side scene on_press=press name=Signal::derive(move || control.name(side.get()))/> }
    };
    let seat = move |top: bool| move || (!editing.get()).then(|| seat(top));
    let kind = Signal::derive(move || match app.settings.with(|settings| settings.bar) {
        BarKind::Off => BarKind::Chance,
        kind => kind,
    });
    let value = Signal::derive(move || control.value());
    let panels = move || {
        if editing.get() {
            return editor::editor(control);
        }
        view! {
            {move || (!position.get().is_over()).then(|| view! { <Points position/> })}
            {engine_lines::engine_lines(control)}
            {variations::variations(control)}
            {import_export::import_export(control)}
            {drafts::drafts(control)}
        }
    };
    let over = move || {
        let position = position.get();
        let shown = position.is_over() && !editing.get();
        shown.then(|| {
            let reasons = texts().standing(&position).join(" ");
            view! {
                <section class="panel" id="analysis-over" aria-labelledby="over-title">
                    <h2 id="over-title">{tr("say-over")}</h2>
                    <p>{reasons}</p>
                    <ScoreBreakdown position/>
                </section>
            }
        })
    };
    let picking =
        move || control.games.with(|games| Some(import_export::games(control, games.as_ref()?)));
    view! {
        <main id="main" class="play analysis" class:with-bar=move || control.thinking.get()
            class:unnamed=move || !named.get() class:editing=move || editing.get()>
            <h1 class="unseen" tabindex="-1">{tr("title-analysis")}</h1>
            <div class="stage">
                <div class="table">
                    {seat(true)}
                    <div class="board-row">
                        {move || control.thinking.get().then(|| view! { <EvaluationBar kind value bottom ruleset/> })}
                        <Board scene board=control.board on_press=press/>
                    </div>
                    {seat(false)}
                </div>
                <div class="rail">
                    {move || (!editing.get()).then(|| act(control, scene))}
                    <aside class="side">
                        {fault_at(control, ImportPlace::Page, "analysis-fault")}
                        {picking}
                        {over}
                        {panels}
                    </aside>
                </div>
            </div>
        </main>
    }
}

/// The status, and the buttons that can act.
fn act(control: AnalysisControl, scene: Memo<Scene>) -> View {
    let position = control.position;
    let action = Memo::new(move |_| scene.with(Scene::ready));
    let label = move || action.get().map(|action| action_name(action, &position.get()));
    let confirm = move || {
        control.press(Press::Confirm);
        // The button goes away.
        browser::focus_later("#status");
    };
    let standing = move || {
        position.with(|position| {
            fill(
                "pile-counts",
                &[
                    ("pile", position.pile().len().into()),
                    ("discard", position.discard().len().into()),
                    ("roses", position.supply().into()),
                ],
            )
        })
    };
    let status = Memo::new(move |_| {
        position.with(|position| {
            let side = texts().side(position.side(), position.ruleset());
            let lead = if position.is_over() {
                tr("say-over")
            } else {
                fill("turn-of", &[("name", side.into())])
            };
            let effect = action.get().and_then(|action| preview(position, action));
            Status { lead, rest: effect.unwrap_or_else(standing) }
        })
    });
    let draws = Memo::new(move |_| scene.with(|scene| scene.actions.draw));
    // With an empty pile, cards are drawn from the discard pile.
    let count = move || match control.outcomes().len() {
        0 => position.get().pile().len(),
        count => count,
    };
    let cards = move || {
        control.drawing.get().then(|| {
            let (position, bottom) = (position.get(), control.bottom());
            let cards = control.outcomes().iter().map(|card| {
                let side = position.side();
                let direction = turned(position.direction(side, card), bottom);
                let label = texts().card(&position, side, card);
                view! {
                    <button type="button" class="small-card" id=format!("draw-{card}") aria-label=label.clone() title=label
                        on:click=move |_| control.draw(Some(card))><CardFace card direction/></button>
                }
            });
            view! {
                <div class="panel drawing" role="group" aria-labelledby="draw-title">
                    <h2 id="draw-title">{tr("an-which-card")}</h2>
                    <div class="small-cards">{cards.collect_view()}</div>
                    <div class="buttons">
                        {button("draw-chance", "", tr("an-chance"), move || control.draw(None))}
                        {button("draw-cancel", "", tr("cancel"), move || control.drawing.set(false))}
                    </div>
                </div>
            }
        })
    };
    view! {
        <section class="act" aria-label=tr("act-label")>
            {status_line(status)}
            {variations::steps(control)}
            {cards}
            <div class="act-buttons" class:hidden=move || control.drawing.get()>
                {move || label().map(|label| view! {
                    <button type="button" id="act" class="button primary wide" on:click=move |_| confirm()>{label}</button>
                })}
                {move || draws.get().then(|| view! {
                    <button type="button" id="draw" class="button" on:click=move |_| control.press(Press::Pile)>
                        {move || fill("draw-button", &[("count", count().into())])}
                    </button>
                })}
            </div>
        </section>
    }
}

/// The import error, if it belongs to this place of the page.
fn fault_at(control: AnalysisControl, place: ImportPlace, id: &'static str) -> View {
    let alert = move || {
        control.fault.with(|fault| {
            let (_, fault) = fault.as_ref().filter(|(at, _)| *at == place)?;
            Some(view! { <p class="fault">{import_error::import_error_text(fault)}</p> })
        })
    };
    view! { <div role="alert" id=id>{alert}</div> }
}

/// Buttons for tools; their ids are also their message ids.
fn tools(control: AnalysisControl, list: &[(AnalysisTool, &'static str)]) -> View {
    let button = |&(tool, id): &(AnalysisTool, &'static str)| {
        view! {
            <button type="button" class="button" id=id disabled=move || !control.is_enabled(tool)
                on:click=move |_| control.run(tool)>{tr(id)}</button>
        }
    };
    view! { <div class="buttons">{list.iter().map(button).collect_view()}</div> }
}

#[cfg(test)]
mod tests {
    use crate::language::texts;

    #[test]
    fn every_tool_has_a_text() {
        let source = include_str!("analysis/variations.rs").to_string()
            + include_str!("analysis/import_export.rs");
        let mut found = 0;
        for rest in source.split("(AnalysisTool::").skip(1) {
            let Some(id) = rest.split('"').nth(1) else { continue };
            assert!(texts().has(id), "{id} is missing");
            found += 1;
        }
        assert!(found >= 14, "only {found} tools found");
    }
}
