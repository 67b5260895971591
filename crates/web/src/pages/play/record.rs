//! Storing the current game.

use bosworth_rules::{BySide, Record};
use leptos::prelude::*;

use super::names::seat_name;
use crate::app::App;
use crate::browser;
use crate::language::tr;
use crate::store;
use crate::table::ClockedTable;

/// The record of a table, for storage and export.
pub fn record(table: &ClockedTable) -> Record {
    let ruleset = table.position().ruleset();
    let names = BySide::from_fn(|side| seat_name(table.seats, side, ruleset));
    table.record(&names, &browser::date(table.started))
}

/// Stores the current game.
pub fn keep(app: App) {
    let kept = app.table.with_untracked(|table| {
        let Some(table) = table else { return true };
        let saved = table.save(&record(table), browser::now());
        store::keep_game(&table.id, &saved) && store::keep_current(&table.id)
    });
    if !kept {
        app.notice(tr("store-full"));
    }
}
