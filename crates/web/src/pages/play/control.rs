use bosworth_rules::{
    Action, BySide, Card, Game, IllegalAction, Ply, Position, Record, Ruleset, Side, Square,
};
use bosworth_texts::{Speech, Word};
use leptos::prelude::*;

use crate::app::App;
use crate::browser;
use crate::clock::Clock;
use crate::engine::{self, Lane};
use crate::language::{fill, texts, tr};
use crate::scene::{self, Scene};
use crate::settings::{Bar, Confirm, Hands};
use crate::sound::{self, Sound};
use crate::store;
use crate::table::{Loss, Seat, Table};
use bosworth_worker::wire::{Answer, Ask, Findings};

/// How long a hint and the bar may think, in milliseconds.
const HINT_TIME: u32 = 900;
const BAR_TIME: u32 = 350;

/// What a game begins with.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// The edition.
    pub ruleset: Ruleset,
    /// Who plays.
    pub seats: BySide<Seat>,
    /// Minutes and seconds an action, if there is a clock.
    pub clock: Option<(u32, u32)>,
}

/// Puts a new game on the table. The old one stays in the library.
pub fn begin(app: App, opening: Opening) {
    let clock = opening.clock.map(|(minutes, increment)| Clock::new(minutes, increment));
    let (id, secret) = (store::new_id(), browser::secret());
    let table = Table::deal(id, secret, opening.ruleset, opening.seats, clock, browser::now());
    sound::wake(app.settings.with_untracked(|settings| settings.sound));
    let people: Vec<_> =
        Side::ALL.into_iter().filter(|&side| opening.seats[side] == Seat::Person).collect();
    let mut said = {
        let texts = texts();
        Speech::new(&texts, table.game(), Side::Red).turn()
    };
    if let [side] = people[..] {
        said = format!("{}: {}. {said}", tr("seat-you"), texts().side(side, opening.ruleset));
    }
    app.table.set(Some(table));
    keep(app);
    app.say(said);
}

/// What a seat is called.
pub fn seat_name(seats: BySide<Seat>, side: Side, ruleset: Ruleset) -> String {
    match seats[side] {
        Seat::Level(level) => fill("seat-level", &[("level", level.into())]),
        Seat::Person if seats[!side] == Seat::Person => texts().side(side, ruleset),
        Seat::Person => tr("seat-you"),
    }
}

/// The record of a table as it is kept and handed out.
pub fn record(table: &Table) -> Record {
    let ruleset = table.position().ruleset();
    let names = BySide::from_fn(|side| seat_name(table.seats, side, ruleset));
    table.record(&names, &browser::date(table.started))
}

/// Keeps the game on the table.
fn keep(app: App) {
    let kept = app.table.with_untracked(|table| {
        let Some(table) = table else { return true };
        let saved = table.save(&record(table), browser::now());
        store::keep_game(&table.id, &saved) && store::keep_current(&table.id)
    });
    if !kept {
        app.notice(tr("store-full"));
    }
}

/// Everything that happens at the table.
#[derive(Clone, Copy)]
pub struct Control {
    pub app: App,
    /// What is chosen but not done.
    pub chosen: RwSignal<Option<Action>>,
    /// After how many plies the board stands; none for the last.
    pub at: RwSignal<Option<usize>>,
    /// Whether the board is turned.
    pub turned: RwSignal<bool>,
    /// Whether the board turns to whoever is to act.
    pub turning: RwSignal<bool>,
    /// What the computer would do.
    pub hint: RwSignal<Option<Findings>>,
    /// Whether a hint is being thought about.
    pub hinting: RwSignal<bool>,
    /// Red's win chance and expected lead.
    pub value: RwSignal<Option<(f64, f64)>>,
    /// Whether a game of computers stands.
    pub paused: RwSignal<bool>,
    /// How long a computer waits in a game of computers, in milliseconds.
    pub pace: RwSignal<u32>,
    /// What was said in the mode without pictures.
    pub log: RwSignal<Vec<String>>,
    /// The time, as far as it matters.
    pub now: RwSignal<f64>,
}

impl Control {
    pub fn new(app: App) -> Self {
        let control = Self {
            app,
            chosen: RwSignal::new(None),
            at: RwSignal::new(None),
            turned: RwSignal::new(false),
            turning: RwSignal::new(false),
            hint: RwSignal::new(None),
            hinting: RwSignal::new(false),
            value: RwSignal::new(None),
            paused: RwSignal::new(false),
            pace: RwSignal::new(700),
            log: RwSignal::new(Vec::new()),
            now: RwSignal::new(browser::now()),
        };
        let greeting = control.with_untracked(|table| {
            let texts = texts();
            let speech = Speech::new(&texts, table.game(), table.position().side());
            vec![speech.words(), speech.turn()]
        });
        control.log.set(greeting.unwrap_or_default());
        control.drive();
        control.watch_value();
        control.run_clock();
        on_cleanup(move || {
            engine::stop(Lane::Play);
            engine::stop(Lane::Study);
            control.pause_clock();
        });
        control
    }

    /// The table; there is one wherever there is a control.
    pub fn with<T>(self, look: impl FnOnce(&Table) -> T) -> Option<T> {
        self.app.table.with(|table| table.as_ref().map(look))
    }

    fn with_untracked<T>(self, look: impl FnOnce(&Table) -> T) -> Option<T> {
        self.app.table.with_untracked(|table| table.as_ref().map(look))
    }

    /// The side whose person looks at the screen: the one to act if both are people.
    pub fn viewer(self) -> Side {
        self.with(|table| match (table.seats.red, table.seats.white) {
            (Seat::Level(_), Seat::Person) => Side::White,
            (Seat::Person, Seat::Person) if self.turning.get() => table.position().side(),
            _ => Side::Red,
        })
        .unwrap_or(Side::Red)
    }

    /// The side whose hand is below the board.
    pub fn near(self) -> Side {
        if self.turned.get() { !self.viewer() } else { self.viewer() }
    }

    /// How many plies the board has behind it.
    pub fn ply(self) -> usize {
        let last = self.with(|table| table.game().plies().len()).unwrap_or_default();
        self.at.get().map_or(last, |at| at.min(last))
    }

    /// Whether the board stands at the last position.
    pub fn is_live(self) -> bool {
        self.at.get().is_none()
    }

    /// Whether a person may act now.
    pub fn may_act(self) -> bool {
        self.is_live() && self.with(|table| table.turn() == Some(Seat::Person)).unwrap_or(false)
    }

    /// What the board shows.
    pub fn scene(self) -> Option<Scene> {
        let (ply, near) = (self.ply(), self.near());
        let (turned, turning) = (self.turned.get(), self.turning.get());
        let (may_act, chosen, hint) = (self.may_act(), self.chosen.get(), self.hint.get());
        let (both, areas) =
            self.app.settings.with(|settings| (settings.hands == Hands::Both, settings.areas));
        self.with(|table| {
            let game = table.game();
            let position = game.positions()[ply];
            let people = table.seats.red == table.seats.white && table.seats.red == Seat::Person;
            let bottom = if turning && people {
                near
            } else {
                scene::facing(position.ruleset(), near, turned)
            };
            let mut scene = Scene { near, ..Scene::of(position, bottom) };
            if may_act {
                if both {
                    scene.targets = scene::threats(&position);
                }
                scene.targets.extend(scene::targets(&position));
                scene.chosen = chosen;
                let best = hint.and_then(|hint| hint.best()).and_then(scene::card);
                scene.hints = best
                    .and_then(|card| position.target(position.side(), card))
                    .into_iter()
                    .collect();
            }
            scene.last =
                (0..ply).rev().find_map(|n| scene::movement(&game.positions()[n], game.plies()[n]));
            scene.areas = areas || position.is_over() || (table.is_over() && self.is_live());
            scene
        })
    }

    /// The card that came up last, and by whom, if that was the last thing that happened to
    /// that hand.
    pub fn drawn(self) -> Option<(Side, Card)> {
        let ply = self.ply();
        self.with(|table| {
            let game = table.game();
            (ply.saturating_sub(2)..ply).rev().find_map(|n| match game.plies()[n] {
                Ply::Draw(card) => Some((game.positions()[n].side(), card)),
                _ => None,
            })
        })
        .flatten()
    }

    /// Chooses an action, to be confirmed.
    pub fn choose(self, action: Action) {
        let Some(position) = self.with_untracked(|table| *table.position()) else { return };
        if let Err(why) = position.act(action) {
            self.refuse(why, &position);
            return;
        }
        self.chosen.set(Some(action));
        self.say_about(action);
    }

    fn say_about(self, action: Action) {
        let said = self.with_untracked(|table| {
            let texts = texts();
            Speech::new(&texts, table.game(), table.position().side()).action(action)
        });
        self.app.say(said.unwrap_or_default());
    }

    fn refuse(self, why: IllegalAction, position: &Position) {
        self.app.sound(Sound::No);
        self.app.notice(texts().refusal(why, position));
    }

    /// A card of the hand was pressed.
    pub fn press_card(self, card: Card) {
        if !untrack(|| self.may_act()) {
            return;
        }
        let Some(position) = self.with_untracked(|table| *table.position()) else { return };
        match scene::action_of(&position, card) {
            Some(action) if self.chosen.get_untracked() == Some(action) => self.chosen.set(None),
            Some(action) => self.choose(action),
            None => {
                let why = position.act(Action::Play(card)).err();
                let why = match why {
                    Some(IllegalAction::NeedsHero { .. }) => position.act(Action::Hero(card)).err(),
                    why => why,
                };
                if let Some(why) = why {
                    self.refuse(why, &position);
                }
            }
        }
    }

    /// A square was pressed.
    pub fn press_square(self, square: Square) {
        if !untrack(|| self.is_live()) {
            self.at.set(None);
            return;
        }
        let Some(scene) = untrack(|| self.scene()) else { return };
        match scene.target_at(square) {
            None => self.chosen.set(None),
            Some(target) if scene.chosen == Some(target.action) || !self.asks_twice() => {
                self.act(target.action);
            }
            Some(target) => self.choose(target.action),
        }
    }

    /// The crown was dragged to a square.
    pub fn drag(self, square: Square) {
        let Some(scene) = untrack(|| self.scene()) else { return };
        match scene.target_at(square) {
            Some(target) if self.confirm() == Confirm::Always => self.choose(target.action),
            Some(target) => self.act(target.action),
            None => {
                self.app.sound(Sound::No);
                self.app.notice(fill("drag-nowhere", &[("square", square.to_string().into())]));
            }
        }
    }

    fn confirm(self) -> Confirm {
        self.app.settings.with_untracked(|settings| settings.confirm)
    }

    fn asks_twice(self) -> bool {
        match self.confirm() {
            Confirm::Always => true,
            Confirm::Never => false,
            Confirm::Touch => browser::is_touch(),
        }
    }

    /// The draw button was pressed.
    pub fn press_draw(self) {
        if !untrack(|| self.may_act()) {
            return;
        }
        let chosen = self.chosen.get_untracked() == Some(Action::Draw);
        if self.confirm() == Confirm::Always && !chosen {
            self.choose(Action::Draw);
        } else {
            self.act(Action::Draw);
        }
    }

    /// Does an action of whoever is to act.
    pub fn act(self, action: Action) {
        let now = browser::now();
        let mut done = None;
        self.app.table.update(|table| {
            let Some(table) = table else { return };
            let before = *table.position();
            done = Some((before, table.act(action)));
            let (side, over) = (table.position().side(), table.is_over());
            if let (Some(clock), Some((_, Ok(_)))) = (&mut table.clock, &done) {
                clock.acted(before.side(), now);
                if !over {
                    clock.run(side, now);
                }
            }
        });
        match done {
            Some((before, Ok(ply))) => {
                self.chosen.set(None);
                self.at.set(None);
                self.clear_hint();
                keep(self.app);
                self.tell(&before, ply);
            }
            Some((before, Err(why))) => self.refuse(why, &before),
            None => {}
        }
    }

    /// Lets everybody know what was done.
    fn tell(self, before: &Position, ply: Ply) {
        let Some(after) = self.with_untracked(|table| *table.position()) else { return };
        let side = before.side();
        let joined = before.territories(side).count() > after.territories(side).count();
        self.app.sound(match ply {
            _ if after.is_over() => Sound::End,
            Ply::Hero(_) => Sound::Hero,
            Ply::Play(_) if joined => Sound::Join,
            Ply::Play(_) => Sound::Play,
            Ply::Draw(_) | Ply::Pass => Sound::Draw,
        });
        let mut said = texts().ply(before, ply);
        if ply == Ply::Pass {
            said = fill("forced-pass", &[("side", texts().side(side, before.ruleset()).into())]);
            self.app.notice(said.clone());
        }
        if after.is_over() {
            said = format!("{said} {}", texts().standing(&after).join(" "));
        }
        self.app.say(said.clone());
        self.log.update(|log| log.push(said));
    }

    fn clear_hint(self) {
        if self.hint.with_untracked(Option::is_some) {
            self.hint.set(None);
        }
        if self.hinting.get_untracked() {
            self.hinting.set(false);
            engine::stop(Lane::Study);
        }
    }

    /// Takes the last choice of a person back.
    pub fn undo(self) {
        self.change(Table::undo, "undo-none");
    }

    /// Does it again.
    pub fn redo(self) {
        self.change(Table::redo, "redo-none");
    }

    fn change(self, change: impl FnOnce(&mut Table) -> bool, otherwise: &str) {
        engine::stop(Lane::Play);
        self.chosen.set(None);
        self.at.set(None);
        self.clear_hint();
        if self.watching() {
            self.paused.set(true);
        }
        let mut changed = false;
        self.app.table.update(|table| changed = table.as_mut().is_some_and(change));
        if changed {
            keep(self.app);
            let said = self.with_untracked(|table| {
                let texts = texts();
                Speech::new(&texts, table.game(), table.position().side()).turn()
            });
            self.app.say(said.unwrap_or_default());
        } else {
            self.app.notice(tr(otherwise));
        }
    }

    /// Whether only computers play.
    pub fn watching(self) -> bool {
        self.with_untracked(|table| Side::ALL.iter().all(|&side| table.seats[side] != Seat::Person))
            .unwrap_or(false)
    }

    /// The person gives up: the only one, or the one to act.
    pub fn resign(self) {
        self.app.table.update(|table| {
            let Some(table) = table else { return };
            let people: Vec<_> =
                Side::ALL.into_iter().filter(|&side| table.seats[side] == Seat::Person).collect();
            let side = if people.len() == 1 { people[0] } else { table.position().side() };
            if !table.is_over() {
                table.lost = Some(Loss::resigned(side));
            }
        });
        self.lost();
    }

    /// After somebody gave up or ran out of time.
    fn lost(self) {
        engine::stop(Lane::Play);
        self.chosen.set(None);
        self.pause_clock();
        keep(self.app);
        self.app.sound(Sound::End);
        let said = self.with_untracked(|table| {
            let loss = table.lost?;
            let name = |side| texts().side(side, table.position().ruleset());
            let id = if loss.is_time() { "end-time" } else { "end-resigned" };
            let winner = !loss.side();
            let why = fill(id, &[("side", name(loss.side()).into())]);
            let won = seat_name(table.seats, winner, table.position().ruleset());
            let won = fill("end-won", &[("side", name(winner).into()), ("name", won.into())]);
            Some(format!("{why} {won}."))
        });
        self.app.say(said.flatten().unwrap_or_default());
        browser::after(0, || browser::focus("#end-title"));
    }

    /// Goes to another place in the game.
    pub fn go_to(self, ply: usize) {
        let last = self.with_untracked(|table| table.game().plies().len()).unwrap_or_default();
        self.chosen.set(None);
        self.at.set((ply < last).then_some(ply));
        let said = self.with_untracked(|table| {
            let before = ply.checked_sub(1)?;
            Some(texts().ply(&table.game().positions()[before], *table.game().plies().get(before)?))
        });
        self.app.say(said.flatten().unwrap_or_else(|| tr("at-start")));
    }

    /// Asks for a hint.
    pub fn ask_hint(self) {
        let Some(position) = self.with_untracked(|table| *table.position()) else { return };
        if !untrack(|| self.may_act()) || self.hinting.get_untracked() {
            return;
        }
        self.hinting.set(true);
        self.hint.set(None);
        let ask = Ask::Analyse {
            position: position.to_string(),
            milliseconds: Some(HINT_TIME),
            nodes: None,
        };
        engine::ask(Lane::Study, &ask, move |answer| match answer {
            Answer::Analysis(findings) if findings.done => {
                self.hinting.set(false);
                self.app.say(hint_text(&findings, &position));
                self.log.update(|log| log.push(hint_text(&findings, &position)));
                self.hint.set(Some(findings));
            }
            Answer::Failed(why) => {
                self.hinting.set(false);
                self.app.notice(fill("engine-failed", &[("why", why.into())]));
            }
            _ => {}
        });
    }

    /// Answers a word of the mode without pictures.
    pub fn answer(self, text: &str) -> Vec<String> {
        let viewer = untrack(|| self.viewer());
        let texts = texts();
        let Some(game) = self.with_untracked(|table| table.game().clone()) else {
            return Vec::new();
        };
        // Two people share the screen: each asks when it is their turn.
        let people = self.with_untracked(|table| {
            Side::ALL.iter().all(|&side| table.seats[side] == Seat::Person)
        });
        let side = if people == Some(true) { game.position().side() } else { viewer };
        let speech = Speech::new(&texts, &game, side);
        match text.parse::<Word>() {
            Err(_) => vec![speech.unknown(text.trim())],
            Ok(Word::Act(action)) => self.act_by_word(action, &game),
            Ok(Word::Undo) => {
                self.undo();
                Vec::new()
            }
            Ok(Word::Hint) => {
                self.ask_hint();
                vec![tr("hint-thinking")]
            }
            Ok(Word::Clock) => self.clock_words(&game),
            Ok(word) => speech.answer(word).unwrap_or_default(),
        }
    }

    fn act_by_word(self, action: Action, game: &Game) -> Vec<String> {
        if self.with_untracked(Table::turn).flatten() != Some(Seat::Person) {
            return vec![tr(if game.position().is_over() { "say-over" } else { "not-your-turn" })];
        }
        if let Err(why) = game.position().act(action) {
            return vec![texts().refusal(why, game.position())];
        }
        self.act(action);
        Vec::new()
    }

    fn clock_words(self, game: &Game) -> Vec<String> {
        let now = browser::now();
        let clock = self.with_untracked(|table| table.clock).flatten();
        let Some(clock) = clock else { return vec![tr("no-clock")] };
        let left = clock.texts(now);
        Side::ALL
            .into_iter()
            .map(|side| {
                format!("{}: {}", texts().side(side, game.position().ruleset()), left[side])
            })
            .collect()
    }

    /// Whether the game is still where it was.
    fn still(self, id: &str, plies: usize) -> bool {
        self.with_untracked(|table| table.id == id && table.game().plies().len() == plies)
            .unwrap_or(false)
    }

    /// Lets the computer act, and whoever cannot act pass.
    fn drive(self) {
        Effect::new(move |_| {
            let turn = self.with(|table| {
                let position = *table.position();
                (
                    table.turn(),
                    table.id.clone(),
                    table.game().plies().len(),
                    position,
                    table.number(),
                )
            });
            let paused = self.paused.get();
            let Some((Some(seat), id, plies, position, number)) = turn else { return };
            let watching = self.watching();
            if watching && paused {
                return;
            }
            let wait = if watching { self.pace.get_untracked() } else { self.app.pace() };
            if position.actions().pass {
                browser::after(wait + 400.min(wait * 2), move || {
                    if self.still(&id, plies) {
                        self.act(Action::Pass);
                    }
                });
                return;
            }
            let Seat::Level(level) = seat else { return };
            let ask = Ask::Choose { position: position.to_string(), level, game: number };
            let begun = browser::now();
            engine::ask(Lane::Play, &ask, move |answer| match answer {
                Answer::Chosen(text) => {
                    let id = id.clone();
                    // An answer at once would be overlooked.
                    let used = (browser::now() - begun) as u32;
                    browser::after((wait + 150).saturating_sub(used), move || {
                        let stopped = watching && self.paused.get_untracked();
                        if let Ok(action) = text.parse()
                            && self.still(&id, plies)
                            && !stopped
                        {
                            self.act(action);
                        }
                    });
                }
                Answer::Failed(why) => {
                    self.app.notice(fill("engine-failed", &[("why", why.into())]));
                }
                _ => {}
            });
        });
    }

    /// Lets the computers do one action.
    pub fn step(self) {
        let Some((Some(Seat::Level(level)), position, number)) =
            self.with_untracked(|table| (table.turn(), *table.position(), table.number()))
        else {
            return;
        };
        self.paused.set(true);
        if position.actions().pass {
            self.act(Action::Pass);
            return;
        }
        let ask = Ask::Choose { position: position.to_string(), level, game: number };
        engine::ask(Lane::Play, &ask, move |answer| {
            if let Answer::Chosen(text) = answer
                && let Ok(action) = text.parse()
            {
                self.act(action);
            }
        });
    }

    /// Keeps the bar's value up to date.
    fn watch_value(self) {
        Effect::new(move |_| {
            if self.app.settings.with(|settings| settings.bar) == Bar::Off {
                self.value.set(None);
                return;
            }
            let ply = self.ply();
            let Some(position) = self.with(|table| table.game().positions()[ply]) else { return };
            if self.hinting.get_untracked() {
                return;
            }
            if position.is_over() {
                self.value.set(Some(final_value(&position)));
                return;
            }
            let ask = Ask::Analyse {
                position: position.to_string(),
                milliseconds: Some(BAR_TIME),
                nodes: None,
            };
            engine::ask(Lane::Study, &ask, move |answer| {
                if let Answer::Analysis(findings) = answer
                    && let Some(best) = findings.lines.first()
                {
                    self.value.set(Some(match position.side() {
                        Side::Red => (best.chance, best.margin),
                        Side::White => (1.0 - best.chance, -best.margin),
                    }));
                }
            });
        });
    }

    /// Lets the clock run, if there is one.
    fn run_clock(self) {
        let has_clock = self.with_untracked(|table| table.clock.is_some() && !table.is_over());
        if has_clock != Some(true) {
            return;
        }
        let now = browser::now();
        self.app.table.update_untracked(|table| {
            if let Some(table) = table {
                let side = table.position().side();
                if let Some(clock) = &mut table.clock {
                    clock.run(side, now);
                }
            }
        });
        let tick =
            set_interval_with_handle(move || self.tick(), core::time::Duration::from_millis(200));
        on_cleanup(move || {
            if let Ok(tick) = tick {
                tick.clear();
            }
        });
    }

    fn tick(self) {
        let now = browser::now();
        self.now.set(now);
        let flag = self
            .with_untracked(|table| {
                let running = table.clock.filter(|_| !table.is_over())?;
                running.flag(now)
            })
            .flatten();
        if let Some(side) = flag {
            self.app.table.update(|table| {
                if let Some(table) = table {
                    table.lost = Some(Loss::time(side));
                }
            });
            self.lost();
        }
    }

    fn pause_clock(self) {
        let now = browser::now();
        self.app.table.update_untracked(|table| {
            if let Some(clock) = table.as_mut().and_then(|table| table.clock.as_mut()) {
                clock.pause(now);
            }
        });
        keep(self.app);
    }
}

/// The value of a game that is over.
pub fn final_value(position: &Position) -> (f64, f64) {
    let scores = position.scores();
    let margin = f64::from(scores.red.points) - f64::from(scores.white.points);
    let chance = match position.outcome().and_then(|outcome| outcome.verdict.winner()) {
        Some(Side::Red) => 1.0,
        Some(Side::White) => 0.0,
        None => 0.5,
    };
    (chance, margin)
}

/// A hint with its reasons in numbers.
pub fn hint_text(findings: &Findings, position: &Position) -> String {
    let Some(best) = findings.lines.first() else { return String::new() };
    let Some(action) = best.action() else { return String::new() };
    fill(
        "hint-text",
        &[
            ("action", action_name(action, position).into()),
            ("wins", texts().number(best.chance * 100.0, 0).into()),
            ("margin", signed(best.margin).into()),
        ],
    )
}

/// A number with its sign and one digit behind the mark.
pub fn signed(number: f64) -> String {
    let text = texts().number(number.abs(), 1);
    if number < 0.0 { format!("\u{2212}{text}") } else { format!("+{text}") }
}

/// An action as it stands on a button.
pub fn action_name(action: Action, position: &Position) -> String {
    let named = |id: &str, card: Card| {
        let direction = texts().direction(position.direction(position.side(), card));
        let values = [
            ("card", format!("{direction} {}", card.steps.numeral()).into()),
            (
                "target",
                position
                    .target(position.side(), card)
                    .map(|target| target.to_string())
                    .unwrap_or_default()
                    .into(),
            ),
        ];
        fill(id, &values)
    };
    match action {
        Action::Play(card) => named("action-play", card),
        Action::Hero(card) => named("action-hero", card),
        Action::Draw => tr("action-draw"),
        Action::Pass => tr("action-pass"),
    }
}
