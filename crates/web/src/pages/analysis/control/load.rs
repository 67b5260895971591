//! Import from links, texts and files.

use bosworth_rules::{GameResult, Record};

use super::{AnalysisControl, ImportPlace};
use crate::browser;
use crate::language::tr;
use crate::pages::analysis::import_source::{ImportError, ImportSource, MAX_IMPORT_BYTES};
use crate::pages::analysis::tree::GameTree;
use crate::route::{AnalysisLink, Route};
use crate::store;

impl AnalysisControl {
    /// Loads the content of a link, unless it is already loaded: changes to it are kept then.
    pub(super) fn follow_link(self, shared: AnalysisLink) {
        let text = match shared {
            AnalysisLink::Nothing => return,
            AnalysisLink::Position(text) | AnalysisLink::Game(text) => text,
            AnalysisLink::Stored(id) => match store::game(&id) {
                Some(entry) => entry.saved.record,
                None => return self.fail(ImportPlace::Page, ImportError::NotKept),
            },
            AnalysisLink::StoredAt(id, at) => {
                // A later rebuild of the page, such as a language change, keeps the current node.
                self.app.route.update_untracked(|route| {
                    *route = Route::Analysis(AnalysisLink::Stored(id.clone()));
                });
                self.follow_link(AnalysisLink::Stored(id));
                self.state.update(|state| state.go_played(at));
                return;
            }
        };
        if self.state.with_untracked(|state| state.linked != text) {
            self.load(ImportPlace::Page, &text);
            if self.fault.with_untracked(Option::is_none) {
                self.state.update_untracked(|state| state.linked = text);
            }
        }
    }

    /// Shows why an import failed, next to its source, and scrolls there.
    fn fail(self, place: ImportPlace, fault: ImportError) {
        self.fault.set(Some((place, fault)));
        if place == ImportPlace::Panel {
            browser::reveal_later("#load-fault");
        }
    }

    /// Loads a position or a game from a text; if there are several games, lists them to choose
    /// from.
    pub fn load(self, place: ImportPlace, text: &str) {
        match ImportSource::read(text) {
            Err(fault) => self.fail(place, fault),
            Ok(ImportSource::Position(position)) => self.replace(GameTree::new(position), None),
            Ok(ImportSource::Games(mut all)) if all.games.len() == 1 && all.skipped.is_empty() => {
                if let Some((_, game)) = all.games.pop() {
                    self.open(place, game);
                }
            }
            Ok(ImportSource::Games(all)) => {
                self.fault.set(None);
                self.games.set(Some(all));
                browser::focus_later("#games button");
            }
        }
    }

    /// Opens a game, if it is legal.
    pub fn open(self, place: ImportPlace, mut record: Record) {
        match record.replay() {
            Err(why) => self.fail(place, ImportError::Replay(Box::new(record), why)),
            Ok(game) => {
                let mut tree = GameTree::read(&mut record, &game);
                if record.result == GameResult::Unfinished {
                    tree.end();
                }
                self.replace(tree, Some(record));
            }
        }
    }

    /// Loads a file that was selected or dropped.
    pub fn read_file(self, file: &web_sys::File) {
        if file.size() > MAX_IMPORT_BYTES as f64 {
            return self.fail(ImportPlace::Panel, ImportError::TooLarge);
        }
        let read = self.page.bind_once(move |text: Option<String>| match text {
            Some(text) => self.load(ImportPlace::Panel, &text),
            None => self.fail(ImportPlace::Panel, ImportError::Unreadable),
        });
        browser::read_file(file, read);
    }

    /// Replaces the tree. The old one can be restored.
    pub(super) fn replace(self, tree: GameTree, record: Option<Record>) {
        self.reset_input();
        self.state.update(|state| state.replace(tree, record));
        self.app.say(tr("an-loaded"));
    }
}
