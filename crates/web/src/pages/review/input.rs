use bosworth_board::{Board, Confirmation, Navigation, Scene};
use bosworth_rules::Action;
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use crate::app::AppContext;
use crate::board_input::BoardInput;
use crate::pages::play::action_name;

/// The board is read-only outside of an exercise; in one, nothing needs a confirmation.
impl BoardInput for ReviewControl {
    fn app(self) -> AppContext {
        self.app
    }

    fn board(self) -> RwSignal<Board> {
        self.board
    }

    fn scene(self) -> Option<Scene> {
        Some(Self::scene(self))
    }

    fn confirmation(self) -> Confirmation {
        Confirmation::NONE
    }

    fn act(self, action: Action) {
        self.attempt(action);
    }

    fn action_text(self, action: Action) -> String {
        action_name(action, &untrack(|| Self::scene(self)).position)
    }

    fn go(self, step: Navigation) -> bool {
        self.go_to(step.from(self.at.get_untracked(), self.last()));
        true
    }

    fn escape(self) {
        self.exercise.set(None);
    }
}
