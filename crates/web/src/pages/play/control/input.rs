use bosworth_board::{Confirmation, Navigation, Scene};
use bosworth_rules::Action;
use bosworth_texts::Speech;

use super::LocalGameControl;
use crate::board_input::{BoardContext, BoardInput};
use crate::browser;
use crate::language::texts;
use crate::settings::Confirm;

impl BoardInput for LocalGameControl {
    fn context(&self) -> BoardContext {
        BoardContext { app: self.app, board: self.board }
    }

    fn scene(&self) -> Option<Scene> {
        Self::scene(*self)
    }

    fn confirmation(&self, setting: Confirm) -> Confirmation {
        Confirmation::at_table(setting, browser::is_touch(), false)
    }

    fn act(&self, action: Action) {
        Self::act(*self, action);
    }

    fn action_text(&self, action: Action) -> String {
        let said = self.with_untracked(|table| {
            Speech::new(&texts(), table.game(), table.position().side()).action(action)
        });
        said.unwrap_or_default()
    }

    fn go(&self, step: Navigation) -> bool {
        let last = self.with_untracked(|table| table.game().plies().len()).unwrap_or_default();
        self.go_to(step.from(self.ply.get_untracked(), last));
        true
    }

    fn accepts_keys(&self) -> bool {
        !self.help.get_untracked()
    }

    fn other_key(&self, key: &str) -> bool {
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
