use bosworth_board::{Board, Confirmation, Navigation, Scene};
use bosworth_protocol::DailyView;
use bosworth_puzzles::{Answer, Grade};
use bosworth_rules::Action;
use bosworth_texts::{Speech, TextCommand};
use bosworth_view::prelude::*;

use super::continuation::Continuation;
use super::exercise::points_text;
use super::game_on::GameOn;
use super::late_parts::TrainingParts;
use super::series::{ExerciseSeries, Task};
use super::session::TrainingSession;
use super::solve_state::{HINTS, SolveState};
use super::training::{GIVEN_UP_LOSS, Training, now, use_training};
use crate::app::AppContext;
use crate::board_input::{BoardContext, BoardInput};
use crate::browser;
use crate::chunk::Chunks;
use crate::engine::{self, Lane};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::action_name;
use crate::settings::{Confirm, HandTargets};
use crate::sound::Sound;

/// The controller of a page with exercises.
#[derive(Clone, Copy)]
pub struct SolveControl {
    pub app: AppContext,
    pub training: Training,
    pub page: Lifetime,
    chunks: Chunks,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
    pub series: StoredValue<ExerciseSeries>,
    /// The current exercise; `None` if there is none.
    pub state: RwSignal<Option<SolveState>>,
    /// The mistake that it is.
    task: StoredValue<Option<Task>>,
    pub session: RwSignal<TrainingSession>,
    /// Whether the summary of the session is shown.
    pub ended: RwSignal<bool>,
    /// What follows the answer.
    pub continuation: RwSignal<Continuation>,
    /// The game against the computer from the position on.
    pub game_on: RwSignal<Option<GameOn>>,
    /// Whether the levels of the computer are offered for such a game.
    pub is_choosing_level: RwSignal<bool>,
    /// How others answered the position of the day.
    pub daily: RwSignal<Option<DailyView>>,
    /// The log of the text mode.
    pub log: RwSignal<Vec<String>>,
    /// The displayed ply of the game on the board.
    pub at: Memo<usize>,
}

impl SolveControl {
    /// Starts a series with its first exercise.
    pub fn new(series: ExerciseSeries) -> Self {
        let training = use_training();
        let (board, state) = (RwSignal::new(Board::default()), RwSignal::new(None::<SolveState>));
        let game_on = RwSignal::new(None::<GameOn>);
        let plies = move || {
            let own = game_on.with(|game_on| game_on.as_ref().map(GameOn::plies));
            own.or_else(|| state.with(|state| state.as_ref().map(|it| it.game.plies().len())))
        };
        let control = Self {
            app: training.app,
            training,
            page: Lifetime::new(),
            chunks: expect_context(),
            board,
            series: StoredValue::new(series),
            state,
            task: StoredValue::new(None),
            session: RwSignal::default(),
            ended: RwSignal::new(false),
            continuation: RwSignal::default(),
            game_on,
            is_choosing_level: RwSignal::new(false),
            daily: RwSignal::new(None),
            log: RwSignal::default(),
            at: Memo::new(move |_| board.with(|board| board.ply(plies().unwrap_or_default()))),
        };
        control.open_next();
        on_cleanup(|| [Lane::Play, Lane::Study, Lane::Review].into_iter().for_each(engine::stop));
        control
    }

    /// Fetches the code that comes later than the first position as soon as it is needed.
    pub fn fetch_late_parts(self, words: Memo<bool>) {
        let needed = Memo::new(move |_| {
            words.get() || self.with(|state| state.was_right().is_some()) == Some(true)
        });
        Effect::new(move |_| {
            if needed.get() {
                self.later(|_| {});
            }
        });
    }

    /// Calls a function with the code that comes later, once it is here.
    pub fn later(self, call: impl FnOnce(TrainingParts) + 'static) {
        self.page.spawn(async move {
            if self.chunks.fetch_course().await
                && let Some(parts) = self.training.parts.get_untracked()
            {
                call(parts);
            }
        });
    }

    /// Reads from the current exercise.
    pub fn with<T>(self, look: impl FnOnce(&SolveState) -> T) -> Option<T> {
        self.state.with(|state| state.as_ref().map(look))
    }

    fn with_untracked<T>(self, look: impl FnOnce(&SolveState) -> T) -> Option<T> {
        self.state.with_untracked(|state| state.as_ref().map(look))
    }

    /// Whether the exercise can be left: it was attempted, or another one takes its place.
    pub fn can_leave(self) -> bool {
        let was_tried = self.with(|state| state.was_right().is_some());
        let is_endless =
            self.series.with_value(|series| matches!(series, ExerciseSeries::Puzzles(_)));
        was_tried.is_some_and(|was_tried| was_tried || is_endless)
    }

    /// Continues with the next exercise.
    pub fn next(self) {
        self.open_next();
        browser::focus_later("#status, #train-over");
    }

    fn open_next(self) {
        let done = self.session.with_untracked(|session| session.answers.len());
        let task = self.series.with_value(|series| series.next(self.training, done));
        self.game_on.set(None);
        self.is_choosing_level.set(false);
        self.continuation.set(Continuation::default());
        self.board.update(|board| {
            board.clear();
            board.go_live();
        });
        self.state.set(task.as_ref().map(|task| SolveState::new(task.exercise.clone())));
        self.task.set_value(task);
        if let Some(said) = untrack(|| self.task_text()) {
            self.app.say(said.clone());
            self.log.update(|log| log.push(said));
        }
    }

    /// What is asked.
    pub fn task_text(self) -> Option<String> {
        self.with(|state| {
            let position = &state.exercise.position;
            let side = texts().side(position.side(), position.ruleset());
            fill("train-task", &[("side", side.into())])
        })
    }

    /// The scene of the board.
    pub fn scene(self) -> Option<Scene> {
        let (areas, both) = self
            .app
            .settings
            .with(|settings| (settings.areas, settings.hands == HandTargets::Both));
        let board = self.board.get();
        if let Some(scene) =
            self.game_on.with(|game_on| Some(game_on.as_ref()?.scene(&board, both)))
        {
            return Some(Scene { areas: areas || scene.position.is_over(), ..scene });
        }
        self.with(|state| {
            let near = board.near(state.exercise.position.side());
            let mut scene = board.scene_of(&state.game, self.at.get(), near);
            scene.areas = areas || scene.position.is_over();
            // What an action gains would be a hint.
            scene.gains = !state.is_open();
            if state.is_open() {
                scene.offer(&board, both);
                if state.hints == HINTS {
                    scene.point_at(state.exercise.best());
                }
            }
            scene
        })
    }

    /// Attempts an action.
    fn attempt(self, action: Action) {
        let Some((verdict, right)) = self.with_untracked(|state| {
            (state.exercise.verdict(action), state.exercise.is_right(action))
        }) else {
            return;
        };
        self.app.sound(if right { Sound::Join } else { Sound::No });
        self.board.update(Board::clear);
        self.state.update(|state| {
            if let Some(state) = state {
                state.tried.push(action);
                if right {
                    state.finish(action);
                }
            }
        });
        let is_first = self.with_untracked(|state| state.tried.len() == 1) == Some(true);
        if is_first {
            self.note_answer();
        }
        if right {
            self.show_continuation(action);
            browser::focus_later("#next");
        }
        let again = if right { String::new() } else { tr("train-again") };
        self.report([verdict, again, untrack(|| self.rating_text()).unwrap_or_default()]);
    }

    /// Shows the answer.
    pub fn show_answer(self) {
        let Some((best, is_first)) =
            self.with_untracked(|state| (state.exercise.best(), state.tried.is_empty()))
        else {
            return;
        };
        self.board.update(Board::clear);
        self.state.update(|state| {
            if let Some(state) = state {
                state.finish(best);
            }
        });
        if is_first {
            self.note_answer();
        }
        self.show_continuation(best);
        browser::focus_later("#next");
        self.report([untrack(|| self.answer_text()).unwrap_or_default()]);
    }

    /// Shows the position after the answer, and asks what follows.
    fn show_continuation(self, action: Action) {
        self.board.update(|board| board.stay_at(1));
        self.continuation.set(Continuation { is_open: true, ..Continuation::default() });
        self.later(move |parts| (parts.ask_continuation)(self, action));
    }

    /// Announces parts of a text.
    fn report<const N: usize>(self, parts: [String; N]) {
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let said = parts.join(" ");
        self.log.update(|log| log.push(said.clone()));
        self.app.say(said);
    }

    /// Shows one hint more.
    pub fn hint(self) {
        self.state.update(|state| {
            if let Some(state) = state.as_mut().filter(|state| state.is_open()) {
                // Without a known theme, the first hint is the card.
                let least = if state.exercise.tags.is_empty() { 2 } else { 1 };
                state.hints = (state.hints + 1).clamp(least, HINTS);
            }
        });
        self.report([untrack(|| self.hint_text()).unwrap_or_default()]);
    }

    /// The last hint in words.
    pub fn hint_text(self) -> Option<String> {
        self.with(|state| {
            let best = state.exercise.best();
            match (state.hints, best) {
                (0, _) => None,
                (1, _) => {
                    let themes: Vec<_> =
                        state.exercise.tags.iter().map(|tag| tr(&format!("theme-{tag}"))).collect();
                    Some(fill("train-hint-theme", &[("themes", themes.join(", ").into())]))
                }
                (_, Action::Draw) => Some(tr("train-hint-draw")),
                (2, Action::Hero(_)) => Some(tr("train-hint-hero")),
                (2, Action::Play(card)) => {
                    let position = &state.exercise.position;
                    let name = texts().card(position, position.side(), card);
                    Some(fill("train-hint-card", &[("card", name.into())]))
                }
                (_, Action::Pass) => None,
                _ => {
                    let target = state.exercise.target(best).map(|target| target.to_string());
                    let target = target.unwrap_or_default();
                    Some(fill("train-hint-square", &[("square", target.into())]))
                }
            }
        })
        .flatten()
    }

    /// The answer that was asked for, in words.
    pub fn answer_text(self) -> Option<String> {
        self.with(|state| {
            let exercise = &state.exercise;
            let action = action_name(exercise.best(), &exercise.position);
            let points = points_text(exercise.gap());
            fill("train-answer", &[("action", action.into()), ("points", points.into())])
        })
    }

    /// The rating after the first attempt, in words.
    pub fn rating_text(self) -> Option<String> {
        let (rating, change) = self.with(|state| state.rating)??;
        Some(rating_text(rating, change))
    }

    /// Notes the first attempt: in the progress, and in the session.
    fn note_answer(self) {
        let Some((right, unaided)) = self.with_untracked(|state| {
            let first = state.tried.first().and_then(|first| state.exercise.answer(*first));
            (state.was_right() == Some(true), first.filter(|_| state.hints == 0))
        }) else {
            return;
        };
        let loss = unaided.map_or(GIVEN_UP_LOSS, |it| it.loss());
        let (day, lesson) = self.series.with_value(|series| match series {
            ExerciseSeries::Daily(day) => (Some(*day), None),
            ExerciseSeries::Listed(ids, lesson) => (None, lesson.map(|lesson| (lesson, ids.len()))),
            _ => (None, None),
        });
        if let Some(day) = day {
            let is_first = self.training.progress.with_untracked(|it| it.daily(day).is_none());
            let action = unaided.map(|it| it.action).filter(|_| is_first);
            self.later(move |parts| (parts.ask_daily)(self, day, action));
        }
        let task = self.task.get_value();
        let rating = task.as_ref().and_then(|task| {
            if let Some(key) = &task.mistake {
                self.training.change(|progress| progress.mistakes.review(key, now(), right));
            }
            self.training.attempted(task.exercise.puzzle?, loss, day.is_some())
        });
        self.state.update(|state| {
            if let Some(state) = state {
                state.rating = rating;
            }
        });
        self.session.update(|session| {
            session
                .answers
                .push((right, if loss < GIVEN_UP_LOSS { loss } else { untrack(|| self.gap()) }));
            session.rating_change += rating.map_or(0.0, |(_, change)| change);
        });
        let done = self.session.with_untracked(|session| session.answers.len());
        if let Some((lesson, _)) = lesson.filter(|(_, count)| done == *count) {
            self.training.change(|progress| progress.finish_lesson(lesson as u16));
        }
    }

    /// What the attempts after the first one are worth.
    pub fn later_grades(self) -> Vec<Grade> {
        let task = self.task.get_value();
        let tried = self.with_untracked(|state| state.tried.clone()).unwrap_or_default();
        let grade = |action: &Action| task.as_ref()?.exercise.answer(*action).map(Answer::grade);
        tried.iter().skip(1).filter_map(grade).collect()
    }

    fn gap(self) -> f64 {
        self.with(|state| state.exercise.gap()).unwrap_or_default()
    }

    /// Takes the mistake out of the deck: its owner does not think it one.
    pub fn remove_mistake(self) {
        if let Some(key) = self.task.get_value().and_then(|task| task.mistake) {
            self.training.change(|progress| progress.mistakes.remove(&key));
            self.app.toast(tr("train-removed"));
            self.next();
        }
    }

    /// Navigates through what follows.
    pub fn go_to(self, ply: usize) {
        self.board.update(|board| board.stay_at(ply));
    }

    /// Answers a command of the text mode.
    pub fn answer(self, text: &str) -> Vec<String> {
        let Some(game) = self.current_game() else { return vec![tr("train-over-listed")] };
        let texts = texts();
        let speech = Speech::new(&texts, &game, game.position().side());
        match texts.word(text) {
            Err(_) => vec![speech.unknown(text.trim())],
            Ok(TextCommand::Act(action)) => {
                if !untrack(|| self.scene()).is_some_and(|scene| scene.is_open()) {
                    return vec![tr("not-your-turn")];
                }
                if let Err(why) = game.position().act(action) {
                    return vec![texts.refusal(why, game.position())];
                }
                self.act(action);
                Vec::new()
            }
            Ok(TextCommand::Hint) => {
                self.hint();
                Vec::new()
            }
            Ok(TextCommand::Clock) => vec![tr("no-clock")],
            Ok(word) => speech.answer(word).unwrap_or_default(),
        }
    }

    fn current_game(self) -> Option<bosworth_rules::Game> {
        let own = self.game_on.with_untracked(|game_on| game_on.as_ref().map(|it| it.game.clone()));
        own.or_else(|| self.with_untracked(|state| state.game.clone()))
    }
}

/// A rating and how much it changed, in words.
pub fn rating_text(rating: f64, change: f64) -> String {
    let sign = if change < 0.0 { '\u{2212}' } else { '+' };
    let change = format!("{sign}{}", texts().number(change.abs(), 0));
    fill(
        "train-rating-now",
        &[("points", texts().number(rating, 0).into()), ("change", change.into())],
    )
}

impl BoardInput for SolveControl {
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
        if self.game_on.with_untracked(Option::is_some) {
            let control = *self;
            self.later(move |parts| (parts.act_in_game)(control, action));
        } else {
            self.attempt(action);
        }
    }

    fn action_text(&self, action: Action) -> String {
        untrack(|| Self::scene(*self))
            .map(|scene| action_name(action, &scene.position))
            .unwrap_or_default()
    }

    fn go(&self, step: Navigation) -> bool {
        let last = self.with_untracked(|state| state.game.plies().len()).unwrap_or_default();
        if last == 0 || self.game_on.with_untracked(Option::is_some) {
            return false;
        }
        self.go_to(step.from(self.at.get_untracked(), last));
        true
    }

    fn other_key(&self, key: &str) -> bool {
        let open = self.with_untracked(SolveState::is_open);
        match (key, open) {
            ("h", Some(true)) => self.hint(),
            ("s", Some(true)) => self.show_answer(),
            ("n", _) if untrack(|| self.can_leave()) => self.next(),
            _ => return false,
        }
        true
    }
}
