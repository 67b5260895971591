use std::cell::RefCell;

use bosworth_engine::{PlyReview, Review, ReviewDepth};
use bosworth_rules::{Action, BySide, Card, Game, Ply, Record, Ruleset, Side, Square};
use leptos::prelude::*;

use super::errors;
use super::exercise::Exercise;
use crate::app::{App, use_app};
use crate::engine::{self, Lane};
use crate::language::{fill, texts, tr};
use crate::pages::play::{action_name, seat_name};
use crate::scene::{self, Scene};
use crate::settings::Bar;
use crate::sound::Sound;
use crate::store::Entry;
use crate::table::Seat;
use bosworth_web_engine::wire::{Answer, Ask};

/// How many reviews are kept while the program runs.
const KEPT: usize = 8;

thread_local! {
    /// Reviews that are done, by the text of their records.
    static DONE: RefCell<Vec<(String, Review)>> = const { RefCell::new(Vec::new()) };
}

/// Whether the engine is at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It looks at one ply after the other.
    Running,
    /// It was stopped before the end.
    Stopped,
    /// It has seen everything.
    Done,
}

/// What the engine has found so far.
pub struct Work {
    /// The plies that are done.
    pub review: Review,
    /// Whether more will come.
    pub state: State,
    /// What is known about the shuffle: that it is proven, or why not.
    pub proof: Option<Result<String, String>>,
}

impl Work {
    fn new(review: Option<Review>, state: State) -> Self {
        let empty = Review { start: 0.5, first: 0.5, plies: Vec::new(), finished: false };
        Self { review: review.unwrap_or(empty), state, proof: None }
    }
}

/// A game that is looked through.
#[derive(Clone, Copy)]
pub struct Study {
    pub app: App,
    /// After how many plies the board stands.
    pub at: RwSignal<usize>,
    /// Whether the board is turned.
    pub turned: RwSignal<bool>,
    /// Whether points are shown instead of chances.
    pub margin: RwSignal<bool>,
    /// What the engine has found so far.
    pub work: RwSignal<Work>,
    /// The error that is being mended.
    pub exercise: RwSignal<Option<Exercise>>,
    seen: StoredValue<Seen>,
    viewer: Side,
}

/// What does not change.
struct Seen {
    id: String,
    record: Record,
    text: String,
    game: Game,
    names: BySide<String>,
    lost: Option<crate::table::Loss>,
}

impl Study {
    /// Begins with the first position, and lets the engine look unless it already has.
    pub fn new(entry: &Entry, record: Record, game: Game) -> Self {
        let app = use_app();
        let ruleset = game.start().ruleset();
        let seats = BySide { red: entry.saved.seats.0, white: entry.saved.seats.1 };
        let people = Side::ALL.iter().all(|&side| seats[side] == Seat::Person);
        let name = |side: Side| {
            let tag = record.tag(if side == Side::Red { "Red" } else { "White" });
            match tag.filter(|tag| people && *tag != "?") {
                Some(name) => name.chars().take(40).collect(),
                None => seat_name(seats, side, ruleset),
            }
        };
        let names = BySide::from_fn(name);
        let viewer = match (seats.red, seats.white) {
            (Seat::Level(_), Seat::Person) => Side::White,
            _ => Side::Red,
        };
        let text = entry.saved.record.clone();
        let done = DONE.with_borrow(|done| {
            done.iter().find(|(known, _)| *known == text).map(|(_, review)| review.clone())
        });
        let fresh = done.is_none();
        let work = Work::new(done, State::Done);
        let (id, lost) = (entry.id.clone(), entry.saved.lost);
        let study = Self {
            app,
            at: RwSignal::new(0),
            turned: RwSignal::new(false),
            margin: RwSignal::new(
                app.settings.with_untracked(|settings| settings.bar == Bar::Margin),
            ),
            work: RwSignal::new(work),
            exercise: RwSignal::new(None),
            seen: StoredValue::new(Seen { id, record, text, game, names, lost }),
            viewer,
        };
        if fresh {
            study.look(ReviewDepth::Standard);
        }
        on_cleanup(|| engine::stop(Lane::Review));
        study
    }

    /// Lets the engine look at the whole game, from the start.
    pub fn look(self, depth: ReviewDepth) {
        self.exercise.set(None);
        self.work.set(Work::new(None, State::Running));
        let text = self.seen.with_value(|seen| seen.text.clone());
        let ask = Ask::Review { record: text.clone(), depth };
        engine::ask(Lane::Review, &ask, move |answer| match answer {
            Answer::Begun { start, first, .. } => self.work.update(|work| {
                work.review.start = start;
                work.review.first = first;
            }),
            Answer::Ply(findings) => {
                let ply = findings.review();
                self.work.update(|work| work.review.plies.extend(ply));
            }
            Answer::Done(finished) => {
                self.work.update(|work| {
                    work.review.finished = finished;
                    work.state = State::Done;
                    let review = work.review.clone();
                    DONE.with_borrow_mut(|done| {
                        done.retain(|(known, _)| *known != text);
                        done.truncate(KEPT - 1);
                        done.insert(0, (text.clone(), review));
                    });
                });
                self.app.say(self.progress());
            }
            Answer::Failed(why) => {
                self.stop();
                self.app.notice(fill("engine-failed", &[("why", why.into())]));
            }
            Answer::Chosen(_) | Answer::Analysis(_) => {}
        });
    }

    /// Stops the engine; what it has found stays.
    pub fn stop(self) {
        engine::stop(Lane::Review);
        self.work.update(|work| work.state = State::Stopped);
    }

    /// Whether the engine is at work.
    pub fn state(self) -> State {
        self.work.with(|work| work.state)
    }

    /// How far the engine is, in words.
    pub fn progress(self) -> String {
        let (state, done) = self.work.with(|work| (work.state, work.review.plies.len()));
        let id = match state {
            State::Running => "review-running",
            State::Stopped => "review-stopped",
            State::Done => "review-done",
        };
        fill(id, &[("done", done.into()), ("all", self.last().into())])
    }

    /// How many plies the game has.
    pub fn last(self) -> usize {
        self.seen.with_value(|seen| seen.game.plies().len())
    }

    /// The game.
    pub fn game(self) -> Game {
        self.with_game(Game::clone)
    }

    /// Looks at the game.
    pub fn with_game<T>(self, look: impl FnOnce(&Game) -> T) -> T {
        self.seen.with_value(|seen| look(&seen.game))
    }

    /// What the game is called in the library.
    pub fn id(self) -> String {
        self.seen.with_value(|seen| seen.id.clone())
    }

    /// Looks at the record.
    pub fn with_record<T>(self, look: impl FnOnce(&Record) -> T) -> T {
        self.seen.with_value(|seen| look(&seen.record))
    }

    /// The edition.
    pub fn ruleset(self) -> Ruleset {
        self.seen.with_value(|seen| seen.game.start().ruleset())
    }

    /// Who plays a side.
    pub fn name(self, side: Side) -> String {
        self.seen.with_value(|seen| seen.names[side].clone())
    }

    /// What a side is called.
    pub fn side(self, side: Side) -> String {
        texts().side(side, self.ruleset())
    }

    /// How the game ended, or who leads.
    pub fn standing(self) -> Vec<String> {
        self.seen.with_value(|seen| match seen.lost {
            Some(loss) => {
                let id = if loss.is_time() { "end-time" } else { "end-resigned" };
                vec![fill(id, &[("side", self.side(loss.side()).into())])]
            }
            None => texts().standing(seen.game.position()),
        })
    }

    /// The mark of a ply, from 0: its sign and its class.
    pub fn mark(self, ply: usize) -> Option<(&'static str, &'static str)> {
        let mark = self.work.with(|work| work.review.plies.get(ply)?.mark())?;
        Some((mark.sign(), errors::key(mark)))
    }

    /// How many errors of a side there are to learn from.
    pub fn count(self, side: Side) -> usize {
        self.work.with(|work| errors::of(&work.review.plies, side).len())
    }

    /// A place in the game in words.
    pub fn place(self, at: usize) -> String {
        fill("review-at", &[("number", at.into()), ("all", self.last().into())])
    }

    /// What a number of wins is called.
    pub fn wins(self, side: Side) -> String {
        fill("review-wins", &[("side", self.side(side).into())])
    }

    /// After how many plies the board stands: in an exercise, before the error.
    pub fn shown(self) -> usize {
        let error = self.exercise.get().and_then(|exercise| exercise.ply(self));
        error.map_or_else(|| self.at.get(), |ply| ply.number - 1)
    }

    /// What the engine says of the ply that led to the board; none if it has not come there.
    pub fn current(self) -> Option<PlyReview> {
        let before = self.at.get().checked_sub(1)?;
        self.work.with(|work| work.review.plies.get(before).cloned())
    }

    /// Red's win chance and expected lead where the board stands.
    pub fn value(self) -> Option<(f64, f64)> {
        let (at, margin) = (self.shown(), self.margin.get());
        self.work.with(|work| match at.checked_sub(1) {
            Some(before) => work.review.plies.get(before).map(|ply| (ply.after, ply.margin)),
            // The engine says by how much only after an action.
            None => (!margin && !work.review.plies.is_empty()).then_some((work.review.first, 0.0)),
        })
    }

    /// What was done, in a sentence.
    pub fn sentence(self, at: usize) -> String {
        self.seen.with_value(|seen| match at.checked_sub(1) {
            Some(before) => texts().ply(&seen.game.positions()[before], seen.game.plies()[before]),
            None => tr("at-start"),
        })
    }

    /// An action of the position before a ply, as it stands on a button.
    pub fn action(self, ply: &PlyReview, action: Action) -> String {
        self.seen.with_value(|seen| action_name(action, &seen.game.positions()[ply.number - 1]))
    }

    /// The card that the last ply drew.
    pub fn drawn(self) -> Option<(Side, Card)> {
        let before = self.at.get().checked_sub(1)?;
        self.seen.with_value(|seen| match seen.game.plies()[before] {
            Ply::Draw(card) => Some((seen.game.positions()[before].side(), card)),
            _ => None,
        })
    }

    /// The side whose hand is below the board.
    fn near(self) -> Side {
        let viewer = self.exercise.get().map_or(self.viewer, |exercise| exercise.side);
        if self.turned.get() { !viewer } else { viewer }
    }

    /// The side at the bottom of the board.
    pub fn bottom(self) -> Side {
        scene::facing(self.ruleset(), self.near(), self.turned.get())
    }

    /// What the board shows: the place in the game, or an error to be mended.
    pub fn scene(self) -> Scene {
        let exercise = self.exercise.get();
        let error = exercise.and_then(|exercise| exercise.ply(self));
        let at = self.shown();
        let current = self.current();
        let (near, bottom) = (self.near(), self.bottom());
        let areas = self.app.settings.with(|settings| settings.areas);
        self.seen.with_value(|seen| {
            let positions = seen.game.positions();
            let position = positions[at];
            let mut scene = Scene { near, ..Scene::of(position, bottom) };
            scene.last = scene::last(&seen.game, at);
            scene.areas = areas || position.is_over();
            let target = |ply: &PlyReview, action: Action| {
                let before = &positions[ply.number - 1];
                scene::card(action).and_then(|card| before.target(ply.side, card))
            };
            if let (Some(exercise), Some(ply)) = (exercise, &error) {
                scene.targets = scene::targets(&position);
                scene.chosen = exercise.tried;
                let best = ply.decision.as_ref().map(|decision| decision.best);
                let best = best.filter(|_| exercise.is_solved(ply));
                scene.hints = best.and_then(|best| target(ply, best)).into_iter().collect();
            } else if let Some(ply) = &current {
                let better = ply.mark().and_then(|_| ply.better());
                scene.hints = better.and_then(|better| target(ply, better)).into_iter().collect();
            }
            scene
        })
    }

    /// Goes to another place in the game.
    pub fn go_to(self, ply: usize) {
        let ply = ply.min(self.last());
        self.exercise.set(None);
        self.at.set(ply);
        let mut said = self.sentence(ply);
        if let Some(mark) = untrack(|| self.current()).and_then(|ply| ply.mark()) {
            said = format!("{said} {}", errors::name(mark));
        }
        self.app.say(said);
    }

    /// Tries an action in an exercise.
    pub fn attempt(self, action: Action) {
        let Some(exercise) = self.exercise.get_untracked() else { return };
        let Some(ply) = untrack(|| exercise.ply(self)) else { return };
        let exercise = Exercise { tried: Some(action), ..exercise };
        self.exercise.set(Some(exercise));
        self.app.sound(if exercise.is_solved(&ply) { Sound::Join } else { Sound::No });
        self.app.say(exercise.judgement(self, &ply).1);
    }

    /// Tries a card in an exercise.
    pub fn try_card(self, card: Card) {
        if self.exercise.with_untracked(Option::is_none) {
            return;
        }
        let position = untrack(|| self.scene()).position;
        if let Ok(action) = scene::action_of(&position, card) {
            self.attempt(action);
        } else if let Err(why) = position.act(Action::Play(card)) {
            self.app.refuse(texts().refusal(why, &position));
        }
    }

    /// Tries a square in an exercise.
    pub fn try_square(self, square: Square) {
        let action = untrack(|| self.scene()).target_at(square).map(|target| target.action);
        if let Some(action) = action {
            self.attempt(action);
        }
    }
}
