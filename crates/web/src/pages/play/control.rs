mod change;
mod clock;
mod computer;
mod press;
mod voice;

pub use computer::final_value;

use bosworth_rules::{Action, Card, Side};
use bosworth_texts::Speech;
use bosworth_web_engine::wire::Findings;
use leptos::prelude::*;

use crate::app::App;
use crate::browser;
use crate::engine::{self, Lane};
use crate::language::{texts, tr};
use crate::scene::{self, Scene};
use crate::settings::Hands;
use crate::table::{Seat, Table};

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
            scene.last = scene::last(game, ply);
            scene.areas = areas || position.is_over() || (table.is_over() && self.is_live());
            scene
        })
    }

    /// The card that came up last, and by whom, if that was the last thing that happened to
    /// that hand.
    pub fn drawn(self) -> Option<(Side, Card)> {
        let ply = self.ply();
        self.with(|table| scene::drawn(table.game(), ply)).flatten()
    }

    /// Whether only computers play.
    pub fn watching(self) -> bool {
        self.with_untracked(|table| Side::ALL.iter().all(|&side| table.seats[side] != Seat::Person))
            .unwrap_or(false)
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
}
