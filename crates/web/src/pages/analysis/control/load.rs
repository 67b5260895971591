//! Import from links, texts and files.

use bosworth_rules::{GameResult, Record};
use bosworth_view::prelude::*;

use super::{AnalysisControl, ImportPlace};
use crate::browser;
use crate::language::tr;
use crate::pages::analysis::draft::{self, DraftState};
use crate::pages::analysis::import_source::{ImportError, ImportSource, MAX_IMPORT_BYTES};
use crate::pages::analysis::tree::GameTree;
use crate::route::AnalysisLink;
use crate::store;

impl AnalysisControl {
    /// Shows the tree that this history entry showed last. For a new entry, loads the content of the
    /// link, unless it is already loaded: changes to it are kept then.
    pub(super) fn follow_link(self, shared: AnalysisLink) {
        if let Some(id) = browser::history_entry_mark() {
            let is_shown = self.state.with_untracked(|state| state.draft.id == id);
            if is_shown || self.open_draft(&id) {
                return;
            }
        }
        let (text, at) = match shared {
            AnalysisLink::Nothing => return,
            AnalysisLink::Position(text) => (text, None),
            AnalysisLink::Game(text, at) => (text, at),
            AnalysisLink::Stored(id) => match store::game(&id) {
                Some(entry) => (entry.saved.record, None),
                None => return self.fail(ImportPlace::Page, ImportError::NotKept),
            },
            AnalysisLink::StoredAt(id, at) => {
                self.follow_link(AnalysisLink::Stored(id));
                self.state.update(|state| state.go_played(at));
                return;
            }
        };
        if self.state.with_untracked(|state| state.linked != text) {
            let was_own = self.state.with_untracked(|state| state.draft.is_own_and_shown());
            self.load(ImportPlace::Page, &text);
            let asks_which_game = self.games.with_untracked(Option::is_some);
            if asks_which_game || self.fault.with_untracked(Option::is_some) {
                return;
            }
            self.state.update(|state| state.linked = text);
            if was_own {
                self.app.toast(tr("an-draft-kept"));
            }
        }
        if let Some(at) = at {
            self.state.update(|state| state.tree.go_to_place(&at));
        }
    }

    /// Stores the tree whenever it changes.
    pub(super) fn keep_drafts(self) {
        Effect::new(move |_| {
            self.state.track();
            let kept = self.state.try_update_untracked(|state| {
                let draft = state.next_draft()?;
                state.draft.is_lost = !store::keep_draft(&state.draft.id, &draft);
                Some(state.draft.id.clone())
            });
            if let Some(id) = kept.flatten() {
                self.list_drafts(&id);
            }
            let draft = self.state.with_untracked(|state| state.draft.clone());
            self.is_lost.set(draft.is_lost);
            // A link that cannot be opened stays one after a reload.
            let is_shown = self.fault.with_untracked(Option::is_none) && !draft.id.is_empty();
            if is_shown && browser::history_entry_mark().as_ref() != Some(&draft.id) {
                browser::mark_history_entry(&draft.id);
            }
        });
        self.list_drafts(&self.state.with_untracked(|state| state.draft.id.clone()));
    }

    /// Lists the other drafts, and deletes those that are too many.
    fn list_drafts(self, shown: &str) {
        let mut drafts = store::drafts();
        draft::sort(&mut drafts);
        for id in draft::drop_surplus(&mut drafts, shown) {
            store::forget_draft(&id);
        }
        drafts.retain(|(id, _)| id != shown);
        self.drafts.set(drafts);
    }

    /// Shows a draft; returns whether it is still there.
    pub fn open_draft(self, id: &str) -> bool {
        let Some(draft) = store::draft(id) else { return false };
        self.reset_input();
        let mut opened = false;
        self.state.update(|state| opened = state.open_draft(id, &draft));
        if opened {
            self.app.say(tr("an-loaded"));
        }
        opened
    }

    /// Deletes a draft that is not on the board.
    pub fn forget_draft(self, id: &str) {
        store::forget_draft(id);
        self.drafts.update(|drafts| drafts.retain(|(known, _)| known != id));
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
            Ok(ImportSource::Position(position)) => {
                self.replace(GameTree::new(position), None, place == ImportPlace::Panel);
            }
            Ok(ImportSource::Games(mut all)) if all.games.len() == 1 && all.skipped.is_empty() => {
                if let Some((_, game)) = all.games.pop() {
                    self.open(place, game);
                    if let Some(at) = &all.at {
                        self.state.update(|state| state.tree.go_to_place(at));
                    }
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
                self.replace(tree, Some(record), place == ImportPlace::Panel);
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
    pub(super) fn replace(self, tree: GameTree, record: Option<Record>, is_own: bool) {
        self.reset_input();
        self.state.update(|state| state.replace(tree, record, DraftState::new(is_own)));
        self.app.say(tr("an-loaded"));
    }
}
