use bosworth_rules::{Action, Card, Game, IllegalAction, Ply, Position, Side, Square};
use leptos::ev::{KeyboardEvent, keydown};
use leptos::prelude::*;

use super::goal::{Goal, leader, worth};
use super::lesson::{self, LESSONS, Lesson, Step};
use super::list::first_game;
use crate::app::{App, use_app};
use crate::browser;
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
    lesson: &'static Lesson,
    /// Which of its steps, from 0.
    step: RwSignal<usize>,
    game: RwSignal<Game>,
    /// What is chosen but not done.
    chosen: RwSignal<Option<Action>>,
    failures: RwSignal<u32>,
    solved: RwSignal<bool>,
    /// What was said about the last try.
    said: RwSignal<String>,
}

impl Room {
    fn step(self) -> Step {
        self.lesson.steps[self.step.get()]
    }

    fn goal(self) -> Goal {
        untrack(|| self.step()).goal
    }

    fn position(self) -> Position {
        self.game.with_untracked(|game| *game.position())
    }

    /// The name of a text of this step.
    fn text(self, end: &str) -> String {
        tr(&format!("learn-{}-{}{end}", self.lesson.name, self.step.get() + 1))
    }

    /// The side whose cards the learner plays.
    fn learner(self) -> Side {
        self.game.with(|game| game.start().side())
    }

    fn scene(self) -> Scene {
        let (goal, solved) = (self.step().goal, self.solved.get());
        let hint = self.failures.get() >= PATIENCE;
        self.game.with(|game| {
            let position = *game.position();
            let mut scene = Scene::of(position, north_up());
            if !solved && goal.is_action() {
                scene.targets = scene::targets(&position);
                scene.chosen = self.chosen.get();
            }
            if !solved && hint {
                scene.hints = goal.squares(&position);
            }
            let plies = game.positions().iter().zip(game.plies()).collect::<Vec<_>>();
            scene.last =
                plies.into_iter().rev().find_map(|(before, ply)| scene::movement(before, *ply));
            let counts = matches!(goal, Goal::Best | Goal::Tap(_) | Goal::Count);
            scene.areas = counts && solved || goal == Goal::Count && hint;
            scene
        })
    }

    /// Begins a step.
    fn enter(self, step: usize) {
        let before = Some(self.game.get_untracked());
        let Some(game) = lesson::begin(&self.lesson.steps[step], before) else { return };
        self.step.set(step);
        self.chosen.set(None);
        self.failures.set(0);
        self.solved.set(false);
        self.said.set(String::new());
        self.game.set(game);
        browser::after(0, || browser::focus("#lesson-task"));
    }

    /// Goes on: to the next step, to the next lesson.
    fn go_on(self) {
        let next = self.step.get_untracked() + 1;
        if next < self.lesson.steps.len() {
            self.enter(next);
        } else {
            browser::go(&Route::Learn(Some(self.number + 1)));
        }
    }

    fn fail(self, why: String) {
        self.chosen.set(None);
        self.failures.update(|failures| *failures += 1);
        let mut said = why;
        if self.failures.get_untracked() >= PATIENCE {
            said.push(' ');
            said += &tr(match self.goal() {
                Goal::Draw(_) | Goal::Pass => "learn-hint-button",
                Goal::Count => "learn-hint-count",
                _ => "learn-hint-mark",
            });
        }
        self.app.sound(Sound::No);
        self.app.say(said.clone());
        self.said.set(said);
    }

    fn solve(self, sound: Sound) {
        self.solved.set(true);
        let position = self.position();
        let mut said = untrack(|| self.text("-right"));
        if position.is_over() {
            said = format!("{} {said}", texts().standing(&position).join(" "));
        }
        self.app.sound(sound);
        self.app.say(said.clone());
        self.said.set(said);
        if self.step.get_untracked() + 1 == self.lesson.steps.len() {
            let mut done = store::lessons();
            if !done.contains(&self.number) {
                done.push(self.number);
                if !store::keep_lessons(&done) {
                    self.app.notice(tr("learn-not-kept"));
                }
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
        let (position, goal) = (self.position(), self.goal());
        if self.solved.get_untracked() || !goal.is_action() {
            return;
        }
        if let Err(why) = position.act(action) {
            return self.fail(texts().refusal(why, &position));
        }
        let (ply, sound) = match (action, goal) {
            _ if !goal.actions(&position).contains(&action) => {
                return self.fail(wrong(goal, &position, action));
            }
            (Action::Play(card), _) => (Ply::Play(card), Sound::Play),
            (Action::Hero(card), _) => (Ply::Hero(card), Sound::Hero),
            (Action::Draw, Goal::Draw(card)) => match card.parse() {
                Ok(card) => (Ply::Draw(card), Sound::Draw),
                Err(_) => return,
            },
            _ => (Ply::Pass, Sound::Draw),
        };
        self.chosen.set(None);
        self.game.update(|game| {
            let _ = game.push(ply);
        });
        self.solve(sound);
    }

    /// A card of the hand was pressed.
    fn press_card(self, card: Card) {
        let position = self.position();
        if self.solved.get_untracked() || !self.goal().is_action() {
            return;
        }
        match scene::action_of(&position, card) {
            Some(action) if self.chosen.get_untracked() == Some(action) => self.chosen.set(None),
            Some(action) => self.choose(action),
            None => {
                let hero = matches!(
                    position.act(Action::Play(card)),
                    Err(IllegalAction::NeedsHero { .. })
                );
                self.act(if hero { Action::Hero(card) } else { Action::Play(card) });
            }
        }
    }

    /// A square was pressed, or the crown was dragged there.
    fn press_square(self, square: Square, dragged: bool) {
        if self.solved.get_untracked() {
            return;
        }
        match self.goal() {
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

    /// The question who has won was answered.
    fn answer(self, winner: Option<Side>) {
        if leader(&self.position()) == winner {
            self.solve(Sound::Join);
        } else {
            self.fail(tr("learn-wrong-count"));
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if self.solved.get_untracked() || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let position = self.position();
        match event.key().as_str() {
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                let n = usize::from(digit.as_bytes()[0] - b'1');
                if let Some(card) = position.hand(position.side()).iter().nth(n) {
                    self.press_card(card);
                }
            }
            "d" => match position.act(Action::Draw) {
                Ok(_) if self.goal().is_action() => self.choose(Action::Draw),
                _ => self.act(Action::Draw),
            },
            "Escape" => self.chosen.set(None),
            _ => return,
        }
        // Enter is to do what was chosen, so its button has the focus.
        if self.chosen.with_untracked(Option::is_some) {
            browser::after(0, || browser::focus("#act"));
        }
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
    let lesson = &LESSONS[number];
    let Some(game) = lesson::begin(&lesson.steps[0], None) else { return ().into_any() };
    let room = Room {
        app: use_app(),
        number,
        lesson,
        step: RwSignal::new(0),
        game: RwSignal::new(game),
        chosen: RwSignal::new(None),
        failures: RwSignal::new(0),
        solved: RwSignal::new(false),
        said: RwSignal::new(String::new()),
    };
    let keys = window_event_listener(keydown, move |event| room.key(&event));
    on_cleanup(move || keys.remove());
    let scene = Memo::new(move |_| room.scene());
    let count = lesson.steps.len();
    let of = move || {
        let step = room.step.get() + 1;
        (count > 1).then(|| fill("learn-step", &[("step", step.into()), ("count", count.into())]))
    };
    view! {
        <main id="main" class="play learn">
            <div class="table">
                {seat(room, scene, true)}
                <Board scene on_square=move |square| room.press_square(square, false)
                    on_drag=Callback::new(move |square| room.press_square(square, true))/>
                {seat(room, scene, false)}
            </div>
            <section class="panel side lesson" aria-labelledby="lesson-title">
                <p class="note">
                    <a id="lesson-all" href=Route::Learn(None).to_string()>{tr("learn-all")}</a>
                    <span>{of}</span>
                </p>
                <h1 id="lesson-title" tabindex="-1">{number + 1}". "{tr(&format!("learn-{}", lesson.name))}</h1>
                <p>{move || room.text("")}</p>
                <p id="lesson-task" class="task" tabindex="-1">{move || room.text("-task")}</p>
                {move || feedback(room)}
            </section>
            <section class="act" aria-label=tr("act-label")>{move || buttons(room)}</section>
        </main>
    }
    .into_any()
}

/// A side's place at the table, where its cards matter.
fn seat(room: Room, scene: Memo<Scene>, top: bool) -> impl IntoView {
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let side = Memo::new(move |_| if top { !room.learner() } else { room.learner() });
    let shown = Memo::new(move |_| {
        room.step().goal != Goal::Count && !position.get().hand(side.get()).is_empty()
    });
    let name = tr(if top { "learn-other" } else { "seat-you" });
    let on_card = (!top).then(|| Callback::new(move |card: Card| room.press_card(card)));
    move || {
        let name = name.clone();
        shown.get().then(|| {
            view! {
                <Seat side position name=Signal::stored(name) bottom=Signal::stored(north_up())
                    chosen=room.chosen on_card=Signal::stored(on_card)/>
            }
        })
    }
}

/// What was said about the last try.
fn feedback(room: Room) -> AnyView {
    let said = room.said.get();
    if said.is_empty() {
        return ().into_any();
    }
    let (class, sign) =
        if room.solved.get() { ("said right", "✓") } else { ("said wrong", "✗") };
    view! { <p id="lesson-said" class=class><b aria-hidden="true">{sign}</b>" "{said}</p> }
        .into_any()
}

/// The buttons that matter now.
fn buttons(room: Room) -> AnyView {
    let solved = room.solved.get();
    let last = room.step.get() + 1 == room.lesson.steps.len();
    let goal = room.step().goal;
    let position = room.game.with(|game| *game.position());
    let button = |id: String, primary: bool, label: String, press: Callback<()>, off: bool| {
        view! {
            <button type="button" class="button" class:primary=primary id=id disabled=off
                on:click=move |_| press.run(())>{label}</button>
        }
        .into_any()
    };
    let mut shown = Vec::new();
    if solved && last && room.number + 1 == LESSONS.len() {
        shown.push(first_game(room.app, true));
    } else if solved {
        let label = tr(if last { "learn-next" } else { "learn-on" });
        shown.push(button(
            "next".into(),
            true,
            label,
            Callback::new(move |()| room.go_on()),
            false,
        ));
    } else if goal == Goal::Count {
        for winner in [Some(Side::Red), Some(Side::White), None] {
            let label = match winner {
                Some(side) => texts().side(side, position.ruleset()),
                None => tr("learn-nobody"),
            };
            let id = format!("answer-{}", winner.map_or('0', Side::letter));
            let press = Callback::new(move |()| room.answer(winner));
            shown.push(button(id, true, label, press, false));
        }
    } else if goal.is_action() {
        let pass = position.actions().pass.then_some(Action::Pass);
        let chosen = room.chosen.get().or(pass);
        let label = match chosen {
            Some(action) => action_name(action, &position),
            None => tr("status-choose"),
        };
        let press = Callback::new(move |()| {
            if let Some(action) = chosen {
                room.act(action);
            }
        });
        shown.push(button("act".into(), true, label, press, chosen.is_none()));
        if room.number >= lesson::number("draw") {
            let label = fill("draw-button", &[("count", position.pile().len().into())]);
            let press = Callback::new(move |()| room.act(Action::Draw));
            shown.push(button("draw".into(), false, label, press, false));
        }
    }
    if solved || room.step.get() > 0 {
        let press = Callback::new(move |()| room.enter(0));
        shown.push(button("again".into(), false, tr("learn-again"), press, false));
    }
    view! { <div class="act-buttons">{shown}</div> }.into_any()
}
