//! What presses on cards, squares and keys lead to at a table, here or online.

use bosworth_rules::{Action, Card, Cards, IllegalAction, Ply, Position, Square};
use leptos::ev::keydown;
use leptos::prelude::*;

use crate::app::App;
use crate::browser;
use crate::keys::{card, focus_act, is_typing};
use crate::language::{fill, texts};
use crate::scene::{self, Scene};
use crate::settings::Confirm;

/// What presses at any table change.
#[derive(Clone, Copy)]
pub struct Pressed {
    /// What all pages share.
    pub app: App,
    /// What is chosen but not done.
    pub chosen: RwSignal<Option<Action>>,
    /// After how many plies the board stands; none for the last.
    pub at: RwSignal<Option<usize>>,
    /// Whether the board is turned.
    pub turned: RwSignal<bool>,
}

/// What a table's control says, so that all tables can be played at in the same way.
pub trait Presses: Copy + 'static {
    /// What presses change.
    fn pressed(self) -> Pressed;

    /// How many plies the board has behind it.
    fn ply(self) -> usize;

    /// Shows the board after so many plies.
    fn go_to(self, ply: usize);

    /// The position at the table, whatever the board shows.
    fn position(self) -> Option<Position>;

    /// The cards that digits stand for.
    fn hand(self) -> Option<Cards>;

    /// What the board shows.
    fn scene(self) -> Option<Scene>;

    /// Whether whoever is here may act now.
    fn may_act(self) -> bool;

    /// An action in words.
    fn words(self, action: Action) -> String;

    /// Does it, without asking again.
    fn act(self, action: Action);

    /// A key that only this table knows: whether it does.
    fn press_key(self, _key: &str) -> bool {
        false
    }

    /// Whether nothing is done that was not asked for twice.
    fn asks_always(self) -> bool {
        self.confirm() == Confirm::Always
    }

    /// What the settings say of asking again.
    fn confirm(self) -> Confirm {
        self.pressed().app.settings.with_untracked(|settings| settings.confirm)
    }

    /// Whether a square has to be pressed twice.
    fn asks_twice(self) -> bool {
        self.asks_always() || (self.confirm() == Confirm::Touch && browser::is_touch())
    }

    /// Says why something is not possible.
    fn refuse(self, why: IllegalAction, position: &Position) {
        self.pressed().app.refuse(texts().refusal(why, position));
    }

    /// Chooses an action, to be confirmed.
    fn choose(self, action: Action) {
        let Some(position) = self.position() else { return };
        if let Err(why) = position.act(action) {
            self.refuse(why, &position);
            return;
        }
        self.pressed().chosen.set(Some(action));
        self.pressed().app.say(self.words(action));
    }

    /// A card of the hand was pressed.
    fn press_card(self, card: Card) {
        let Some(position) = self.position().filter(|_| untrack(|| self.may_act())) else { return };
        match scene::action_of(&position, card) {
            Ok(action) if self.pressed().chosen.get_untracked() == Some(action) => {
                self.pressed().chosen.set(None);
            }
            Ok(action) => self.choose(action),
            Err(why) => self.refuse(why, &position),
        }
    }

    /// A square was pressed. From the past that only leads back to the game.
    fn press_square(self, square: Square) {
        if self.pressed().at.get_untracked().is_some() {
            self.pressed().at.set(None);
            return;
        }
        let Some(scene) = untrack(|| self.scene()) else { return };
        match scene.target_at(square) {
            None => self.pressed().chosen.set(None),
            Some(target) if scene.chosen == Some(target.action) || !self.asks_twice() => {
                self.act(target.action);
            }
            Some(target) => self.choose(target.action),
        }
    }

    /// The crown was dragged to a square.
    fn drag(self, square: Square) {
        let Some(scene) = untrack(|| self.scene()) else { return };
        match scene.target_at(square) {
            Some(target) if self.asks_always() => self.choose(target.action),
            Some(target) => self.act(target.action),
            None if untrack(|| self.may_act()) => {
                self.pressed()
                    .app
                    .refuse(fill("drag-nowhere", &[("square", square.to_string().into())]));
            }
            None => {}
        }
    }

    /// The draw button was pressed.
    fn press_draw(self) {
        if !untrack(|| self.may_act()) {
            return;
        }
        if self.asks_always() && self.pressed().chosen.get_untracked() != Some(Action::Draw) {
            self.choose(Action::Draw);
        } else {
            self.act(Action::Draw);
        }
    }

    /// Says what was done, and how things stand if that was the end.
    fn tell_ply(self, before: &Position, ply: Ply, after: &Position) -> String {
        let mut said = texts().ply(before, ply);
        if ply == Ply::Pass {
            let side = texts().side(before.side(), before.ruleset());
            said = fill("forced-pass", &[("side", side.into())]);
            self.pressed().app.notice(said.clone());
        }
        if after.is_over() {
            said = format!("{said} {}", texts().standing(after).join(" "));
        }
        said
    }
}

/// Listens to the keys of a table for as long as it is shown.
pub fn listen(table: impl Presses, help: RwSignal<bool>) {
    let handle = window_event_listener(keydown, move |event| {
        if is_typing(&event) || help.get_untracked() {
            return;
        }
        let ply = untrack(|| table.ply());
        match event.key().as_str() {
            digit @ ("1" | "2" | "3" | "4" | "5") => {
                let held = untrack(|| table.hand()).and_then(|hand| card(hand, digit));
                if let Some(card) = held {
                    table.press_card(card);
                    focus_act(table.pressed().chosen);
                }
            }
            "d" => {
                if untrack(|| table.may_act()) {
                    table.choose(Action::Draw);
                    focus_act(table.pressed().chosen);
                }
            }
            "Escape" => table.pressed().chosen.set(None),
            "ArrowLeft" | "k" => table.go_to(ply.saturating_sub(1)),
            "ArrowRight" | "j" => table.go_to(ply + 1),
            "Home" => table.go_to(0),
            "End" => table.pressed().at.set(None),
            "f" => table.pressed().turned.update(|turned| *turned = !*turned),
            "?" => help.set(true),
            key if table.press_key(key) => {}
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
