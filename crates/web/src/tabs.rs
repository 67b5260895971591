//! Synchronisation of several tabs, which share the store and must not overwrite each other's
//! changes.
//!
//! Every write of a local game has a new version. A tab that falls behind catches up as soon as it
//! learns of a newer version, and never overwrites it. The tab that was used last plays for the
//! computer.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::StorageEvent;

use crate::app::AppContext;
use crate::browser;
use crate::clocked_table::CatchUp;
use crate::language::tr;
use crate::settings::Settings;
use crate::store::{self, StorageKey};

/// Follows the changes of other tabs, for as long as the program runs.
pub fn follow(app: AppContext) {
    let heard = Closure::<dyn FnMut(StorageEvent)>::new(move |event: StorageEvent| {
        match event.key().as_deref().map(StorageKey::of) {
            Some(StorageKey::Settings) => {
                let settings = store::settings();
                let is_new = |new: &Settings| app.settings.with_untracked(|old| old != new);
                if let Some(settings) = settings.filter(is_new) {
                    app.settings.set(settings);
                }
            }
            Some(StorageKey::Game(id)) => {
                let ours = app
                    .table
                    .with_untracked(|table| table.as_ref().is_some_and(|table| table.id == id));
                if ours && catch_up(app) {
                    app.toast(tr("tab-followed"));
                }
            }
            Some(StorageKey::Other) | None => {}
        }
    });
    let _ = browser::window()
        .add_event_listener_with_callback("storage", heard.as_ref().unchecked_ref());
    heard.forget();
    let used = Closure::<dyn FnMut()>::new(move || {
        let elsewhere = app
            .table
            .with_untracked(|table| table.as_ref().is_some_and(|table| table.is_elsewhere));
        if elsewhere && !browser::is_hidden() {
            app.table.update(|table| {
                if let Some(table) = table {
                    table.is_elsewhere = false;
                }
            });
        }
    });
    for event in ["focus", "pointerdown", "visibilitychange"] {
        let _ = browser::window().add_event_listener_with_callback_and_bool(
            event,
            used.as_ref().unchecked_ref(),
            true,
        );
    }
    used.forget();
}

/// Loads the current game as stored by another tab. Returns whether this tab has just fallen
/// behind, which should be announced.
pub fn catch_up(app: AppContext) -> bool {
    let found = app.table.with_untracked(|table| {
        let table = table.as_ref()?;
        // A game that was deleted in another tab stays open here, and is stored again when it
        // continues.
        let saved = store::game(&table.id)?.saved;
        Some(table.catch_up(&saved, browser::now()))
    });
    match found {
        Some(CatchUp::Continued { table, is_news }) => {
            app.table.set(Some(*table));
            is_news
        }
        Some(CatchUp::SameState(version)) => {
            app.table.update_untracked(|table| {
                if let Some(table) = table {
                    table.version = version;
                }
            });
            false
        }
        Some(CatchUp::UpToDate) | None => false,
    }
}
