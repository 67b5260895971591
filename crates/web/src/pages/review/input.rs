use bosworth_board::{Confirmation, Navigation, Scene};
use bosworth_rules::Action;
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use crate::board_input::{BoardContext, BoardInput};
use crate::pages::play::action_name;
use crate::settings::Confirm;

/// The board is read-only outside of an exercise; in one, nothing needs a confirmation.
impl BoardInput for ReviewControl {
    fn context(&self) -> BoardContext {
        BoardContext { app: self.app, board: self.board }
    }

    fn scene(&self) -> Option<Scene> {
        Some(Self::scene(*self))
    }

    fn confirmation(&self, _: Confirm) -> Confirmation {
        Confirmation::NONE
    }

    fn act(&self, action: Action) {
        self.attempt(action);
    }

    fn action_text(&self, action: Action) -> String {
        action_name(action, &untrack(|| Self::scene(*self)).position)
    }

    fn go(&self, step: Navigation) -> bool {
        self.go_to(step.from(self.at.get_untracked(), self.last()));
        true
    }

    fn escape(&self) {
        self.exercise.set(None);
    }
}
