use bosworth_board::{Press, Scene};
use bosworth_rules::Side;
use bosworth_view::prelude::*;

use super::control::LessonControl;
use super::goal::Goal;
use super::lesson::{LESSONS, number};
use super::list::first_game;
use crate::board_input::{BoardInput, listen};
use crate::language::{fill, texts, tr};
use crate::pages::play::{action_name, draw_label};
use crate::parts::{Board, Seat, button, group, live};
use crate::route::Route;

/// The page of a lesson, by its index from 0.
pub fn view(number: usize) -> View {
    let Some(control) = LessonControl::begin(number) else { return View::Empty };
    listen(control);
    let scene = Memo::new(move |_| control.scene());
    let press = Callback::new(move |press| control.handle_press(press));
    let board = view! { <Board scene board=control.board on_press=press/> };
    let board = group("board-row", vec![board]);
    let table = vec![seat(control, scene, press, true), board, seat(control, scene, press, false)];
    let lesson = vec![live("", move || text(control)), live("", move || said(control))];
    let parts = vec![
        group("table", table),
        group(
            "rail",
            vec![
                group("panel side lesson", lesson),
                live("act", move || vec![group("act-buttons", buttons(control, scene))]),
            ],
        ),
    ];
    let stage = group("stage", parts);
    view! { <main id="main" class="play learn">{stage}</main> }
}

/// A side's seat, if its cards matter.
fn seat(control: LessonControl, scene: Memo<Scene>, on_press: Callback<Press>, top: bool) -> View {
    let side = Memo::new(move |_| {
        let learner = control.state.with(|state| state.game.start().side());
        if top { !learner } else { learner }
    });
    let shown = Memo::new(move |_| {
        let counts = control.state.with(|state| state.goal() == Goal::Count);
        !counts && scene.with(|scene| !scene.position.hand(side.get()).is_empty())
    });
    let name = Signal::derive(move || {
        let other = || scene.with(|scene| texts().side(side.get(), scene.position.ruleset()));
        if top { other() } else { tr("seat-you") }
    });
    let seat = move || shown.get().then(|| view! { <Seat side scene name on_press/> });
    seat.into_view()
}

/// The explanation, and the task.
fn text(control: LessonControl) -> Vec<View> {
    control.state.with(|state| {
        let count = state.lesson.steps.len();
        let values = [("step", (state.step + 1).into()), ("count", count.into())];
        let of = (count > 1).then(|| fill("learn-step", &values));
        let title = tr(&format!("learn-{}", state.lesson.name));
        let all = Route::Learn(None).to_string();
        let text = view! {
            <p class="note"><a id="lesson-all" href=all>{tr("learn-all")}</a><span>{of}</span></p>
            <h1 tabindex="-1">{format!("{}. {title}", control.number + 1)}</h1>
            <p>{state.text("")}</p>
            <p id="lesson-task" class="task" tabindex="-1">{state.text("-task")}</p>
        };
        vec![text]
    })
}

/// The feedback on the last attempt.
fn said(control: LessonControl) -> Vec<View> {
    control.state.with(|state| {
        if state.said.is_empty() {
            return Vec::new();
        }
        let (class, sign) = if state.solved { ("said right", "✓") } else { ("said wrong", "✗") };
        let said = view! {
            <p id="lesson-said" class=class><b aria-hidden="true">{sign}</b>" "{state.said.clone()}</p>
        };
        vec![said]
    })
}

/// The buttons of the current state.
fn buttons(control: LessonControl, scene: Memo<Scene>) -> Vec<View> {
    control.state.with(|state| {
        let (goal, last) = (state.goal(), state.is_last());
        let mut buttons = Vec::new();
        if state.solved && last && control.number + 1 == LESSONS.len() {
            let begin = move || first_game(control.app);
            buttons.push(button("first-game", "primary", tr("learn-first-game"), begin));
        } else if state.solved {
            let label = tr(if last { "learn-next" } else { "learn-on" });
            buttons.push(button("next", "primary", label, move || control.next()));
        } else if goal == Goal::Count {
            let sides = Side::ALL.map(|side| {
                let label = texts().side(side, state.game.position().ruleset());
                (format!("answer-{}", side.letter()), label, Some(side))
            });
            let nobody = ("answer-0".to_string(), tr("learn-nobody"), None);
            let answers = sides.into_iter().chain([nobody]);
            buttons.extend(answers.map(|(id, label, winner)| {
                button(&id, "answer", label, move || control.answer(winner))
            }));
        } else if goal.is_action() {
            buttons.extend(act(control, scene));
            if control.number >= number("draw") && scene.with(|scene| scene.actions.draw) {
                let is_main = scene.with(|scene| draw_is_main(goal, scene));
                let class = if is_main { "primary" } else { "" };
                let label = scene.with(|scene| draw_label(&scene.position));
                buttons.push(button("draw", class, label, move || control.press(Press::Pile)));
            }
        }
        if state.solved || state.step > 0 {
            buttons.push(button("again", "", tr("learn-again"), move || control.enter(0)));
        }
        buttons
    })
}

/// The confirm button, once there is something to confirm.
fn act(control: LessonControl, scene: Memo<Scene>) -> Option<View> {
    let label = scene.with(|scene| Some(action_name(scene.ready()?, &scene.position)))?;
    Some(button("act", "primary", label, move || control.press(Press::Confirm)))
}

/// Whether the button to draw is the one that matters: the task is to draw, or nothing else is
/// possible.
fn draw_is_main(goal: Goal, scene: &Scene) -> bool {
    scene.must_draw() || goal.wants_draw() && scene.chosen.is_none()
}

#[cfg(test)]
mod tests {
    use bosworth_board::Board;

    use super::*;

    #[test]
    fn the_draw_is_the_main_button_of_the_step_that_asks_for_it() {
        let lesson = &LESSONS[number("draw")];
        let position = lesson.steps[0].begin.parse().expect("a position");
        let mut scene = Scene::new(position, Side::White);
        scene.offer(&Board::default(), false);
        assert!(!scene.must_draw(), "cards could be played, too");
        assert!(draw_is_main(lesson.steps[0].goal, &scene));
        assert!(!draw_is_main(lesson.steps[1].goal, &scene));
    }
}
