use bosworth_board::{Navigation, Press, Scene};
use bosworth_rules::{BySide, Position, Side};
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::end::{End, finale};
use super::hint::{hint_line, hint_lines};
use super::names::{action_name, seat_name};
use super::tools::Tools;
use super::watch::watching;
use crate::app::use_app;
use crate::board_input::{BoardInput, listen};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{
    Board, EvaluationBar, Moves, Pile, Points, Seat, TextMode, evaluation_text, keep_in_sight,
    last_plies, preview, sheet_close,
};
use crate::settings::BarKind;

/// The number of plies of a first game during which guidance is shown.
const GUIDED_PLIES: usize = 8;

/// The table with a game on it.
#[component]
pub fn TableView(
    /// Whether the setup of a new game is open.
    choosing: RwSignal<bool>,
) -> View {
    let app = use_app();
    let control = LocalGameControl::new(app);
    listen(control);
    let game = Memo::new(move |_| control.with(|table| table.game().clone()));
    let empty = game.get_untracked();
    let Some(first) = empty else {
        choosing.set(true);
        return View::Empty;
    };
    let start = *first.start();
    let press = Callback::new(move |press| control.press(press));
    let scene = Memo::new(move |before: Option<&Scene>| {
        control.scene().or_else(|| before.cloned()).unwrap_or_else(|| Scene::new(start, Side::Red))
    });
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let near = Memo::new(move |_| scene.with(|scene| scene.near));
    let ruleset = Memo::new(move |_| position.get().ruleset());
    let names = Memo::new(move |_| {
        let seats = control.with(|table| table.seats);
        seats.map(|seats| {
            let names = BySide::from_fn(|side| seat_name(seats, side, ruleset.get()));
            (names.red, names.white)
        })
    });
    let name = move |side: Side| {
        let (red, white) = names.get().unwrap_or_default();
        if side == Side::Red { red } else { white }
    };
    let clock = move |side: Side| {
        let now = control.now.get().max(browser::now());
        control
            .with(|table| table.clock.map(|clock| crate::chess_clock::text(clock.left(side, now))))
            .flatten()
    };
    let over = Memo::new(move |_| control.with(|table| table.is_over()).unwrap_or(false));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !near.get() } else { near.get() });
        view! {
            <Seat side scene name=Signal::derive(move || name(side.get())) on_press=press
                clock=Signal::derive(move || clock(side.get())) over/>
        }
    };
    let game =
        Signal::derive(move || game.get().unwrap_or_else(|| bosworth_rules::Game::new(start)));
    let bar = Memo::new(move |_| app.settings.with(|settings| settings.bar));
    let words = Memo::new(move |_| app.settings.with(|settings| settings.words));
    view! {
        <main id="main" class="play" class:in-words=move || words.get() class:with-bar=move || bar.get() != BarKind::Off>
            <h1 class="unseen" tabindex="-1">{tr("title-play")}</h1>
            <div class="stage">
                <div class="table">
                    {seat(true)}
                    <div class="board-row">
                        {move || (bar.get() != BarKind::Off).then(|| view! {
                            <EvaluationBar kind=bar value=control.value bottom=near ruleset/>
                        })}
                        <Board scene board=control.board on_press=press/>
                    </div>
                    {seat(false)}
                </div>
                <div class="rail">
                    <Act control scene choosing over/>
                    <aside class="side">
                        {move || over.get().then(|| view! { <End control/> })}
                        {move || words.get().then(|| view! {
                            <TextMode answer=Callback::new(move |text: String| control.answer(&text)) log=control.log/>
                        })}
                        {hint_lines(control)}
                        <Points position counted=Signal::derive(move || Some(control.tally()?.points)) note=Signal::derive(move || value_text(control, position.get()))/>
                        <section class="panel moves-panel" id="moves" popover="auto" aria-labelledby="moves-title"
                            on:toggle=|_| keep_in_sight(".moves")>
                            {sheet_close("moves")}
                            <h2 id="moves-title">{tr("moves-title")}</h2>
                            <Moves game at=control.ply on_go=move |ply| control.go_to(ply)/>
                            <div class="steps" role="group" aria-label=tr("steps-label")>
                                {[("step-first", "«", Navigation::First), ("step-back", "‹", Navigation::Back), ("step-on", "›", Navigation::Forward), ("step-last", "»", Navigation::Last)]
                                    .map(|(id, sign, step)| view! {
                                        <button type="button" class="button small" aria-label=tr(id) on:click=move |_| { control.go(step); }>{sign}</button>
                                    })}
                            </div>
                        </section>
                        <Pile position bottom/>
                    </aside>
                </div>
            </div>
        </main>
    }
}

/// The action button with a preview of its effect, and the tools.
#[component]
fn Act(
    control: LocalGameControl,
    #[prop(into)] scene: Signal<Scene>,
    choosing: RwSignal<bool>,
    over: Memo<bool>,
) -> View {
    let label = move || {
        scene.with(|scene| match scene.chosen {
            Some(action) => action_name(action, &scene.position),
            None => status(control, &scene.position),
        })
    };
    // One line: the effect of the selection, or else the hint, the guidance of a first game, or the
    // last plies, because the move list may be below the fold.
    let preview = move || {
        let chosen = scene.with(|scene| preview(&scene.position, scene.chosen?));
        let last = || control.with(|table| last_plies(table.game(), control.ply.get())).flatten();
        chosen
            .or_else(|| hint_line(control))
            .or_else(|| guide(control))
            .or_else(last)
            .unwrap_or_default()
    };
    let chosen = move || scene.with(|scene| scene.chosen.is_some());
    let can_draw = move || scene.with(|scene| scene.actions.draw);
    let is_watched = control.watching();
    let buttons = move || {
        if over.get() {
            return finale(control);
        }
        if is_watched {
            return watching(control);
        }
        view! {
            <p class="preview" aria-hidden="true">{preview}</p>
            <div class="act-buttons">
                <button type="button" id="act" class="button primary wide" aria-disabled=move || (!chosen()).then_some("true")
                    on:click=move |_| control.press(Press::Confirm)>{label}</button>
                <button type="button" id="draw" class="button" aria-disabled=move || (!can_draw()).then_some("true") on:click=move |_| control.press(Press::Pile)>
                    {move || fill("draw-button", &[("count", scene.with(|scene| scene.position.pile().len()).into())])}
                </button>
            </div>
        }
    };
    view! {
        <section class="act" aria-label=tr("act-label")>
            {buttons}
            <Tools control choosing/>
        </section>
    }
}

/// The guidance at the beginning of a first game.
fn guide(control: LocalGameControl) -> Option<String> {
    if !control.app.guides.get() || !control.may_act() {
        return None;
    }
    let (early, actions) = control
        .with(|table| (table.game().plies().len() < GUIDED_PLIES, table.position().actions()))?;
    match (actions.draw, actions.len()) {
        _ if !early || actions.pass => None,
        (true, 1) => Some(tr("guide-draw")),
        _ => Some(tr("guide-card")),
    }
}

/// The status, when nothing is selected.
fn status(control: LocalGameControl, position: &Position) -> String {
    if !control.is_live() {
        return tr("status-past");
    }
    if control.with(|table| table.is_over()).unwrap_or(false) {
        return tr("say-over");
    }
    let side = texts().side(position.side(), position.ruleset());
    let actions = position.actions();
    let id = match control.may_act() {
        false => "status-thinking",
        true if actions.pass => "status-pass",
        true if actions.draw && actions.len() == 1 => "status-draw",
        true => "status-choose",
    };
    fill(id, &[("side", side.into())])
}

/// The evaluation in words, if enabled.
fn value_text(control: LocalGameControl, position: Position) -> Option<String> {
    let kind = control.app.settings.with(|settings| settings.bar);
    let value = control.value.get()?;
    (kind != BarKind::Off).then(|| evaluation_text(kind, value, position.ruleset()))
}
