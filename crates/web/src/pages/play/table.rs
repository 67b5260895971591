use bosworth_board::{Press, Scene, Step};
use bosworth_rules::{BySide, Position, Side};
use leptos::prelude::*;

use super::control::Control;
use super::end::End;
use super::names::{action_name, hint_text, seat_name, signed};
use super::record::record;
use crate::app::use_app;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::parts::{Bar, Board, Dialog, Moves, Pile, Points, Seat, Words, preview, sentence};
use crate::route::{Route, Shared};
use crate::settings::Bar as BarKind;
use crate::touch::{Touch, listen};

/// The table with a game on it.
#[component]
pub fn TableView(
    /// Whether the setup of a new game is open.
    choosing: RwSignal<bool>,
) -> impl IntoView {
    let app = use_app();
    let control = Control::new(app);
    listen(control);
    let game = Memo::new(move |_| control.with(|table| table.game().clone()));
    let empty = game.get_untracked();
    let Some(first) = empty else {
        choosing.set(true);
        return ().into_any();
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
            .with(|table| table.clock.map(|clock| crate::clock::text(clock.left(side, now))))
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
            <div class="table">
                {seat(true)}
                <div class="board-row">
                    {move || (bar.get() != BarKind::Off).then(|| view! {
                        <Bar kind=bar value=control.value bottom=near ruleset/>
                    })}
                    <Board scene board=control.board on_press=press/>
                </div>
                {seat(false)}
            </div>
            <Act control scene/>
            <aside class="side">
                {move || over.get().then(|| view! { <End control choosing/> })}
                {move || words.get().then(|| view! {
                    <Words answer=Callback::new(move |text: String| control.answer(&text)) log=control.log/>
                })}
                <Points position note=Signal::derive(move || value_text(control, position.get()))/>
                <Pile position bottom/>
                <section class="panel" aria-labelledby="moves-title">
                    <h2 id="moves-title">{tr("moves-title")}</h2>
                    <Moves game at=control.ply on_go=move |ply| control.go_to(ply)/>
                    <div class="steps" role="group" aria-label=tr("steps-label")>
                        {[("step-first", "«", Step::First), ("step-back", "‹", Step::Back), ("step-on", "›", Step::On), ("step-last", "»", Step::Last)]
                            .map(|(id, sign, step)| view! {
                                <button type="button" class="button small" aria-label=tr(id) on:click=move |_| { control.go(step); }>{sign}</button>
                            })}
                    </div>
                </section>
                <Tools control choosing/>
            </aside>
            <Help help=control.help/>
        </main>
    }
    .into_any()
}

/// The action button, with a preview of its effect.
#[component]
fn Act(control: Control, #[prop(into)] scene: Signal<Scene>) -> impl IntoView {
    let label = move || {
        scene.with(|scene| match scene.chosen {
            Some(action) => action_name(action, &scene.position),
            None => status(control, &scene.position),
        })
    };
    let preview = move || scene.with(|scene| preview(&scene.position, scene.chosen?));
    let chosen = move || scene.with(|scene| scene.chosen.is_some());
    let can_draw = move || scene.with(|scene| scene.actions.draw);
    let watching = control.watching();
    view! {
        <section class="act" aria-label=tr("act-label")>
            <p class="preview" aria-hidden="true">{move || preview().unwrap_or_default()}</p>
            <div class="act-buttons">
                <button type="button" id="act" class="button primary wide" aria-disabled=move || (!chosen()).then_some("true")
                    on:click=move |_| control.press(Press::Confirm)>{label}</button>
                {(!watching).then(|| view! {
                    <button type="button" id="draw" class="button" aria-disabled=move || (!can_draw()).then_some("true") on:click=move |_| control.press(Press::Pile)>
                        {move || fill("draw-button", &[("count", scene.with(|scene| scene.position.pile().len()).into())])}
                    </button>
                })}
            </div>
        </section>
    }
}

/// The status, when nothing is selected.
fn status(control: Control, position: &Position) -> String {
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

/// The evaluation in words, if it is to be shown.
fn value_text(control: Control, position: Position) -> Option<String> {
    let kind = control.app.settings.with(|settings| settings.bar);
    let value = control.value.get()?;
    (kind != BarKind::Off).then(|| sentence(kind, value, position.ruleset()))
}

/// The secondary tools of the table.
#[component]
fn Tools(control: Control, choosing: RwSignal<bool>) -> impl IntoView {
    let app = control.app;
    let resigning = RwSignal::new(false);
    let over = Memo::new(move |_| control.with(|table| table.is_over()).unwrap_or(true));
    let can_undo = Memo::new(move |_| control.with(|table| table.can_undo()).unwrap_or(false));
    let can_redo = Memo::new(move |_| control.with(|table| table.can_redo()).unwrap_or(false));
    let watching = control.watching();
    let people = control
        .with(|table| Side::ALL.iter().all(|&side| table.seats[side] == crate::table::Seat::Person))
        .unwrap_or(false);
    let save = move |_| {
        if let Some((name, text)) = untrack(|| {
            control.with(|table| (format!("{}.rose", table.id), record(table).to_string()))
        }) {
            browser::download(&name, &text);
        }
    };
    let share = move |_| {
        let route = untrack(|| {
            control.with(|table| Route::Analysis(Shared::Position(table.position().to_string())))
        });
        let link = route.map(|route| format!("{}{route}", browser::address())).unwrap_or_default();
        browser::copy(&link.clone(), move |copied| {
            app.notice(if copied {
                tr("link-copied")
            } else {
                fill("link-not-copied", &[("link", link.into())])
            });
        });
    };
    let analyse = move |_| {
        if let Some(id) = untrack(|| control.with(|table| table.id.clone())) {
            browser::go(&Route::Analysis(Shared::Stored(id)));
        }
    };
    let turn = move |_| {
        control.turn();
    };
    view! {
        <section class="panel tools" aria-label=tr("tools-label")>
            {watching.then(|| view! { <Watching control/> })}
            <div class="buttons">
                <button type="button" class="button" id="hint" aria-disabled=move || (!control.may_act() || control.hinting.get()).then_some("true")
                    on:click=move |_| control.ask_hint()>
                    {move || if control.hinting.get() { tr("hint-thinking") } else { tr("hint") }}
                </button>
                <button type="button" class="button" id="undo" aria-disabled=move || (!can_undo.get()).then_some("true") on:click=move |_| control.undo()>{tr("undo")}</button>
                <button type="button" class="button" id="redo" aria-disabled=move || (!can_redo.get()).then_some("true") on:click=move |_| control.redo()>{tr("redo")}</button>
                <button type="button" class="button" id="turn" on:click=turn>{tr("turn-board")}</button>
                <button type="button" class="button" id="resign" disabled=move || over.get() || watching on:click=move |_| resigning.set(true)>{tr("resign")}</button>
                <button type="button" class="button" id="new-game" on:click=move |_| choosing.set(true)>{tr("end-new")}</button>
            </div>
            {people.then(|| view! {
                <label class="check"><input type="checkbox" id="turning" prop:checked=move || control.turning.get()
                    on:change=move |event| control.turning.set(event_target_checked(&event))/>{tr("turning")}</label>
            })}
            {move || control.hint.get().map(|findings| untrack(|| {
                let position = control.with(|table| *table.position());
                position.map(|position| view! {
                    <div class="hint">
                        <p><b>{hint_text(&findings, &position)}</b></p>
                        <table class="lines">
                            <caption class="unseen">{tr("hint-table")}</caption>
                            <thead><tr><th scope="col">{tr("hint-action")}</th><th scope="col">{tr("hint-chance")}</th><th scope="col">{tr("hint-margin")}</th></tr></thead>
                            <tbody>
                                {findings.lines.iter().map(|line| view! {
                                    <tr>
                                        <td>{line.action().map(|action| action_name(action, &position))}</td>
                                        <td>{texts().number(line.chance * 100.0, 1)}" %"</td>
                                        <td>{signed(line.margin)}</td>
                                    </tr>
                                }).collect_view()}
                            </tbody>
                        </table>
                    </div>
                })
            }))}
            <details class="more">
                <summary>{tr("tools-more")}</summary>
                <div class="buttons">
                    <button type="button" class="button" on:click=analyse>{tr("to-analysis")}</button>
                    <button type="button" class="button" on:click=share>{tr("share")}</button>
                    <button type="button" class="button" on:click=save>{tr("end-save")}</button>
                    <button type="button" class="button" on:click=move |_| control.help.set(true)>{tr("keys-title")}</button>
                </div>
                <label class="check"><input type="checkbox" id="words-mode" prop:checked=move || app.settings.with(|settings| settings.words)
                on:change=move |event| app.settings.update(|settings| settings.words = event_target_checked(&event))/>{tr("words-mode")}</label>
                <crate::parts::Select name="bar" value=Signal::derive(move || app.settings.with(|settings| settings.bar))
                on_change=Callback::new(move |choice| app.settings.update(|settings| settings.bar = choice))/>
            </details>
            <Dialog open=resigning title=tr("resign-title")>
                <p>{tr("resign-text")}</p>
                <div class="buttons">
                    <button type="button" class="button primary" id="resign-yes" on:click=move |_| { resigning.set(false); control.resign(); }>{tr("resign")}</button>
                    <button type="button" class="button" on:click=move |_| resigning.set(false)>{tr("cancel")}</button>
                </div>
            </Dialog>
        </section>
    }
}

/// Pause, single-step and speed of an engine-vs-engine game.
#[component]
fn Watching(control: Control) -> impl IntoView {
    view! {
        <div class="buttons">
            <button type="button" class="button primary" id="pause" on:click=move |_| control.paused.update(|paused| *paused = !*paused)>
                {move || if control.paused.get() { tr("watch-go") } else { tr("watch-pause") }}
            </button>
            <button type="button" class="button" id="step" on:click=move |_| control.step()>{tr("watch-step")}</button>
        </div>
        <label class="field"><span>{tr("watch-speed")}</span>
            <input type="range" min="0" max="3" step="1" prop:value=move || speed(control.pace.get())
                on:input=move |event| control.pace.set(pace(&event_target_value(&event)))/>
        </label>
    }
}

const PACES: [u32; 4] = [2000, 700, 250, 0];

fn pace(value: &str) -> u32 {
    value.parse::<usize>().ok().and_then(|n| PACES.get(n).copied()).unwrap_or(700)
}

fn speed(pace: u32) -> String {
    PACES.iter().position(|known| *known == pace).unwrap_or(1).to_string()
}

/// The keyboard help.
#[component]
fn Help(help: RwSignal<bool>) -> impl IntoView {
    let keys = [
        ("1 – 5", "key-cards"),
        ("d", "key-draw"),
        ("Enter", "key-enter"),
        ("Esc", "key-escape"),
        ("← → k j", "key-steps"),
        ("Home End", "key-ends"),
        ("f", "key-turn"),
        ("h", "key-hint"),
        ("u r", "key-undo"),
        ("?", "key-help"),
    ];
    view! {
        <Dialog open=help title=tr("keys-title")>
            <dl class="keys">
                {keys.map(|(key, id)| view! { <dt><kbd>{key}</kbd></dt><dd>{tr(id)}</dd> })}
            </dl>
        </Dialog>
    }
}
