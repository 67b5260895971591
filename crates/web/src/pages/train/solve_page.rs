use bosworth_board::{Press, Scene};
use bosworth_rules::Side;
use bosworth_texts::{Status, Turn};
use bosworth_view::prelude::*;

use super::control::SolveControl;
use super::game_on::GameOn;
use super::place::TrainPlace;
use super::series::ExerciseSeries;
use super::solve_state::{HINTS, SolveState};
use crate::board_input::{BoardInput, listen};
use crate::browser;
use crate::chunk::with_course;
use crate::language::{fill, texts, tr};
use crate::pages::action_name;
use crate::pages::play::draw_label;
use crate::parts::{
    Board, Icon, Seat, button, group, link_tool, live, paragraph, reach_switch, status_line, tool,
};
use crate::route::{AnalysisLink, Route};

/// A page with the exercises of a series.
pub fn solve_page(series: ExerciseSeries) -> View {
    let title = series.title();
    let control = SolveControl::new(series);
    listen(control);
    let words = Memo::new(move |_| control.app.settings.with(|settings| settings.words));
    let is_shown = Memo::new(move |_| control.state.with(Option::is_some) && !control.ended.get());
    let page = move || {
        if is_shown.get() {
            return untrack(|| exercise_view(control, title.clone(), words));
        }
        view! {
            <main id="main" class="train-over">
                <h1 tabindex="-1">{title.clone()}</h1>
                {with_course(move || {
                    let parts = control.training.parts.get()?;
                    Some(untrack(|| (parts.summary)(control)))
                })}
            </main>
        }
    };
    page.into_view()
}

fn exercise_view(control: SolveControl, title: String, words: Memo<bool>) -> View {
    let Some(first) = untrack(|| control.scene()) else { return View::Empty };
    let scene = Memo::new(move |before: Option<&Scene>| {
        control.scene().or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
    });
    let near = Memo::new(move |_| scene.with(|scene| scene.near));
    let press = Callback::new(move |press: Press| control.press(press));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !near.get() } else { near.get() });
        let name = Signal::derive(move || seat_name(control, side.get()));
        view! { <Seat side scene name on_press=press/> }
    };
    control.fetch_late_parts(words);
    let text_mode = move || {
        let parts = words.get().then(|| control.training.parts.get())??;
        Some(untrack(|| (parts.text_mode)(control)))
    };
    let after = move || {
        let parts = control.training.parts.get()?;
        Some(untrack(|| (parts.aftermath)(control, scene)))
    };
    view! {
        <main id="main" class="play train" class:in-words=move || words.get()
            data-puzzle=move || control.with(|state| state.exercise.puzzle).flatten().map(|id| id.to_string())>
            <h1 class="unseen" tabindex="-1">{title.clone()}</h1>
            <div class="stage">
                <div class="table">
                    {seat(true)}
                    <div class="board-row"><Board scene board=control.board on_press=press/></div>
                    {seat(false)}
                </div>
                <div class="rail">
                    <section class="act" aria-label=tr("act-label")>
                        {status_line(Memo::new(move |_| status(control)))}
                        {live("act-buttons", move || act_buttons(control, scene))}
                        {live("toolbar", move || tools(control))}
                    </section>
                    <aside class="side">
                        {text_mode}
                        {after}
                        {session_panel(control, title)}
                    </aside>
                </div>
            </div>
        </main>
    }
}

/// What a seat is called, which shows its side as well.
fn seat_name(control: SolveControl, side: Side) -> String {
    let level = control.game_on.with(|game_on| {
        game_on.as_ref().filter(|game_on| game_on.side != side).map(|game_on| game_on.level)
    });
    let solver = control.with(|state| state.exercise.position.side());
    match level {
        Some(level) => fill("seat-level", &[("level", level.into())]),
        None if solver == Some(side) => tr("seat-you"),
        None => tr("train-opponent"),
    }
}

/// What is asked; then what the last attempt is worth, and a hint or the rating.
fn status(control: SolveControl) -> Status {
    if let Some(status) = control.game_on.with(|game_on| game_on.as_ref().map(game_status)) {
        return status;
    }
    let status = control.with(|state| {
        let verdict = |action| state.exercise.verdict(action);
        match (state.played, state.mistaken()) {
            (Some(played), _) if state.is_found() => {
                (format!("✓ {}", verdict(played)), control.rating_text())
            }
            (Some(_), _) => (control.answer_text().unwrap_or_default(), control.rating_text()),
            (None, Some(mistaken)) => (format!("✗ {}", verdict(mistaken)), Some(tr("train-again"))),
            (None, None) => (control.task_text().unwrap_or_default(), None),
        }
    });
    let (lead, rest) = status.unwrap_or_default();
    let hint = control.hint_text().filter(|_| is_open(control));
    Status { lead, rest: hint.or(rest).unwrap_or_default() }
}

fn is_open(control: SolveControl) -> bool {
    control.with(SolveState::is_open) == Some(true)
}

fn game_status(game_on: &GameOn) -> Status {
    let position = game_on.game.position();
    if position.is_over() {
        return Status { lead: texts().standing(position).join(" "), rest: String::new() };
    }
    let name = fill("seat-level", &[("level", game_on.level.into())]);
    let turn = if position.side() == game_on.side { Turn::Yours } else { Turn::Thinking(&name) };
    texts().status(&game_on.game, turn)
}

/// The button that confirms, and the one that draws; after the answer, the one that goes on.
fn act_buttons(control: SolveControl, scene: Memo<Scene>) -> Vec<View> {
    let (is_playing, open) = (control.game_on.with(Option::is_some), is_open(control));
    if !is_playing && !open && control.is_choosing_level.get() {
        return levels(control);
    }
    if !is_playing && !open {
        let label = if untrack(|| has_next(control)) { "train-next" } else { "train-finish" };
        let next = move || control.next();
        return vec![button("next", "primary wide", tr(label), next)];
    }
    let mut buttons = Vec::new();
    let chosen = scene.with(|scene| Some(action_name(scene.ready()?, &scene.position)));
    buttons.extend(
        chosen.map(|label| {
            button("act", "primary wide", label, move || control.press(Press::Confirm))
        }),
    );
    if scene.with(|scene| scene.actions.draw) {
        let label = scene.with(|scene| draw_label(&scene.position));
        buttons.push(button("draw", "", label, move || control.press(Press::Pile)));
    }
    if is_playing {
        buttons.push(button("leave-game", "", tr("train-leave"), move || control.leave_game()));
    }
    buttons
}

/// Whether another exercise follows, as far as that is known.
fn has_next(control: SolveControl) -> bool {
    let done = control.session.with(|session| session.answers.len());
    control.series.with_value(|series| match series {
        ExerciseSeries::Daily(_) => false,
        ExerciseSeries::Listed(ids, _) => done < ids.len(),
        ExerciseSeries::Puzzles(_) | ExerciseSeries::Mistakes => true,
    })
}

fn tools(control: SolveControl) -> Vec<View> {
    if control.game_on.with(Option::is_some) {
        return Vec::new();
    }
    if !is_open(control) {
        let Some(position) = control.with(|state| state.exercise.position) else {
            return Vec::new();
        };
        let analysis = Route::Analysis(AnalysisLink::Position(position.to_string())).to_string();
        let choose = move || {
            control.is_choosing_level.update(|choosing| *choosing = !*choosing);
            browser::focus_later("#play-on-1, #next");
        };
        return vec![
            link_tool("train-analyse", Icon::Chart, tr("to-analysis"), analysis),
            tool("play-on", Icon::Crown, || tr("train-play-on"), || false, choose),
        ];
    }
    let no_hint = move || control.with(|state| state.hints) == Some(HINTS);
    let mut tools = vec![
        tool("hint", Icon::Hint, || tr("hint"), no_hint, move || control.hint()),
        tool("answer", Icon::Check, || tr("train-show"), || false, move || control.show_answer()),
        reach_switch(),
    ];
    if control.can_leave() {
        tools.push(tool(
            "skip",
            Icon::Forward,
            || tr("train-skip"),
            || false,
            move || control.next(),
        ));
    }
    tools
}

/// The levels of the computer, one of which plays on from here.
fn levels(control: SolveControl) -> Vec<View> {
    let level = |level: u8| {
        let label = fill("seat-level", &[("level", level.into())]);
        view! {
            <button type="button" class="button" id=format!("play-on-{level}") aria-label=label
                on:click=move |_| control.later(move |parts| (parts.begin_game)(control, level))>{level}</button>
        }
    };
    let levels: Vec<_> = (1..=8).map(level).collect();
    vec![
        view! { <div class="level-choice" role="group" aria-label=tr("train-play-on-level")>{levels}</div> },
    ]
}

/// The title of the series, and the session so far.
fn session_panel(control: SolveControl, title: String) -> View {
    let marks = move || {
        control.session.with(|session| {
            let mark = |(right, _): &(bool, f64)| {
                let (class, sign) = if *right { ("right", "✓") } else { ("wrong", "✗") };
                view! { <li class=class>{sign}</li> }
            };
            session.answers.iter().map(mark).collect::<Vec<_>>()
        })
    };
    let count = move || {
        control.session.with(|session| {
            let values = [
                ("right", session.right().into()),
                ("count", session.answers.len().into()),
                ("streak", session.streak().into()),
            ];
            (!session.answers.is_empty()).then(|| fill("train-session", &values))
        })
    };
    let is_mistake = control.series.with_value(|series| *series == ExerciseSeries::Mistakes);
    let mut buttons =
        vec![button("train-end", "small", tr("train-end"), move || control.ended.set(true))];
    if is_mistake {
        buttons.push(button("train-remove", "small", tr("train-remove"), move || {
            control.remove_mistake();
        }));
    }
    let edition = move || {
        let ruleset = control.with(|state| state.exercise.position.ruleset());
        ruleset.map(|ruleset| texts().ruleset(ruleset))
    };
    let content = vec![
        view! { <p class="note"><a id="train-all" href=TrainPlace::Home.address()>{tr("title-train")}</a><span>{edition}</span></p> },
        view! { <h2>{title}</h2> },
        live("", move || vec![paragraph("", "train-session", count().unwrap_or_default())]),
        view! { <ol class="session-marks" aria-hidden="true">{marks}</ol> },
        group("buttons", buttons),
    ];
    group("panel session", content)
}
