//! Import from links, texts and files.

use bosworth_rules::{GameResult, Record};
use leptos::prelude::*;

use super::Control;
use crate::browser;
use crate::language::tr;
use crate::pages::analysis::source::{Fault, LARGEST, Source};
use crate::pages::analysis::tree::Tree;
use crate::route::Shared;
use crate::store;

impl Control {
    /// Loads the content of a link, unless it is already loaded: changes to it are kept then.
    pub(super) fn follow_link(self, shared: Shared) {
        let text = match shared {
            Shared::Nothing => return,
            Shared::Position(text) | Shared::Game(text) => text,
            Shared::Stored(id) => match store::game(&id) {
                Some(entry) => entry.saved.record,
                None => return self.fault.set(Some(Fault::NotKept)),
            },
        };
        if self.desk.with_untracked(|desk| desk.linked != text) {
            self.load(&text);
            if self.fault.with_untracked(Option::is_none) {
                self.desk.update_untracked(|desk| desk.linked = text);
            }
        }
    }

    /// Loads a position or a game from a text; several games are listed to choose from.
    pub fn load(self, text: &str) {
        match Source::read(text) {
            Err(fault) => self.fault.set(Some(fault)),
            Ok(Source::Position(position)) => self.replace(Tree::new(position), None),
            Ok(Source::Games(mut games, false)) if games.len() == 1 => {
                if let Some(game) = games.pop() {
                    self.open(game);
                }
            }
            Ok(Source::Games(games, more)) => {
                self.fault.set(None);
                self.games.set(Some((games, more)));
                browser::focus_later("#games button");
            }
        }
    }

    /// Opens a game, if it is legal.
    pub fn open(self, record: Record) {
        match record.replay() {
            Err(why) => self.fault.set(Some(Fault::Replay(Box::new(record), why))),
            Ok(game) => {
                let mut tree = Tree::of(&game);
                if record.result == GameResult::Unfinished {
                    tree.end();
                }
                self.replace(tree, Some(record));
            }
        }
    }

    /// Loads a file that was selected or dropped.
    pub fn read_file(self, file: &web_sys::File) {
        if file.size() > LARGEST as f64 {
            self.fault.set(Some(Fault::TooLarge));
            return;
        }
        let read = self.page.bind_once(move |text: Option<String>| match text {
            Some(text) => self.load(&text),
            None => self.fault.set(Some(Fault::Unreadable)),
        });
        browser::read_file(file, read);
    }

    /// Replaces the tree. The old one can be restored.
    pub(super) fn replace(self, tree: Tree, record: Option<Record>) {
        self.rest();
        self.desk.update(|desk| desk.replace(tree, record));
        self.app.say(tr("an-loaded"));
    }
}
