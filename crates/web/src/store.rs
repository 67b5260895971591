//! The games and settings kept in this browser.
//!
//! Everything is written at once after every action, to the one store of browsers that is
//! written before the next line runs: a game is never lost, whatever happens to the page.

use bosworth_rules::{GameResult, Record};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::browser;
use crate::settings::Settings;
use crate::table::{Saved, Table};

const SETTINGS: &str = "bosworth/settings";
const CURRENT: &str = "bosworth/current";
const LESSONS: &str = "bosworth/lessons";
const GAME: &str = "bosworth/game/";

fn read<T: DeserializeOwned>(key: &str) -> Option<T> {
    let text = browser::storage()?.get_item(key).ok()??;
    serde_json::from_str(&text).ok()
}

/// Whether it was written: a store can be full or forbidden.
fn write<T: Serialize>(key: &str, value: &T) -> bool {
    let Ok(text) = serde_json::to_string(value) else { return false };
    browser::storage().is_some_and(|storage| storage.set_item(key, &text).is_ok())
}

/// The settings.
pub fn settings() -> Settings {
    read(SETTINGS).unwrap_or_default()
}

/// Keeps the settings.
pub fn keep_settings(settings: &Settings) -> bool {
    write(SETTINGS, settings)
}

/// Which lessons are done.
pub fn lessons() -> Vec<usize> {
    let text: String = read(LESSONS).unwrap_or_default();
    text.split(',').filter_map(|number| number.parse().ok()).collect()
}

/// Keeps which lessons are done: their numbers with commas between them.
pub fn keep_lessons(done: &[usize]) -> bool {
    let numbers: Vec<_> = done.iter().map(ToString::to_string).collect();
    write(LESSONS, &numbers.join(",").as_str())
}

/// A game of the library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// What it is called.
    pub id: String,
    /// The game.
    pub saved: Saved,
}

impl Entry {
    /// The record; none if it is broken.
    pub fn record(&self) -> Option<Record> {
        self.saved.record.parse().ok()
    }

    /// Whether it can go on.
    pub fn is_open(&self) -> bool {
        self.record().is_some_and(|record| record.result == GameResult::Unfinished)
    }
}

/// All games, the latest first.
pub fn games() -> Vec<Entry> {
    let Some(storage) = browser::storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    let keys: Vec<_> = (0..count)
        .filter_map(|n| storage.key(n).ok().flatten())
        .filter(|key| key.starts_with(GAME))
        .collect();
    let mut games: Vec<_> = keys.iter().filter_map(|key| game(&key[GAME.len()..])).collect();
    games.sort_by(|a, b| b.saved.updated.total_cmp(&a.saved.updated));
    games
}

/// One game.
pub fn game(id: &str) -> Option<Entry> {
    Some(Entry { id: id.into(), saved: read(&format!("{GAME}{id}"))? })
}

/// Keeps a game.
pub fn keep_game(id: &str, saved: &Saved) -> bool {
    write(&format!("{GAME}{id}"), saved)
}

/// Forgets a game.
pub fn forget_game(id: &str) {
    if let Some(storage) = browser::storage() {
        let _ = storage.remove_item(&format!("{GAME}{id}"));
    }
}

/// The game on the table, if there is one and it is whole.
pub fn current() -> Option<Table> {
    let id: String = read(CURRENT)?;
    let entry = game(&id)?;
    Table::restore(&id, &entry.saved).ok()
}

/// Remembers which game is on the table.
pub fn keep_current(id: &str) -> bool {
    write(CURRENT, &id)
}

/// A name for a new game: the day and a few random letters.
pub fn new_id() -> String {
    let letters: String = browser::random::<4>().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{letters}", browser::date(browser::now()).replace('.', "-"))
}
