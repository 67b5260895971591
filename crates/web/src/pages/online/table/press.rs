//! What presses on cards and squares lead to.

use bosworth_protocol::{Command, Speed};
use bosworth_rules::{Action, Card, IllegalAction, Position, Square};
use bosworth_texts::Speech;
use leptos::prelude::*;

use super::control::Control;
use crate::browser;
use crate::language::{fill, texts};
use crate::scene;
use crate::settings::Confirm;

impl Control {
    /// Chooses an action, to be confirmed.
    pub fn choose(self, action: Action) {
        let Some(position) = self.position() else { return };
        if let Err(why) = position.act(action) {
            self.refuse(why, &position);
            return;
        }
        self.chosen.set(Some(action));
        let said = self.with_untracked(|live| {
            let texts = texts();
            Some(Speech::new(&texts, live.table.game()?, position.side()).action(action))
        });
        self.app.say(said.flatten().unwrap_or_default());
    }

    fn refuse(self, why: IllegalAction, position: &Position) {
        self.app.refuse(texts().refusal(why, position));
    }

    /// A card of the hand was pressed.
    pub fn press_card(self, card: Card) {
        let Some(position) = self.position().filter(|_| untrack(|| self.may_act())) else { return };
        match scene::action_of(&position, card) {
            Ok(action) if self.chosen.get_untracked() == Some(action) => self.chosen.set(None),
            Ok(action) => self.choose(action),
            Err(why) => self.refuse(why, &position),
        }
    }

    /// A square was pressed.
    pub fn press_square(self, square: Square) {
        if self.at.get_untracked().is_some() {
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
            Some(target) if self.asks_always() => self.choose(target.action),
            Some(target) => self.act(target.action),
            None if untrack(|| self.may_act()) => {
                self.app.refuse(fill("drag-nowhere", &[("square", square.to_string().into())]));
            }
            None => {}
        }
    }

    fn confirm(self) -> Confirm {
        self.app.settings.with_untracked(|settings| settings.confirm)
    }

    /// Whether nothing is done that was not asked for twice: by the settings, and by itself in
    /// games with days, where a slip is not worth the second that was saved.
    fn asks_always(self) -> bool {
        match self.confirm() {
            Confirm::Always => true,
            Confirm::Never => false,
            Confirm::Touch => self.is_slow(),
        }
    }

    /// Whether nobody sits at the table all the time.
    pub(super) fn is_slow(self) -> bool {
        let speed = self.with_untracked(|live| live.table.opening().clock.speed());
        speed == Some(Speed::Days)
    }

    fn asks_twice(self) -> bool {
        self.asks_always() || (self.confirm() == Confirm::Touch && browser::is_touch())
    }

    /// The draw button was pressed.
    pub fn press_draw(self) {
        if !untrack(|| self.may_act()) {
            return;
        }
        if self.asks_always() && self.chosen.get_untracked() != Some(Action::Draw) {
            self.choose(Action::Draw);
        } else {
            self.act(Action::Draw);
        }
    }

    /// Sends an action.
    pub fn act(self, action: Action) {
        let Some(position) = self.position().filter(|_| untrack(|| self.may_act())) else { return };
        if let Err(why) = position.act(action) {
            self.refuse(why, &position);
            return;
        }
        let ply = self.with_untracked(|live| live.table.plies()).unwrap_or_default() as u16;
        self.chosen.set(None);
        self.command(Command::Act { action, ply });
    }
}
