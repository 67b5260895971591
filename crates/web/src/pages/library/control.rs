use std::collections::BTreeSet;
use std::sync::Arc;

use bosworth_view::prelude::*;

use super::export::{exported_record, file_of};
use super::import::{Import, ImportReport};
use super::list::{LibraryFilter, LibraryGame};
use super::online::OnlineGames;
use super::search::SearchTerms;
use crate::app::{AppContext, use_app};
use crate::browser::{self, DateFormats};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::analysis::import_error::import_error_reason;
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
    /// The selected games of this browser, by id.
    pub selected: RwSignal<BTreeSet<String>>,
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
            let stored: BTreeSet<_> =
                local.with(|local| local.iter().map(|entry| entry.id.clone()).collect());
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
        Self {
            app,
            page,
            online,
            found,
            wanted,
            place,
            limit: RwSignal::new(ROWS_PER_PAGE),
            selecting: RwSignal::new(false),
            selected: RwSignal::default(),
            removed: RwSignal::default(),
            report: RwSignal::default(),
            progress: RwSignal::new(None),
            local,
            account: me,
        }
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

    /// Downloads the games of this browser, or the selected ones.
    pub fn save_all(self) {
        let selected = self.selected.get_untracked();
        let all = !self.selecting.get_untracked();
        let mut games = store::games();
        games.retain(|entry| all || selected.contains(&entry.id));
        browser::download("bosworth.rose", &file_of(&games));
    }

    /// Selects all matching games of this browser, or none if they are all selected.
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

    /// The ids of the matching games that are stored in this browser.
    pub fn selectable(self) -> BTreeSet<String> {
        self.found.with(|found| {
            let local = found.iter().filter(|game| game.is_local);
            local.map(|game| game.entry.id.clone()).collect()
        })
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
        let import = Import::new(text, &store::games());
        self.report.set(Vec::new());
        if import.total == 0 {
            return self.report.set(vec![tr("library-report-none")]);
        }
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
    use crate::pages::analysis::import_source::ImportError;

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
