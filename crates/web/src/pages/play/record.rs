//! Storing the current game.

use bosworth_rules::{BySide, Record};

use super::names::seat_name;
use crate::app::AppContext;
use crate::browser;
use crate::clocked_table::ClockedTable;
use crate::language::tr;
use crate::store;
use crate::tabs;

/// The record of a table, for storage and export.
pub fn record(table: &ClockedTable) -> Record {
    let ruleset = table.position().ruleset();
    let names = BySide::from_fn(|side| seat_name(table.seats, side, ruleset));
    table.record(&names, &browser::date(table.started))
}

/// The result of storing the current game.
enum StoreResult {
    /// It is stored.
    Yes,
    /// The storage is full or blocked.
    Full,
    /// Another tab has stored something newer.
    Outdated,
}

/// Stores the current game, unless another tab has stored a newer version, which is then shown
/// instead. Returns false if the change was discarded in this way.
pub fn keep(app: AppContext) -> bool {
    let kept = app.table.try_update_untracked(|table| table.as_mut().map(write));
    match kept.flatten() {
        None | Some(StoreResult::Yes) => {}
        Some(StoreResult::Full) => app.toast(tr("store-full")),
        Some(StoreResult::Outdated) => {
            tabs::catch_up(app);
            app.toast(tr("tab-overtaken"));
            return false;
        }
    }
    true
}

fn write(table: &mut ClockedTable) -> StoreResult {
    let mut saved = table.save(&record(table), browser::now());
    if let Some(stored) = store::game(&table.id).map(|entry| entry.saved) {
        let unchanged = stored.has_same_state(&saved);
        if unchanged && (table.is_elsewhere || stored.clock == saved.clock) {
            return StoreResult::Yes;
        }
        if stored.version > table.version {
            return StoreResult::Outdated;
        }
    }
    table.version += 1;
    table.is_elsewhere = false;
    saved.version = table.version;
    let written = store::keep_game(&table.id, &saved) && store::keep_current(&table.id);
    if written { StoreResult::Yes } else { StoreResult::Full }
}
