use bosworth_protocol::{Command, Speed};
use bosworth_rules::{Action, Cards, Position};
use bosworth_texts::Speech;
use leptos::prelude::*;

use super::control::Control;
use crate::language::texts;
use crate::presses::{Pressed, Presses};
use crate::scene::Scene;
use crate::settings::Confirm;

impl Presses for Control {
    fn pressed(self) -> Pressed {
        let Self { app, chosen, at, turned, .. } = self;
        Pressed { app, chosen, at, turned }
    }

    fn ply(self) -> usize {
        Self::ply(self)
    }

    fn go_to(self, ply: usize) {
        Self::go_to(self, ply);
    }

    fn position(self) -> Option<Position> {
        Self::position(self)
    }

    /// One's own, whoever is to act.
    fn hand(self) -> Option<Cards> {
        Some(self.position()?.hand(self.my_side()?))
    }

    fn scene(self) -> Option<Scene> {
        Self::scene(self)
    }

    fn may_act(self) -> bool {
        Self::may_act(self)
    }

    fn words(self, action: Action) -> String {
        let said = self.with_untracked(|live| {
            let game = live.table.game()?;
            Some(Speech::new(&texts(), game, game.position().side()).action(action))
        });
        said.flatten().unwrap_or_default()
    }

    /// By the settings, and by itself in games with days, where a slip is not worth the second
    /// that was saved.
    fn asks_always(self) -> bool {
        match self.confirm() {
            Confirm::Always => true,
            Confirm::Never => false,
            Confirm::Touch => self.is_slow(),
        }
    }

    /// Sends an action.
    fn act(self, action: Action) {
        let Some(position) = self.position().filter(|_| untrack(|| self.may_act())) else { return };
        if let Err(why) = position.act(action) {
            self.refuse(why, &position);
            return;
        }
        let seen = self.with_untracked(|live| (live.table.plies() as u16, live.table.revision()));
        let Some((ply, revision)) = seen else { return };
        self.chosen.set(None);
        self.command(Command::Act { action, ply, revision: Some(revision) });
    }
}

impl Control {
    /// Whether nobody sits at the table all the time.
    pub(super) fn is_slow(self) -> bool {
        let speed = self.with_untracked(|live| live.table.opening().clock.speed());
        speed == Some(Speed::Days)
    }
}
