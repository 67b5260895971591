use bosworth_board::{Board, Confirmation, Navigation, Scene};
use bosworth_rules::Action;
use bosworth_view::event::{DragEvent, on_window};
use bosworth_view::prelude::*;

use super::control::{Control, Tool};
use crate::app::App;
use crate::pages::play::action_name;
use crate::touch::{self, Touch};

impl Touch for Control {
    fn app(self) -> App {
        self.app
    }

    fn board(self) -> RwSignal<Board> {
        self.board
    }

    fn scene(self) -> Option<Scene> {
        Some(Self::scene(self))
    }

    fn confirmation(self) -> Confirmation {
        Confirmation::in_analysis(self.confirm())
    }

    fn act(self, action: Action) {
        Self::act(self, action);
    }

    fn words(self, action: Action) -> String {
        action_name(action, &self.position.get_untracked())
    }

    fn go(self, step: Navigation) -> bool {
        self.run(match step {
            Navigation::First => Tool::First,
            Navigation::Back => Tool::Back,
            Navigation::On => Tool::On,
            Navigation::Last => Tool::Last,
        });
        true
    }

    fn turn(self) -> bool {
        self.run(Tool::Turn);
        true
    }

    fn escape(self) {
        self.rest();
    }

    fn hears(self) -> bool {
        !self.editing.get_untracked()
    }

    fn other_key(self, key: &str) -> bool {
        match key {
            "ArrowUp" | "ArrowDown" => {
                let before = self.desk.with_untracked(|desk| desk.tree.at());
                self.desk.update(|desk| desk.tree.aside(key == "ArrowDown"));
                // Without variations here, these keys scroll the page.
                if self.desk.with_untracked(|desk| desk.tree.at()) == before {
                    return false;
                }
                self.walk(&|_| {});
            }
            "Delete" => self.run(Tool::Delete),
            "e" => self.desk.update(|desk| desk.thinking = !desk.thinking),
            _ => return false,
        }
        true
    }
}

/// Installs the handlers for keys and for files dropped on the page, for as long as it is
/// shown.
pub fn listen(control: Control) {
    touch::listen(control);
    on_window("dragover", |event: DragEvent| event.prevent_default());
    on_window("drop", move |event: DragEvent| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|dropped| dropped.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            control.read_file(&file);
        }
    });
}
