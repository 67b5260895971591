use bosworth_rules::{Action, Card, Game, Position, Side, Square};
use leptos::ev::{KeyboardEvent, keydown};
use leptos::prelude::*;

use super::goal::{Goal, leader, worth};
use super::lesson::{self, LESSONS, Lesson};
use super::list::first_game;
use super::{button, group, page, written};
use crate::app::{App, use_app};
use crate::browser;
use crate::keys::{card, focus_act};
use crate::language::{fill, texts, tr};
use crate::parts::{Board, Seat};
use crate::route::Route;
use crate::scene::{self, Scene};
use crate::settings::Confirm;
use crate::shape::place;
use crate::sound::Sound;
use crate::store;

/// After how many failures a hint is given.
const PATIENCE: u32 = 2;

/// A lesson as it is being done.
#[derive(Clone, Copy)]
struct Room {
    app: App,
    /// Which lesson, from 0.
    number: usize,
    /// What is chosen but not done.
    chosen: RwSignal<Option<Action>>,
    state: RwSignal<State>,
}

/// How far a lesson is.
struct State {
    lesson: &'static Lesson,
    /// Which of its steps, from 0.
    step: usize,
    game: Game,
    failures: u32,
    solved: bool,
    /// What was said about the last try.
    said: String,
}

impl State {
    fn begin(lesson: &'static Lesson, step: usize, before: Option<Game>) -> Option<Self> {
        let game = lesson::begin(&lesson.steps[step], before)?;
        Some(Self { lesson, step, game, failures: 0, solved: false, said: String::new() })
    }

    fn goal(&self) -> Goal {
        self.lesson.steps[self.step].goal
    }

    fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.steps.len()
    }

    /// Whether nothing is to be done on the board: all is done, or a question is asked.
    fn rests(&self) -> bool {
        self.solved || !self.goal().is_action()
    }

    /// A text of this step.
    fn text(&self, end: &str) -> String {
        tr(&format!("learn-{}-{}{end}", self.lesson.name, self.step + 1))
    }

    fn scene(&self, chosen: Option<Action>) -> Scene {
        let (goal, hint) = (self.goal(), self.failures >= PATIENCE);
        let position = *self.game.position();
        let mut scene = Scene::of(position, north_up());
        if !self.rests() {
            scene.targets = scene::targets(&position);
            scene.chosen = chosen;
        }
        if !self.solved && hint {
            scene.hints = goal.squares(&position);
        }
        scene.last = scene::last(&self.game, self.game.plies().len());
        let counts = matches!(goal, Goal::Best | Goal::Tap(_) | Goal::Count);
        scene.areas = counts && self.solved || goal == Goal::Count && hint;
        scene
    }
}

impl Room {
    fn with<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(look)
    }

    fn position(self) -> Position {
        self.with(|state| *state.game.position())
    }

    fn scene(self) -> Scene {
        self.state.with(|state| state.scene(self.chosen.get()))
    }

    /// Begins a step.
    fn enter(self, step: usize) {
        let state = self.with(|state| State::begin(state.lesson, step, Some(state.game.clone())));
        if let Some(state) = state {
            self.chosen.set(None);
            self.state.set(state);
            browser::after(0, || browser::focus("#lesson-task"));
        }
    }

    /// Goes on: to the next step, to the next lesson.
    fn go_on(self) {
        if self.with(State::is_last) {
            browser::go(&Route::Learn(Some(self.number + 1)));
        } else {
            self.enter(self.with(|state| state.step) + 1);
        }
    }

    fn fail(self, mut why: String) {
        self.chosen.set(None);
        self.app.sound(Sound::No);
        self.state.update(|state| {
            state.failures += 1;
            if state.failures >= PATIENCE {
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
        if self.with(State::is_last) && !done.contains(&self.number) {
            done.push(self.number);
            if !store::keep_lessons(&done) {
                self.app.notice(tr("learn-not-kept"));
            }
        }
        browser::after(0, || browser::focus("#next, #first-game"));
    }

    fn choose(self, action: Action) {
        self.chosen.set(Some(action));
        self.app.say(action_name(action, &self.position()));
    }

    /// Tries an action: only a right one is done.
    fn act(self, action: Action) {
        let (position, goal) = (self.position(), self.with(State::goal));
        if self.with(State::rests) {
            return;
        }
        if let Err(why) = position.act(action) {
            return self.fail(texts().refusal(why, &position));
        }
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
        self.chosen.set(None);
        self.state.update(|state| lesson::push(&mut state.game, ply));
        self.solve(sound);
    }

    /// A card of the hand was pressed.
    fn press_card(self, card: Card) {
        let position = self.position();
        if self.with(State::rests) {
            return;
        }
        match scene::action_of(&position, card) {
            Ok(action) if self.chosen.get_untracked() == Some(action) => self.chosen.set(None),
            Ok(action) => self.choose(action),
            Err(_) => self.act(Action::Play(card)),
        }
    }

    /// A square was pressed, or the crown was dragged there.
    fn press_square(self, square: Square, dragged: bool) {
        match self.with(State::goal) {
            _ if self.with(|state| state.solved) => return,
            Goal::Count => return,
            Goal::Tap(right) if dragged || right.parse() != Ok(square) => {
                return self.fail(tr("learn-wrong-tap"));
            }
            Goal::Tap(_) => return self.solve(Sound::Play),
            _ => {}
        }
        let scene = untrack(|| self.scene());
        let confirm = self.app.settings.with_untracked(|settings| settings.confirm);
        let twice = match confirm {
            Confirm::Always => true,
            Confirm::Never => false,
            Confirm::Touch => browser::is_touch() && !dragged,
        };
        match scene.target_at(square) {
            Some(target) if scene.chosen == Some(target.action) || !twice => {
                self.act(target.action);
            }
            Some(target) => self.choose(target.action),
            None if scene.chosen.is_some() && !dragged => self.chosen.set(None),
            None => self.fail(fill("drag-nowhere", &[("square", square.to_string().into())])),
        }
    }

    /// What the main button does: what is chosen, or passing where nothing else is possible.
    fn action(self, position: &Position) -> Option<Action> {
        self.chosen.get().or(position.actions().pass.then_some(Action::Pass))
    }

    /// A button was pressed.
    fn press(self, id: &str) {
        match id {
            "act" => {
                if let Some(action) = untrack(|| self.action(&self.position())) {
                    self.act(action);
                }
            }
            "draw" => self.act(Action::Draw),
            "next" => self.go_on(),
            "again" => self.enter(0),
            "first-game" => first_game(self.app),
            "answer-r" => self.answer(Some(Side::Red)),
            "answer-w" => self.answer(Some(Side::White)),
            "answer-0" => self.answer(None),
            _ => {}
        }
    }

    /// The question who has won was answered.
    fn answer(self, winner: Option<Side>) {
        if leader(&self.position()) == winner {
            self.solve(Sound::Join);
        } else {
            self.fail(tr("learn-wrong-count"));
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let position = self.position();
        match event.key().as_str() {
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                if let Some(card) = card(position.hand(position.side()), digit) {
                    self.press_card(card);
                }
            }
            "d" if position.actions().draw && !self.with(State::rests) => self.choose(Action::Draw),
            "d" => self.act(Action::Draw),
            "Escape" => self.chosen.set(None),
            _ => return,
        }
        focus_act(self.chosen);
        event.prevent_default();
    }
}

/// Lessons show the board as maps are drawn, whoever learns: this is the side that is at the
/// bottom then.
fn north_up() -> Side {
    let south = |side: &Side| Square::new(0, 0).is_some_and(|corner| place(corner, *side).1 == 8);
    Side::ALL.into_iter().find(south).unwrap_or(Side::Red)
}

/// Why a legal action is not what was asked for.
fn wrong(goal: Goal, position: &Position, action: Action) -> String {
    let targets = scene::targets(position);
    let target = targets.iter().find(|target| target.action == action);
    match (goal, target) {
        (Goal::Draw(_), _) => tr("learn-wrong-draw"),
        (Goal::To(goal), Some(target)) => {
            let target = target.square.to_string();
            fill("learn-wrong-to", &[("target", target.into()), ("goal", goal.into())])
        }
        (_, Some(target)) => fill("learn-wrong-best", &[("gain", worth(target).into())]),
        (_, None) => tr("learn-wrong-card"),
    }
}

/// An action as it stands on a button.
fn action_name(action: Action, position: &Position) -> String {
    let id = match action {
        Action::Play(_) => "action-play",
        Action::Hero(_) => "action-hero",
        Action::Draw => "action-draw",
        Action::Pass => "action-pass",
    };
    let side = position.side();
    let card = scene::card(action);
    let target = card.and_then(|card| position.target(side, card));
    let name = card.map(|card| {
        let direction = position.direction(side, card);
        format!("{} {}", direction.name(), card.steps.numeral())
    });
    let target = target.map(|target| target.to_string()).unwrap_or_default();
    fill(id, &[("card", name.unwrap_or_default().into()), ("target", target.into())])
}

/// The page of a lesson.
pub fn view(number: usize) -> AnyView {
    let app = use_app();
    let Some(state) = State::begin(&LESSONS[number], 0, None) else { return ().into_any() };
    let room = Room { app, number, chosen: RwSignal::new(None), state: RwSignal::new(state) };
    let keys = window_event_listener(keydown, move |event| room.key(&event));
    on_cleanup(move || keys.remove());
    let scene = Memo::new(move |_| room.scene());
    let board = view! {
        <Board scene on_square=move |square| room.press_square(square, false)
            on_drag=Callback::new(move |square| room.press_square(square, true))/>
    };
    let table = vec![seat(room, scene, true), board.into_any(), seat(room, scene, false)];
    let lesson = vec![part("", room, text), part("", room, said)];
    let parts =
        vec![group("table", table), group("panel side lesson", lesson), part("act", room, buttons)];
    page("play learn", parts, Callback::new(move |id: String| room.press(&id)))
}

/// A part of the page as HTML.
fn part(class: &'static str, room: Room, html: fn(&State, Room) -> String) -> AnyView {
    written(class, Signal::derive(move || room.state.with(|state| html(state, room))))
}

/// A side's place at the table, where its cards matter.
fn seat(room: Room, scene: Memo<Scene>, top: bool) -> AnyView {
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let side = Memo::new(move |_| {
        let learner = room.state.with(|state| state.game.start().side());
        if top { !learner } else { learner }
    });
    let shown = Memo::new(move |_| {
        let counts = room.state.with(|state| state.goal() == Goal::Count);
        !counts && !position.get().hand(side.get()).is_empty()
    });
    let name = Signal::derive(move || {
        let other = || texts().side(side.get(), position.get().ruleset());
        if top { other() } else { tr("seat-you") }
    });
    let on_card = Signal::derive(move || {
        (!top).then(|| Callback::new(move |card: Card| room.press_card(card)))
    });
    let bottom = Signal::derive(north_up);
    let seat = move || {
        shown.get().then(|| view! { <Seat side position name bottom chosen=room.chosen on_card/> })
    };
    seat.into_any()
}

/// What is taught, and what is to be done.
fn text(state: &State, room: Room) -> String {
    let count = state.lesson.steps.len();
    let of = if count > 1 {
        fill("learn-step", &[("step", (state.step + 1).into()), ("count", count.into())])
    } else {
        String::new()
    };
    format!(
        "<p class=\"note\"><a id=\"lesson-all\" href=\"#/learn\">{}</a><span>{of}</span></p>\
         <h1 tabindex=\"-1\">{}. {}</h1><p>{}</p><p id=\"lesson-task\" class=\"task\" tabindex=\"-1\">{}</p>",
        tr("learn-all"),
        room.number + 1,
        tr(&format!("learn-{}", state.lesson.name)),
        state.text(""),
        state.text("-task"),
    )
}

/// What was said about the last try.
fn said(state: &State, _: Room) -> String {
    let (class, sign) = if state.solved { ("right", "✓") } else { ("wrong", "✗") };
    let said = &state.said;
    if said.is_empty() {
        return String::new();
    }
    format!(
        "<p id=\"lesson-said\" class=\"said {class}\"><b aria-hidden=\"true\">{sign}</b> {said}</p>"
    )
}

/// The buttons that matter now.
fn buttons(state: &State, room: Room) -> String {
    let (goal, position) = (state.goal(), state.game.position());
    let mut html = String::from("<div class=\"act-buttons\">");
    if state.solved && state.is_last() && room.number + 1 == LESSONS.len() {
        html += &button("first-game", "primary", &tr("learn-first-game"));
    } else if state.solved {
        let label = tr(if state.is_last() { "learn-next" } else { "learn-on" });
        html += &button("next", "primary", &label);
    } else if goal == Goal::Count {
        for side in Side::ALL {
            let id = format!("answer-{}", side.letter());
            html += &button(&id, "answer", &texts().side(side, position.ruleset()));
        }
        html += &button("answer-0", "answer", &tr("learn-nobody"));
    } else if goal.is_action() {
        html += &match room.action(position) {
            Some(action) => button("act", "primary", &action_name(action, position)),
            None => button("act", "primary\" disabled=\"", &tr("status-choose")),
        };
        if room.number >= lesson::number("draw") {
            let label = fill("draw-button", &[("count", position.pile().len().into())]);
            html += &button("draw", "", &label);
        }
    }
    if state.solved || state.step > 0 {
        html += &button("again", "", &tr("learn-again"));
    }
    html + "</div>"
}
