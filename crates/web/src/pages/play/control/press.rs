use bosworth_rules::{Action, Cards, Position};
use bosworth_texts::Speech;

use super::Control;
use crate::language::texts;
use crate::presses::{Pressed, Presses};
use crate::scene::Scene;

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
        self.with_untracked(|table| *table.position())
    }

    /// Of whoever is to act.
    fn hand(self) -> Option<Cards> {
        self.position().map(|position| position.hand(position.side()))
    }

    fn scene(self) -> Option<Scene> {
        Self::scene(self)
    }

    fn may_act(self) -> bool {
        Self::may_act(self)
    }

    fn words(self, action: Action) -> String {
        let said = self.with_untracked(|table| {
            Speech::new(&texts(), table.game(), table.position().side()).action(action)
        });
        said.unwrap_or_default()
    }

    fn act(self, action: Action) {
        Self::act(self, action);
    }

    fn press_key(self, key: &str) -> bool {
        match key {
            "h" => self.ask_hint(),
            "u" => self.undo(),
            "r" => self.redo(),
            _ => return false,
        }
        true
    }
}
