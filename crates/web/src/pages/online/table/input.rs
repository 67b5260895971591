use bosworth_board::{Board, Confirmation, Navigation, Scene};
use bosworth_protocol::{Command, Speed};
use bosworth_rules::Action;
use bosworth_texts::Speech;
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::board_input::{BoardContext, BoardInput, refusal_text};
use crate::browser;
use crate::language::texts;
use crate::settings::Confirm;

impl BoardInput for OnlineGameControl {
    fn context(&self) -> BoardContext {
        BoardContext { app: self.app, board: self.board }
    }

    fn scene(&self) -> Option<Scene> {
        Self::scene(*self)
    }

    fn confirmation(&self, setting: Confirm) -> Confirmation {
        if untrack(|| self.is_planning()) {
            return Confirmation::in_analysis(setting);
        }
        Confirmation::at_table(setting, browser::is_touch(), self.is_slow())
    }

    /// Sends an action.
    fn act(&self, action: Action) {
        if untrack(|| self.is_planning()) {
            return self.plan(action);
        }
        let Some(position) = self.position().filter(|_| untrack(|| self.may_act())) else { return };
        if let Err(why) = position.act(action) {
            self.refuse(refusal_text(why, &position));
            return;
        }
        let seen = self.with_untracked(|live| (live.table.plies() as u16, live.table.revision()));
        let Some((ply, revision)) = seen else { return };
        self.board.update(Board::clear);
        self.command(Command::Act { action, ply, revision: Some(revision) });
    }

    fn action_text(&self, action: Action) -> String {
        if let Some(game) = untrack(|| self.planned_game()) {
            return Speech::new(&texts(), &game, game.position().side()).action(action);
        }
        let said = self.with_untracked(|live| {
            let game = live.table.game()?;
            Some(Speech::new(&texts(), game, game.position().side()).action(action))
        });
        said.flatten().unwrap_or_default()
    }

    fn go(&self, step: Navigation) -> bool {
        if untrack(|| self.is_planning()) {
            if step == Navigation::Back {
                self.unplan();
            }
            return true;
        }
        let last = self.with_untracked(|live| live.table.plies()).unwrap_or_default();
        self.go_to(step.from(untrack(|| self.ply()), last));
        true
    }

    fn escape(&self) {
        if untrack(|| self.is_planning()) {
            self.stop_planning();
        }
    }

    fn accepts_keys(&self) -> bool {
        !self.help.get_untracked()
    }

    fn other_key(&self, key: &str) -> bool {
        match key {
            "?" => self.help.set(true),
            "n" | "N" => self.go_to_next(),
            _ => return false,
        }
        true
    }
}

impl OnlineGameControl {
    /// Whether this is a correspondence game.
    pub(super) fn is_slow(self) -> bool {
        let speed = self.with_untracked(|live| live.table.setup().clock.speed());
        speed == Some(Speed::Days)
    }
}
