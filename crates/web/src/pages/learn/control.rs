use bosworth_board::{Board, Confirmation, Press, Scene, last_move, targets};
use bosworth_rules::{Action, Game, Position, Side, Square};
use bosworth_view::prelude::*;

use super::goal::{Goal, leader};
use super::lesson::{self, LESSONS, Lesson};
use crate::app::{AppContext, use_app};
use crate::board_input::{BoardContext, BoardInput, no_target_text};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::pages::play::action_name;
use crate::route::Route;
use crate::settings::Confirm;
use crate::sound::Sound;
use crate::store;

/// The number of failed attempts before a hint is shown.
const FAILURES_BEFORE_HINT: u32 = 2;

/// The controller of a lesson.
#[derive(Clone, Copy)]
pub struct LessonControl {
    pub app: AppContext,
    /// The index of the lesson, from 0.
    pub number: usize,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
    pub state: RwSignal<LessonState>,
}

/// The progress of a lesson.
pub struct LessonState {
    pub lesson: &'static Lesson,
    /// The index of the current step, from 0.
    pub step: usize,
    pub game: Game,
    failures: u32,
    pub solved: bool,
    /// The feedback on the last attempt.
    pub said: String,
}

impl LessonState {
    fn begin(lesson: &'static Lesson, step: usize, before: Option<Game>) -> Option<Self> {
        let game = lesson::begin(&lesson.steps[step], before)?;
        Some(Self { lesson, step, game, failures: 0, solved: false, said: String::new() })
    }

    pub fn goal(&self) -> Goal {
        self.lesson.steps[self.step].goal
    }

    pub fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.steps.len()
    }

    /// Whether no action is expected: the step is solved, or is a question.
    fn expects_no_action(&self) -> bool {
        self.solved || !self.goal().is_action()
    }

    /// A text of this step.
    pub fn text(&self, end: &str) -> String {
        tr(&format!("learn-{}-{}{end}", self.lesson.name, self.step + 1))
    }

    fn scene(&self, board: &Board) -> Scene {
        let (goal, hint) = (self.goal(), self.failures >= FAILURES_BEFORE_HINT);
        let position = *self.game.position();
        // Lessons always show the board with north at the top.
        let mut scene = board.scene(position, Side::White);
        if !self.expects_no_action() {
            scene.offer(board, false);
        }
        if !self.solved && hint {
            scene.hints = goal.squares(&position);
        }
        scene.gains = goal != Goal::Best;
        scene.last = last_move(&self.game, self.game.plies().len());
        let counts = matches!(goal, Goal::Best | Goal::Tap(_) | Goal::Count);
        scene.areas = counts && self.solved || goal == Goal::Count && hint;
        scene
    }
}

impl LessonControl {
    /// Starts a lesson at its first step; `None` if its position is invalid.
    pub fn begin(number: usize) -> Option<Self> {
        let state = LessonState::begin(&LESSONS[number], 0, None)?;
        let board = RwSignal::new(Board::default());
        Some(Self { app: use_app(), number, board, state: RwSignal::new(state) })
    }

    fn with<T>(self, look: impl FnOnce(&LessonState) -> T) -> T {
        self.state.with_untracked(look)
    }

    fn position(self) -> Position {
        self.with(|state| *state.game.position())
    }

    /// The scene of the board.
    pub fn scene(self) -> Scene {
        self.state.with(|state| self.board.with(|board| state.scene(board)))
    }

    /// Starts a step.
    pub fn enter(self, step: usize) {
        let state =
            self.with(|state| LessonState::begin(state.lesson, step, Some(state.game.clone())));
        if let Some(state) = state {
            self.board.update(Board::clear);
            self.state.set(state);
            browser::focus_later("#lesson-task");
        }
    }

    /// Continues with the next step or the next lesson.
    pub fn next(self) {
        if self.with(LessonState::is_last) {
            browser::go(&Route::Learn(Some(self.number + 1)));
        } else {
            self.enter(self.with(|state| state.step) + 1);
        }
    }

    fn fail(self, mut why: String) {
        self.board.update(Board::clear);
        self.app.sound(Sound::No);
        self.state.update(|state| {
            state.failures += 1;
            if state.failures >= FAILURES_BEFORE_HINT {
                why.push(' ');
                why += &tr(match state.goal() {
                    Goal::Draw(_) | Goal::Pass => "learn-hint-button",
                    Goal::Count => "learn-hint-count",
                    _ => "learn-hint-mark",
                });
            }
            state.said.clone_from(&why);
        });
        self.app.say(why);
    }

    fn solve(self, sound: Sound) {
        self.app.sound(sound);
        self.state.update(|state| {
            state.solved = true;
            state.said = state.text("-right");
            let position = state.game.position();
            if position.is_over() {
                state.said = format!("{} {}", texts().standing(position).join(" "), state.said);
            }
        });
        self.app.say(self.with(|state| state.said.clone()));
        let mut done = store::lessons();
        if self.with(LessonState::is_last) && !done.contains(&self.number) {
            done.push(self.number);
            if !store::keep_lessons(&done) {
                self.app.toast(tr("learn-not-kept"));
            }
        }
        browser::focus_later("#next, #first-game");
    }

    /// Attempts an action: only a correct one is played.
    fn attempt(self, action: Action) {
        let (position, goal) = (self.position(), self.with(LessonState::goal));
        if !goal.actions(&position).contains(&action) {
            return self.fail(wrong(goal, &position, action));
        }
        let drawn = match goal {
            Goal::Draw(card) => card.parse().ok(),
            _ => None,
        };
        let Some(ply) = action.resolved(drawn) else { return };
        let sound = match action {
            Action::Play(_) => Sound::Play,
            Action::Hero(_) => Sound::Hero,
            Action::Draw | Action::Pass => Sound::Draw,
        };
        self.state.update(|state| lesson::push(&mut state.game, ply));
        self.solve(sound);
    }

    /// Handles a press; some steps ask for a square rather than an action.
    pub fn handle_press(self, press: Press) {
        let (goal, solved) = self.with(|state| (state.goal(), state.solved));
        let Goal::Tap(right) = goal else { return self.press(press) };
        match press {
            _ if solved => {}
            Press::Square(square) if right.parse() == Ok(square) => self.solve(Sound::Play),
            Press::Square(_) | Press::Drag(_) => self.fail(tr("learn-wrong-tap")),
            _ => {}
        }
    }

    /// Answers the question of who has won.
    pub fn answer(self, winner: Option<Side>) {
        if leader(&self.position()) == winner {
            self.solve(Sound::Join);
        } else {
            self.fail(tr("learn-wrong-count"));
        }
    }
}

impl BoardInput for LessonControl {
    fn context(&self) -> BoardContext {
        BoardContext { app: self.app, board: self.board }
    }

    fn scene(&self) -> Option<Scene> {
        Some(Self::scene(*self))
    }

    fn confirmation(&self, setting: Confirm) -> Confirmation {
        Confirmation::at_table(setting, browser::is_touch(), false)
    }

    fn act(&self, action: Action) {
        self.attempt(action);
    }

    fn action_text(&self, action: Action) -> String {
        action_name(action, &self.position())
    }

    fn refuse(&self, why: String) {
        self.fail(why);
    }

    fn miss(&self, square: Square, _dragged: bool) {
        self.fail(no_target_text(square));
    }

    fn turn(&self) -> bool {
        false
    }
}

/// Why a legal action does not solve the task.
fn wrong(goal: Goal, position: &Position, action: Action) -> String {
    let targets = targets(position);
    let target = targets.iter().find(|target| target.action == action);
    match (goal, target) {
        (Goal::Draw(_), _) => tr("learn-wrong-draw"),
        (Goal::To(goal), Some(target)) => {
            let target = target.square.to_string();
            fill("learn-wrong-to", &[("target", target.into()), ("goal", goal.into())])
        }
        (_, Some(target)) => fill("learn-wrong-best", &[("gain", target.worth().into())]),
        (_, None) => tr("learn-wrong-card"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exercise_for_the_best_action_does_not_show_what_each_one_gains() {
        for lesson in &LESSONS {
            for (step, goal) in lesson.steps.iter().map(|step| step.goal).enumerate() {
                let first = LessonState::begin(lesson, 0, None).expect("a lesson");
                let Some(state) = LessonState::begin(lesson, step, Some(first.game)) else {
                    continue;
                };
                let scene = state.scene(&Board::default());
                assert_eq!(scene.gains, goal != Goal::Best, "{} {step}", lesson.name);
            }
        }
    }
}
