use std::collections::BTreeSet;
use std::sync::Arc;

use bosworth_view::prelude::*;

use super::export::{exported_record, file_of, games_to_save, ids};
use super::import::{Import, ImportReport};
use super::list::{LibraryFilter, LibraryGame};
use super::online::OnlineGames;
use super::search::SearchTerms;
use crate::app::{AppContext, use_app};
use crate::browser::{self, DateFormats};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::analysis::import_error::import_error_reason;
use crate::pages::analysis::import_source::{ImportError, ImportSource};
use crate::route::Route;
use crate::store::{self, StorageReserve, StoredGame};

/// The number of rows rendered at first, and added at a time.
const ROWS_PER_PAGE: usize = 20;

/// The number of games imported before the page can render again.
const GAMES_PER_SLICE: usize = 50;

/// The controller of the library.
#[derive(Clone, Copy)]
pub struct LibraryControl {
    pub app: AppContext,
    pub page: Lifetime,
    /// The games on the server.
    pub online: OnlineGames,
    /// The games that match the search, the latest first.
    pub found: Memo<Vec<Arc<LibraryGame>>>,
    /// The search.
    pub wanted: RwSignal<String>,
    /// Which games are listed.
    pub place: RwSignal<LibraryFilter>,
    /// The number of rendered rows.
    pub limit: RwSignal<usize>,
    /// Whether games are being selected.
    pub selecting: RwSignal<bool>,
    /// The ids of the selected games.
    pub selected: RwSignal<BTreeSet<String>>,
    /// Whether all games are being saved, for which those on the server are loaded.
    pub saving: RwSignal<bool>,
    /// The games of the last deletion.
    pub removed: RwSignal<Vec<StoredGame>>,
    /// The result of the last import, in sentences.
    pub report: RwSignal<Vec<String>>,
    /// The progress of an import: done and total.
    pub progress: RwSignal<Option<(u32, u32)>>,
    /// The games stored in this browser.
    pub local: RwSignal<Vec<StoredGame>>,
    account: StoredValue<Option<String>>,
}

impl LibraryControl {
    /// Lists the games of this browser, and fetches those on the server.
    pub fn new() -> Self {
        let app = use_app();
        let page = Lifetime::new();
        let online = OnlineGames::new(page);
        let local = RwSignal::new(store::games());
        let (wanted, place) = (RwSignal::new(String::new()), RwSignal::new(LibraryFilter::All));
        let account = store::account();
        let me = StoredValue::new(account.clone());
        let games = Memo::new(move |_| {
            let stored = local.with(|local| ids(local));
            // The games of this browser are in order already. A sort would be more code.
            let mut games: Vec<_> =
                local.get().into_iter().map(|entry| Arc::new(LibraryGame::local(entry))).collect();
            let others = online.games.get().into_iter().filter(|entry| !stored.contains(&entry.id));
            for game in others.map(LibraryGame::online) {
                let updated = game.entry.saved.updated;
                let place = games.partition_point(|it| it.entry.saved.updated >= updated);
                games.insert(place, Arc::new(game));
            }
            games
        });
        // A memo: evaluated only during a search.
        let terms = Memo::new(move |_| {
            let dates = DateFormats::new(texts().language().code());
            let terms =
                |game: &Arc<LibraryGame>| me.with_value(|me| game.terms(me.as_deref(), &dates));
            games.with(|games| games.iter().map(terms).collect::<Vec<SearchTerms>>())
        });
        let found = Memo::new(move |_| {
            let (wanted, place) = (wanted.get(), place.get());
            let mut found = games.get();
            if !wanted.trim().is_empty() {
                terms.with(|terms| {
                    let mut terms = terms.iter();
                    found.retain(|_| terms.next().is_some_and(|terms| terms.found_by(&wanted)));
                });
            }
            found.retain(|game| game.is_at(place));
            found
        });
        if let Some(account) = &account {
            online.load(account);
        }
        let control = Self {
            app,
            page,
            online,
            found,
            wanted,
            place,
            limit: RwSignal::new(ROWS_PER_PAGE),
            selecting: RwSignal::new(false),
            selected: RwSignal::default(),
            saving: RwSignal::new(false),
            removed: RwSignal::default(),
            report: RwSignal::default(),
            progress: RwSignal::new(None),
            local,
            account: me,
        };
        Effect::new(move |_| {
            if !online.loading.get() && control.saving.get_untracked() {
                control.continue_saving();
            }
        });
        control
    }

    /// Whether there is no game at all, as far as the server has answered.
    pub fn is_empty(self) -> bool {
        self.local.with(Vec::is_empty)
            && self.online.games.with(Vec::is_empty)
            && self.online.fault.with(Option::is_none)
    }

    /// The name of the visitor's account.
    pub fn account(self) -> Option<String> {
        self.account.get_value()
    }

    /// Renders more rows.
    pub fn show_more(self) {
        let all = self.found.with_untracked(Vec::len);
        if self.limit.get_untracked() < all {
            self.limit.update(|limit| *limit += ROWS_PER_PAGE);
        }
    }

    /// Stores a game from the server in this browser, and navigates to its review or analysis.
    pub fn study(self, entry: &StoredGame, route: Route) {
        if store::game(&entry.id).is_some() || store::keep_game(&entry.id, &entry.saved) {
            browser::go(&route);
        } else {
            self.app.toast(tr("store-full"));
        }
    }

    /// Downloads all games. Those on the server are loaded first.
    pub fn save_all(self) {
        self.report.set(Vec::new());
        self.saving.set(true);
        if !self.online.loading.get_untracked() {
            self.online.fault.set(None);
            self.continue_saving();
        }
    }

    /// Loads the next games from the server, or downloads all if there are no others.
    fn continue_saving(self) {
        let fault = self.online.fault.get_untracked();
        if let Some(account) = self.account()
            && fault.is_none()
            && !self.online.is_complete.get_untracked()
        {
            return self.online.load_all(&account);
        }
        self.saving.set(false);
        let count = self.download(None);
        let sentence = match &fault {
            None if count == 0 => tr("library-saved-none"),
            None => return self.app.toast(fill("library-saved", &[("count", count.into())])),
            Some(why) => {
                let id =
                    if count == 0 { "library-saved-none-because" } else { "library-saved-partly" };
                fill(id, &[("count", count.into()), ("why", why.clone().into())])
            }
        };
        self.app.say(sentence.clone());
        self.report.set(vec![sentence]);
    }

    /// Downloads the selected games.
    pub fn save_selected(self) {
        self.download(Some(&self.selected.get_untracked()));
    }

    /// Downloads games as one file, and returns their number.
    fn download(self, selected: Option<&BTreeSet<String>>) -> usize {
        let games = games_to_save(store::games(), self.online.games.get_untracked(), selected);
        if !games.is_empty() {
            browser::download("bosworth.rose", &file_of(&games));
        }
        games.len()
    }

    /// Selects all matching games, or none if they are all selected.
    pub fn select_all(self) {
        let found = untrack(|| self.selectable());
        self.selected.update(|selected| {
            if *selected == found {
                selected.clear();
            } else {
                *selected = found;
            }
        });
    }

    /// The ids of the matching games.
    pub fn selectable(self) -> BTreeSet<String> {
        self.found.with(|found| ids(found.iter().map(|game| &game.entry)))
    }

    /// The ids of the selected games that are stored in this browser, and can be deleted from it.
    pub fn deletable(self) -> BTreeSet<String> {
        let mut ids = self.selected.get();
        self.local.with(|local| ids.retain(|id| local.iter().any(|entry| entry.id == *id)));
        ids
    }

    /// Deletes games. This can be undone until the next deletion, while the page is shown.
    pub fn delete(self, ids: &BTreeSet<String>) {
        let removed: Vec<_> = ids.iter().filter_map(|id| store::game(id)).collect();
        for id in ids {
            store::forget_game(id);
        }
        let current = self
            .app
            .table
            .with_untracked(|table| table.as_ref().is_some_and(|table| ids.contains(&table.id)));
        if current {
            self.app.table.set(None);
        }
        self.selected.set(BTreeSet::new());
        self.selecting.set(false);
        self.local.set(store::games());
        self.removed.set(removed);
        browser::focus_later("#library-undo");
    }

    /// Undoes the last deletion.
    pub fn undo(self) {
        let mut removed = self.removed.get_untracked();
        removed.retain(|entry| !store::keep_game(&entry.id, &entry.saved));
        if !removed.is_empty() {
            self.app.toast(tr("store-full"));
        }
        self.removed.set(removed);
        self.local.set(store::games());
        if self.app.table.with_untracked(Option::is_none) {
            self.app.table.set(store::current());
        }
        self.app.say(tr("library-restored"));
        browser::focus_later("main h1");
    }

    /// Imports the games of a file in slices. The import continues if the user leaves the page.
    pub fn import(self, text: &str) {
        self.report.set(Vec::new());
        if let Some(sentence) = refused_file(text) {
            return self.report.set(vec![sentence]);
        }
        let import = Import::new(text, &store::games());
        let Some(reserve) = StorageReserve::take() else {
            let report = ImportReport { left_out: import.total, ..ImportReport::default() };
            return self.imported(&report);
        };
        self.continue_import(Box::new(import), reserve);
    }

    fn continue_import(self, mut import: Box<Import>, reserve: StorageReserve) {
        let keep = |entry: &StoredGame| store::keep_game(&entry.id, &entry.saved);
        let more = import.step(GAMES_PER_SLICE, browser::now(), store::game, keep, store::new_id);
        if more {
            self.progress.set(Some((import.done, import.total)));
            browser::after(0, move || self.continue_import(import, reserve));
        } else {
            drop(reserve);
            self.imported(&import.report);
        }
    }

    fn imported(self, report: &ImportReport) {
        let sentences = report_sentences(report);
        if self.page.is_over() {
            return self.app.toast(sentences.join(" "));
        }
        self.progress.set(None);
        self.local.set(store::games());
        self.app.say(sentences.join(" "));
        self.report.set(sentences);
    }
}

/// Why nothing can be imported from a file, if it has no games at all.
fn refused_file(text: &str) -> Option<String> {
    match ImportSource::read(text) {
        Ok(ImportSource::Games(_)) | Err(ImportError::Record(_) | ImportError::TooLarge) => None,
        Ok(ImportSource::Position(_)) => Some(tr("library-report-position")),
        Err(ImportError::Empty | ImportError::Unknown) => Some(tr("library-report-none")),
        Err(why) => Some(import_error_reason(&why)),
    }
}

/// The result of an import, in sentences.
fn report_sentences(report: &ImportReport) -> Vec<String> {
    let count = |id: &str, count: u32| (count > 0).then(|| fill(id, &[("count", count.into())]));
    let mut words = vec![fill("library-loaded", &[("count", report.taken.into())])];
    words.extend(count("library-report-known", report.known));
    words.extend(count("library-report-refused", report.refused));
    words.extend(report.fault.as_ref().map(|(number, why)| {
        fill(
            "library-report-fault",
            &[("number", (*number).into()), ("why", import_error_reason(why).into())],
        )
    }));
    words.extend(count("library-report-full", report.left_out));
    words
}

/// Downloads one game.
pub fn save_game(entry: &StoredGame) {
    browser::download(&format!("{}.rose", entry.id), &exported_record(entry));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_games_is_refused_for_what_it_is() {
        let position = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let said = |text: &str| refused_file(text).unwrap_or_default();
        assert!(said(position).contains("position"), "{}", said(position));
        for text in ["", "hello", "\u{0}\u{1}PNG"] {
            assert_eq!(said(text), tr("library-report-none"), "{text}");
        }
        assert!(said("1. NE2 W1 *").contains("Deal"), "{}", said("1. NE2 W1 *"));
        assert_eq!(
            refused_file("[Red \"x\"]\n\n1. NE2 *"),
            None,
            "its games have errors of their own"
        );
    }

    #[test]
    fn the_import_report_accounts_for_every_game() {
        let fault = Some((7, ImportError::Unreadable));
        let report = ImportReport { taken: 2000, known: 3, refused: 1, fault, left_out: 996 };
        let said = report_sentences(&report).join(" ");
        for part in ["2000", "3 ", "1 ", "7", "cannot be read", "996"] {
            assert!(said.contains(part), "{said}");
        }
        assert_eq!(
            report_sentences(&ImportReport { taken: 1, ..ImportReport::default() }).len(),
            1
        );
    }
}
