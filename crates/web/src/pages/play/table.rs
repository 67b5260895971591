use bosworth_board::{Navigation, Press, Scene};
use bosworth_rules::{BySide, Position, Side};
use bosworth_texts::{Status, Turn};
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::end::{finale, winner};
use super::hint::hint_line;
use super::late_parts::LateParts;
use super::names::{action_name, draw_label, seat_name};
use super::tools::Tools;
use super::watch::watching;
use crate::app::use_app;
use crate::board_input::{BoardInput, listen};
use crate::browser;
use crate::clocked_table::Seat as GameSeat;
use crate::language::{texts, tr};
use crate::parts::{
    Board, EvaluationBar, Moves, Pile, Points, Seat, evaluation_text, keep_in_sight, preview,
    sheet_close, status_line,
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
    // While the territories are counted, nobody knows.
    let winner = Memo::new(move |_| {
        control.with(winner).flatten().filter(|_| over.get() && !control.counting.is_on())
    });
    let scored = Memo::new(move |_| {
        control.with(|table| table.position().is_over()) == Some(true) && !control.counting.is_on()
    });
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !near.get() } else { near.get() });
        view! {
            <Seat side scene name=Signal::derive(move || name(side.get())) on_press=press
                clock=Signal::derive(move || clock(side.get())) over winner/>
        }
    };
    let game =
        Signal::derive(move || game.get().unwrap_or_else(|| bosworth_rules::Game::new(start)));
    let bar = Memo::new(move |_| app.settings.with(|settings| settings.bar));
    let words = Memo::new(move |_| app.settings.with(|settings| settings.words));
    let hinted = Memo::new(move |_| control.hint.with(Option::is_some));
    let resumed = control.with_untracked(|table| !table.game().plies().is_empty()) == Some(true);
    let given =
        Memo::new(move |_| control.with(|table| table.handicap().is_some()).unwrap_or(false));
    control
        .fetch_late_parts(Memo::new(move |_| resumed || over.get() || words.get() || given.get()));
    let late = move |shown: Memo<bool>, part: fn(LateParts) -> fn(LocalGameControl) -> View| {
        let part = move || {
            let parts = shown.get().then(|| control.late_parts.get())??;
            Some(untrack(|| part(parts)(control)))
        };
        part.into_view()
    };
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
                        {late(given, |parts| parts.handicap)}
                        {late(over, |parts| parts.end)}
                        {late(words, |parts| parts.text_mode)}
                        {late(hinted, |parts| parts.hint_lines)}
                        {move || (!scored.get()).then(|| view! {
                            <Points position counted=Signal::derive(move || Some(control.tally()?.points)) note=Signal::derive(move || value_text(control, position.get()))/>
                        })}
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

/// What can be done now: the status, the buttons that can act, and the tools; or the result.
#[component]
fn Act(
    control: LocalGameControl,
    #[prop(into)] scene: Signal<Scene>,
    choosing: RwSignal<bool>,
    over: Memo<bool>,
) -> View {
    let label = move || {
        scene.with(|scene| {
            let chosen = scene.chosen.map(|action| action_name(action, &scene.position));
            chosen.or_else(|| scene.past.then(|| tr("return-live")))
        })
    };
    let status = Memo::new(move |_| scene.with(|scene| status(control, scene)));
    let can_draw = move || scene.with(|scene| scene.actions.draw);
    let must_draw = move || scene.with(Scene::must_draw);
    // It stays while the computer thinks for a moment.
    let draws = Memo::new(move |_| can_draw() || scene.with(|scene| waits_to_draw(control, scene)));
    let is_watched = control.watching();
    let buttons = move || {
        if over.get() {
            return finale(control);
        }
        if is_watched {
            return watching(control);
        }
        view! {
            {status_line(status)}
            <div class="act-buttons">
                {move || label().map(|label| view! {
                    <button type="button" id="act" class="button primary wide" on:click=move |_| confirm(control)>{label}</button>
                })}
                {move || draws.get().then(|| view! {
                    <button type="button" id="draw" class="button" class:primary=must_draw class:wide=must_draw
                        aria-disabled=move || (!can_draw()).then_some("true")
                        on:click=move |_| control.press(Press::Pile)>
                        {move || scene.with(|scene| draw_label(&scene.position))}
                    </button>
                })}
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

/// Presses the button, which goes away: the focus moves to the status.
fn confirm(control: LocalGameControl) {
    control.press(Press::Confirm);
    browser::focus_later("#status");
}

/// Whether the person will be able to draw once the computer has acted.
fn waits_to_draw(control: LocalGameControl, scene: &Scene) -> bool {
    let side = !scene.position.side();
    let waits = control.is_live()
        && control.with(|table| {
            !table.is_over()
                && table.seats[side] == GameSeat::Person
                && table.seats[!side] != GameSeat::Person
        }) == Some(true);
    waits && scene.position.hand(side).len() < Position::HAND
}

/// The guidance at the beginning of a first game.
fn guide(control: LocalGameControl) -> Option<String> {
    if !control.app.guides.get() || !control.may_act() {
        return None;
    }
    let (early, position) =
        control.with(|table| (table.game().plies().len() < GUIDED_PLIES, *table.position()))?;
    let actions = position.actions();
    match (actions.draw, actions.len()) {
        _ if !early || actions.pass => None,
        (true, 1) if position.hand(position.side()).is_empty() => None,
        (true, 1) => Some(tr("guide-draw")),
        _ => Some(tr("guide-card")),
    }
}

/// Whose turn it is, and the effect of the selection, or else the hint, the guidance of a first game,
/// or what happened last.
fn status(control: LocalGameControl, scene: &Scene) -> Status {
    if scene.past {
        return Status { lead: tr("status-past"), rest: String::new() };
    }
    let status = control.with(|table| {
        let position = table.position();
        let name = seat_name(table.seats, position.side(), position.ruleset());
        let people = table.seats[!position.side()] == GameSeat::Person;
        let turn = match table.seats[position.side()] {
            GameSeat::Level(_) => Turn::Thinking(&name),
            GameSeat::Person if people => Turn::Shared(&name),
            GameSeat::Person => Turn::Yours,
        };
        texts().status(table.game(), turn)
    });
    let Status { lead, rest } = status.unwrap_or_default();
    let effect = scene.chosen.and_then(|action| preview(&scene.position, action));
    let rest = effect.or_else(|| hint_line(control)).or_else(|| guide(control)).unwrap_or(rest);
    Status { lead, rest }
}

/// The evaluation in words, if enabled.
fn value_text(control: LocalGameControl, position: Position) -> Option<String> {
    let kind = control.app.settings.with(|settings| settings.bar);
    let value = control.value.get()?;
    (kind != BarKind::Off).then(|| evaluation_text(kind, value, position.ruleset()))
}
