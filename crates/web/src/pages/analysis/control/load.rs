//! What comes from outside: links, texts and files.

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
    /// Loads what a link names, unless it is what was loaded last: then the work on it goes on.
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

    /// Shows a position or a game that is there as text; several games are listed.
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

    /// Shows a game, if it follows the rules.
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

    /// Reads a file that somebody chose or dropped.
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

    /// Shows something else. What was there can be brought back.
    pub(super) fn replace(self, tree: Tree, record: Option<Record>) {
        self.rest();
        self.desk.update(|desk| desk.replace(tree, record));
        self.app.say(tr("an-loaded"));
    }
}
