//! The games and settings stored in this browser.
//!
//! Games are written after every action to `localStorage`, the only synchronous storage of
//! browsers: nothing is lost, even if the page is closed right afterwards.

mod found_mistakes;

use bosworth_rules::{BySide, Record};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::browser;
use crate::clocked_table::{ClockedTable, SavedTable, Seat};
use crate::order::sort_descending;
use crate::pages::Draft;
use crate::settings::Settings;

pub use self::found_mistakes::{FoundMistake, FoundMistakes};

const SETTINGS: &str = "bosworth/settings";
const CURRENT: &str = "bosworth/current";
const LESSONS: &str = "bosworth/lessons";
const GAME: &str = "bosworth/game/";
const DRAFT: &str = "bosworth/draft/";
const ACCOUNT: &str = "bosworth/account";
const RESERVE: &str = "bosworth/reserve";
const TRAINING: &str = "bosworth/training";
const TRAINING_SUMMARY: &str = "bosworth/training-summary";
const MISTAKES: &str = "bosworth/mistakes/";

/// The meaning of a storage key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageKey<'k> {
    /// The settings.
    Settings,
    /// The game of this id.
    Game(&'k str),
    /// Something else, possibly of another program.
    Other,
}

impl<'k> StorageKey<'k> {
    /// Classifies a key.
    pub fn of(key: &'k str) -> Self {
        match key.strip_prefix(GAME) {
            Some(id) => Self::Game(id),
            None if key == SETTINGS => Self::Settings,
            None => Self::Other,
        }
    }
}

fn read_text(key: &str) -> Option<String> {
    browser::storage()?.get_item(key).ok()?
}

fn read<T: DeserializeOwned>(key: &str) -> Option<T> {
    bosworth_json::from_str(&read_text(key)?).ok()
}

/// Writes a text. Returns whether that succeeded: the storage may be full or blocked.
fn write_text(key: &str, text: &str) -> bool {
    browser::storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Writes a value. Returns whether that succeeded: the storage may be full or blocked.
fn write<T: Serialize>(key: &str, value: &T) -> bool {
    serde_json::to_string(value).is_ok_and(|text| write_text(key, &text))
}

/// The settings; `None` if there are none, or if a newer version stored something that this one
/// cannot read.
pub fn settings() -> Option<Settings> {
    read(SETTINGS)
}

/// Stores the settings.
pub fn keep_settings(settings: &Settings) -> bool {
    write(SETTINGS, settings)
}

/// The completed lessons.
pub fn lessons() -> Vec<usize> {
    let text: String = read(LESSONS).unwrap_or_default();
    text.split(',').filter_map(|number| number.parse().ok()).collect()
}

/// Stores the completed lessons, as numbers separated by commas.
pub fn keep_lessons(done: &[usize]) -> bool {
    let numbers: Vec<_> = done.iter().map(ToString::to_string).collect();
    write(LESSONS, &numbers.join(",").as_str())
}

/// A game of the library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    /// The id of the game.
    pub id: String,
    /// The game.
    pub saved: SavedTable,
}

impl StoredGame {
    /// The record, or `None` if it is damaged.
    pub fn record(&self) -> Option<Record> {
        self.saved.record.parse().ok()
    }

    /// Whether the game is unfinished, by the end of its text: parsing thousands of records would
    /// be slow.
    pub fn looks_open(&self) -> bool {
        self.saved.lost.is_none() && self.saved.record.trim_end().ends_with('*')
    }

    /// The seats.
    pub fn seats(&self) -> BySide<Seat> {
        BySide { red: self.saved.seats.0, white: self.saved.seats.1 }
    }
}

/// All games, the latest first.
pub fn games() -> Vec<StoredGame> {
    let mut games: Vec<_> = ids(GAME).iter().filter_map(|id| game(id)).collect();
    sort_descending(&mut games, |game| game.saved.updated);
    games
}

/// The ids of everything that is stored under a prefix.
fn ids(prefix: &str) -> Vec<String> {
    let Some(storage) = browser::storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    let keys = (0..count).filter_map(|n| storage.key(n).ok().flatten());
    keys.filter_map(|key| key.strip_prefix(prefix).map(str::to_string)).collect()
}

fn forget(key: &str) {
    if let Some(storage) = browser::storage() {
        let _ = storage.remove_item(key);
    }
}

/// All drafts of the analysis board with their ids.
pub fn drafts() -> Vec<(String, Draft)> {
    ids(DRAFT).into_iter().filter_map(|id| draft(&id).map(|draft| (id, draft))).collect()
}

/// One draft.
pub fn draft(id: &str) -> Option<Draft> {
    read(&format!("{DRAFT}{id}"))
}

/// Stores a draft.
pub fn keep_draft(id: &str, draft: &Draft) -> bool {
    write(&format!("{DRAFT}{id}"), draft)
}

/// Deletes a draft.
pub fn forget_draft(id: &str) {
    forget(&format!("{DRAFT}{id}"));
}

/// One game.
pub fn game(id: &str) -> Option<StoredGame> {
    Some(StoredGame { id: id.into(), saved: read(&format!("{GAME}{id}"))? })
}

/// Stores a game.
pub fn keep_game(id: &str, saved: &SavedTable) -> bool {
    write(&format!("{GAME}{id}"), saved)
}

/// Deletes a game.
pub fn forget_game(id: &str) {
    forget(&format!("{GAME}{id}"));
}

/// The approximate number of characters that browsers let a site store.
pub const STORAGE_CAPACITY: usize = 5_000_000;

/// The number of characters that are stored.
pub fn used() -> usize {
    let Some(storage) = browser::storage() else { return 0 };
    let length = |key: &String| {
        let value = storage.get_item(key).ok().flatten();
        key.len() + value.map_or(0, |value| value.len())
    };
    let count = storage.length().unwrap_or_default();
    let keys: Vec<_> = (0..count).filter_map(|n| storage.key(n).ok().flatten()).collect();
    keys.iter().map(length).sum()
}

/// Storage space that an import leaves free for later games. It is released on drop.
#[derive(Debug)]
pub struct StorageReserve(());

impl StorageReserve {
    /// Reserves the space; `None` if too little is left.
    pub fn take() -> Option<Self> {
        let filler = "x".repeat(STORAGE_CAPACITY / 20);
        let taken = browser::storage()?.set_item(RESERVE, &filler).is_ok();
        taken.then_some(Self(()))
    }
}

impl Drop for StorageReserve {
    fn drop(&mut self) {
        forget(RESERVE);
    }
}

/// The name of the last account used on the server of this site.
pub fn account() -> Option<String> {
    read(ACCOUNT)
}

/// Stores or removes the name of the account.
pub fn keep_account(name: Option<&str>) {
    match name {
        Some(name) => drop(write(ACCOUNT, &name)),
        None => forget(ACCOUNT),
    }
}

/// The progress of the training.
pub fn training() -> Option<String> {
    read_text(TRAINING)
}

/// Stores the progress of the training.
pub fn keep_training(progress: &str) -> bool {
    write_text(TRAINING, progress)
}

/// What the home page shows of the training.
pub fn training_summary() -> Option<String> {
    read_text(TRAINING_SUMMARY)
}

/// Stores what the home page shows of the training.
pub fn keep_training_summary(summary: &str) -> bool {
    write_text(TRAINING_SUMMARY, summary)
}

/// The mistakes that reviews have found since the training was last opened.
pub fn found_mistakes() -> Vec<FoundMistakes> {
    let read =
        |game: String| FoundMistakes::parse(&game, &read_text(&format!("{MISTAKES}{game}"))?);
    ids(MISTAKES).into_iter().filter_map(read).collect()
}

/// The number of these mistakes.
pub fn found_mistake_count() -> usize {
    let texts =
        ids(MISTAKES).into_iter().filter_map(|game| read_text(&format!("{MISTAKES}{game}")));
    texts.map(|text| text.matches('\n').count()).sum()
}

/// Stores the mistakes that a review has found.
pub fn keep_found_mistakes(found: &FoundMistakes) -> bool {
    write_text(&format!("{MISTAKES}{}", found.game), &found.text())
}

/// Deletes the mistakes that a review has found in a game.
pub fn forget_found_mistakes(game: &str) {
    forget(&format!("{MISTAKES}{game}"));
}

/// The current game, if there is one and it is intact.
pub fn current() -> Option<ClockedTable> {
    let id: String = read(CURRENT)?;
    let entry = game(&id)?;
    ClockedTable::restore(&id, &entry.saved).ok()
}

/// Stores which game is the current one.
pub fn keep_current(id: &str) -> bool {
    write(CURRENT, &id)
}

/// An id for a new game: the date and some random digits.
pub fn new_id() -> String {
    let letters: String = browser::random::<4>().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{letters}", browser::date(browser::now()).replace('.', "-"))
}
