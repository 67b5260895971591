use bosworth_board::{Confirmation, Navigation, Scene};
use bosworth_rules::Action;
use bosworth_view::event::{DragEvent, on_window};

use super::control::{AnalysisControl, AnalysisTool};
use crate::board_input::{self, BoardContext, BoardInput};
use crate::pages::play::action_name;
use crate::settings::Confirm;

impl BoardInput for AnalysisControl {
    fn context(&self) -> BoardContext {
        BoardContext { app: self.app, board: self.board }
    }

    fn scene(&self) -> Option<Scene> {
        Some(Self::scene(*self))
    }

    fn confirmation(&self, setting: Confirm) -> Confirmation {
        Confirmation::in_analysis(setting)
    }

    fn act(&self, action: Action) {
        Self::act(*self, action);
    }

    fn action_text(&self, action: Action) -> String {
        action_name(action, &self.position.get_untracked())
    }

    fn go(&self, step: Navigation) -> bool {
        self.run(match step {
            Navigation::First => AnalysisTool::First,
            Navigation::Back => AnalysisTool::Back,
            Navigation::Forward => AnalysisTool::Forward,
            Navigation::Last => AnalysisTool::Last,
        });
        true
    }

    fn turn(&self) -> bool {
        self.run(AnalysisTool::Turn);
        true
    }

    fn escape(&self) {
        self.reset_input();
    }

    fn accepts_keys(&self) -> bool {
        !self.editing.get_untracked()
    }

    fn other_key(&self, key: &str) -> bool {
        match key {
            "ArrowUp" | "ArrowDown" => {
                let before = self.state.with_untracked(|state| state.tree.at());
                self.state.update(|state| state.tree.switch_sibling(key == "ArrowDown"));
                // Without variations at this ply, these keys scroll the page.
                if self.state.with_untracked(|state| state.tree.at()) == before {
                    return false;
                }
                self.walk(&|_| {});
            }
            "Delete" => self.run(AnalysisTool::Delete),
            "e" => self.state.update(|state| state.thinking = !state.thinking),
            _ => return false,
        }
        true
    }
}

/// Installs the handlers for keys and for files dropped on the page, for as long as it is
/// shown.
pub fn listen(control: AnalysisControl) {
    board_input::listen(control);
    on_window("dragover", |event: DragEvent| event.prevent_default());
    on_window("drop", move |event: DragEvent| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|dropped| dropped.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            control.read_file(&file);
        }
    });
}
