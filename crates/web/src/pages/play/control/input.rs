use bosworth_board::{Board, Confirmation, Navigation, Scene};
use bosworth_rules::Action;
use bosworth_texts::Speech;
use bosworth_view::prelude::*;

use super::LocalGameControl;
use crate::app::AppContext;
use crate::board_input::BoardInput;
use crate::browser;
use crate::language::texts;

impl BoardInput for LocalGameControl {
    fn app(self) -> AppContext {
        self.app
    }

    fn board(self) -> RwSignal<Board> {
        self.board
    }

    fn scene(self) -> Option<Scene> {
        Self::scene(self)
    }

    fn confirmation(self) -> Confirmation {
        Confirmation::at_table(self.confirm(), browser::is_touch(), false)
    }

    fn act(self, action: Action) {
        Self::act(self, action);
    }

    fn action_text(self, action: Action) -> String {
        let said = self.with_untracked(|table| {
            Speech::new(&texts(), table.game(), table.position().side()).action(action)
        });
        said.unwrap_or_default()
    }

    fn go(self, step: Navigation) -> bool {
        let last = self.with_untracked(|table| table.game().plies().len()).unwrap_or_default();
        self.go_to(step.from(self.ply.get_untracked(), last));
        true
    }

    fn accepts_keys(self) -> bool {
        !self.help.get_untracked()
    }

    fn other_key(self, key: &str) -> bool {
        match key {
            "h" => self.ask_hint(),
            "u" => self.undo(),
            "r" => self.redo(),
            "?" => self.help.set(true),
            _ => return false,
        }
        true
    }
}
