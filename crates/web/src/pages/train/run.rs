//! As many puzzles as possible: in three minutes with at most three wrong answers, or until the first.

use bosworth_board::{Board, Confirmation, Press, Scene};
use bosworth_practice::{PuzzleWish, RunKind, TrainingRun};
use bosworth_puzzles::PuzzleId;
use bosworth_rules::{Action, Position};
use bosworth_view::prelude::*;

use super::exercise::TrainingExercise;
use super::place::{TrainPlace, run_name};
use super::training::{Training, now, use_training};
use crate::app::AppContext;
use crate::board_input::{BoardContext, BoardInput, listen};
use crate::browser;
use crate::chess_clock;
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::action_name;
use crate::pages::play::draw_label;
use crate::parts::{Board as BoardView, Seat, button, group, link_button, live, paragraph, title};
use crate::settings::Confirm;
use crate::sound::Sound;

/// The rating of the first puzzle, and by how much each is harder than the one before.
const FIRST_RATING: i32 = 800;
const RATING_STEP: i32 = 45;

/// The remaining time below which the clock warns, in milliseconds.
const LOW_TIME_MS: i64 = 20_000;

/// The number of wrong answers that end a run.
fn max_wrong(kind: RunKind) -> usize {
    match kind {
        RunKind::Storm => 3,
        RunKind::Streak => 1,
    }
}

/// The controller of a run.
#[derive(Clone, Copy)]
struct RunControl {
    app: AppContext,
    training: Training,
    page: Lifetime,
    kind: RunKind,
    board: RwSignal<Board>,
    exercise: RwSignal<Option<TrainingExercise>>,
    solved: RwSignal<u32>,
    /// The puzzles that were answered wrongly.
    missed: RwSignal<Vec<PuzzleId>>,
    /// When the time is over: it runs from the first answer.
    until: RwSignal<Option<i64>>,
    now: RwSignal<i64>,
    /// Once it is over, whether it is the best of its kind.
    over: RwSignal<Option<bool>>,
}

impl RunControl {
    fn new(kind: RunKind) -> Self {
        let training = use_training();
        let control = Self {
            app: training.app,
            training,
            page: Lifetime::new(),
            kind,
            board: RwSignal::new(Board::default()),
            exercise: RwSignal::new(None),
            solved: RwSignal::new(0),
            missed: RwSignal::default(),
            until: RwSignal::new(None),
            now: RwSignal::new(now()),
            over: RwSignal::new(None),
        };
        control.open_next();
        control.page.every(200, move || control.tick());
        control
    }

    fn begin_again(self) {
        self.solved.set(0);
        self.missed.set(Vec::new());
        self.until.set(None);
        self.over.set(None);
        self.open_next();
        browser::focus_later("#status");
    }

    /// Opens a puzzle, harder than the one before.
    fn open_next(self) {
        let count = self.solved.get_untracked() as usize + self.missed.with_untracked(Vec::len);
        let rating = self.training.progress.with_untracked(|it| it.standing().rating()) as i32;
        let harder = FIRST_RATING + RATING_STEP * count as i32 - rating;
        let next = self.training.next_puzzle(PuzzleWish { harder, ..PuzzleWish::default() });
        self.board.update(Board::clear);
        let is_over = next.is_none();
        self.exercise.set(next);
        if is_over {
            self.finish();
        }
    }

    fn tick(self) {
        let now = now();
        let is_over = self.until.get_untracked().is_some_and(|until| until <= now);
        if self.over.get_untracked().is_none() && self.until.get_untracked().is_some() {
            self.now.set(now);
            if is_over {
                self.finish();
            }
        }
    }

    fn attempt(self, action: Action) {
        let right = self.exercise.with_untracked(|it| {
            it.as_ref().map(|it| (it.is_right(action), it.verdict(action), it.puzzle))
        });
        let Some((right, verdict, puzzle)) = right.filter(|_| self.over.get_untracked().is_none())
        else {
            return;
        };
        if self.kind == RunKind::Storm && self.until.get_untracked().is_none() {
            self.now.set(now());
            self.until.set(Some(now() + RunKind::STORM_MS));
        }
        self.app.sound(if right { Sound::Join } else { Sound::No });
        if right {
            self.solved.update(|solved| *solved += 1);
        } else {
            self.missed.update(|missed| missed.extend(puzzle));
        }
        self.app.say(verdict);
        if self.missed.with_untracked(Vec::len) >= max_wrong(self.kind) {
            self.finish();
        } else {
            self.open_next();
        }
    }

    fn finish(self) {
        let run = TrainingRun { kind: self.kind, solved: self.solved.get_untracked(), at: now() };
        let is_best = run.solved > 0
            && self.training.change(|progress| progress.finish_run(run)) == Some(true);
        self.over.set(Some(is_best));
        self.app.say(fill("train-run-result", &[("count", run.solved.into())]));
        browser::focus_later("#main h1");
    }

    fn scene(self) -> Option<Scene> {
        let board = self.board.get();
        self.exercise.with(|exercise| {
            let position = exercise.as_ref()?.position;
            let near = board.near(position.side());
            let bottom = bosworth_board::facing(position.ruleset(), near, board.is_turned());
            let mut scene = Scene { near, ..board.scene(position, bottom) };
            scene.gains = false;
            scene.offer(&board, false);
            Some(scene)
        })
    }
}

impl BoardInput for RunControl {
    fn context(&self) -> BoardContext {
        BoardContext { app: self.app, board: self.board }
    }

    fn scene(&self) -> Option<Scene> {
        Self::scene(*self)
    }

    fn confirmation(&self, setting: Confirm) -> Confirmation {
        Confirmation::at_table(setting, browser::is_touch(), false)
    }

    fn act(&self, action: Action) {
        self.attempt(action);
    }

    fn action_text(&self, action: Action) -> String {
        untrack(|| Self::scene(*self))
            .map(|scene| action_name(action, &scene.position))
            .unwrap_or_default()
    }
}

/// The page of a run.
pub fn run_page(kind: RunKind) -> View {
    let control = RunControl::new(kind);
    listen(control);
    let is_over = Memo::new(move |_| control.over.get().is_some());
    let page = move || if is_over.get() { untrack(|| result(control)) } else { table(control) };
    page.into_view()
}

fn table(control: RunControl) -> View {
    let Some(first) = untrack(|| control.scene()) else { return View::Empty };
    let scene = Memo::new(move |before: Option<&Scene>| {
        control.scene().or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
    });
    let near = Memo::new(move |_| scene.with(|scene| scene.near));
    let press = Callback::new(move |press: Press| control.press(press));
    let seat = move |top: bool| {
        let side = Signal::derive(move || if top { !near.get() } else { near.get() });
        let name = Signal::derive(move || tr(if top { "train-opponent" } else { "seat-you" }));
        view! { <Seat side scene name on_press=press/> }
    };
    let kind = control.kind;
    view! {
        <main id="main" class="play train run"
            data-puzzle=move || control.exercise.with(|it| it.as_ref()?.puzzle).map(|id| id.to_string())>
            <h1 class="unseen" tabindex="-1">{tr(&format!("train-{}", run_name(kind)))}</h1>
            <div class="stage">
                <div class="table">
                    {seat(true)}
                    <div class="board-row"><BoardView scene board=control.board on_press=press/></div>
                    {seat(false)}
                </div>
                <div class="rail">
                    <section class="act" aria-label=tr("act-label")>
                        <div class="run-status" id="status" tabindex="-1">
                            {move || left(control).map(|(text, low)| view! {
                                <b class="clock" class:low=low role="timer">{text}</b>
                            })}
                            <span>{move || fill("train-run-solved", &[("count", control.solved.get().into())])}</span>
                            <span class="wrong">{move || "✗".repeat(control.missed.with(Vec::len))}</span>
                        </div>
                        {live("act-buttons", move || buttons(control, scene))}
                    </section>
                    <aside class="side">
                        <div class="panel session">
                            <p class="note">{tr(&format!("train-{}-rules", run_name(kind)))}</p>
                            {button("run-end", "small", tr("train-end"), move || control.finish())}
                        </div>
                    </aside>
                </div>
            </div>
        </main>
    }
}

/// What is asked.
fn task(position: &Position) -> String {
    fill("train-task", &[("side", texts().side(position.side(), position.ruleset()).into())])
}

/// The remaining time of a storm, and whether it is low.
fn left(control: RunControl) -> Option<(String, bool)> {
    if control.kind != RunKind::Storm {
        return None;
    }
    let until = control.until.get();
    let left = until.map_or(RunKind::STORM_MS, |until| (until - control.now.get()).max(0));
    Some((chess_clock::text(left as f64), left < LOW_TIME_MS))
}

fn buttons(control: RunControl, scene: Memo<Scene>) -> Vec<View> {
    let mut buttons = Vec::new();
    let chosen = scene.with(|scene| Some(action_name(scene.ready()?, &scene.position)));
    buttons.push(match chosen {
        Some(label) => button("act", "primary wide", label, move || control.press(Press::Confirm)),
        None => scene.with(|scene| paragraph("", "run-task", task(&scene.position))),
    });
    if scene.with(|scene| scene.actions.draw) {
        let label = scene.with(|scene| draw_label(&scene.position));
        buttons.push(button("draw", "", label, move || control.press(Press::Pile)));
    }
    buttons
}

/// The result, and the puzzles that were missed.
fn result(control: RunControl) -> View {
    let solved = control.solved.get();
    let best =
        control.training.progress.with(|it| it.best_run(control.kind)).map_or(0, |it| it.solved);
    let id = if control.over.get() == Some(true) { "train-run-best" } else { "train-run-best-of" };
    let missed: Vec<_> = control
        .missed
        .get()
        .into_iter()
        .enumerate()
        .map(|(n, id)| {
            let label = fill("train-missed", &[("number", (n + 1).into())]);
            link_button("", "", label, TrainPlace::Puzzle(id).address())
        })
        .collect();
    let mut parts = vec![
        paragraph("lead", "run-result", fill("train-run-result", &[("count", solved.into())])),
        paragraph("note", "", fill(id, &[("count", best.into())])),
    ];
    if !missed.is_empty() {
        parts.push(title("", tr("train-missed-title")));
        parts.push(group("buttons", missed));
    }
    parts.push(group(
        "buttons",
        vec![
            button("run-again", "primary", tr("train-run-again"), move || control.begin_again()),
            link_button("train-home", "", tr("train-to-home"), TrainPlace::Home.address()),
        ],
    ));
    view! {
        <main id="main" class="train-over">
            <h1 tabindex="-1">{tr(&format!("train-{}", run_name(control.kind)))}</h1>
            {group("panel", parts)}
        </main>
    }
}
