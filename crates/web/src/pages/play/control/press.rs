//! What presses on cards and squares lead to.

use bosworth_rules::{Action, Card, IllegalAction, Position, Square};
use bosworth_texts::Speech;
use leptos::prelude::*;

use super::Control;
use crate::browser;
use crate::language::{fill, texts};
use crate::scene;
use crate::settings::Confirm;

impl Control {
    /// A card of the hand was pressed.
    pub fn press_card(self, card: Card) {
        if !untrack(|| self.may_act()) {
            return;
        }
        let Some(position) = self.with_untracked(|table| *table.position()) else { return };
        match scene::action_of(&position, card) {
            Ok(action) if self.chosen.get_untracked() == Some(action) => self.chosen.set(None),
            Ok(action) => self.choose(action),
            Err(why) => self.refuse(why, &position),
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

    /// The crown was dragged to a square.
    pub fn drag(self, square: Square) {
        let Some(scene) = untrack(|| self.scene()) else { return };
        match scene.target_at(square) {
            Some(target) if self.confirm() == Confirm::Always => self.choose(target.action),
            Some(target) => self.act(target.action),
            None => {
                self.app.refuse(fill("drag-nowhere", &[("square", square.to_string().into())]));
            }
        }
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

    pub(super) fn refuse(self, why: IllegalAction, position: &Position) {
        self.app.refuse(texts().refusal(why, position));
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
}
