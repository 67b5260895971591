use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use super::site_files::{BOOK, CHUNK_PREFIX, FONT_EXTENSION, LATE_PREFIX, PUZZLES, SiteFiles};
use super::texts;
use crate::tool::root;

/// Size budget of everything that a browser fetches before the first game, in bytes of Brotli.
const PLAY_BUDGET_BYTES: usize = 200_000;
/// Size budget of any other page, on top of that.
const OTHER_PAGE_BUDGET_BYTES: usize = 130_000;
/// Size budget of training: what is fetched until the first position is shown.
const TRAINING_BUDGET_BYTES: usize = 60_000;
/// All pages together.
const ALL_PAGES_BUDGET_BYTES: usize = 695_000;
/// Size budget of the fonts, which are fetched after the first paint.
const FONTS_BUDGET_BYTES: usize = 70_000;
/// Size budget of the puzzles, which are fetched for training.
const PUZZLES_BUDGET_BYTES: usize = 150_000;
/// Size budget of the book of the game in one language, with its drawings.
const BOOK_BUDGET_BYTES: usize = 60_000;
/// Size budget of the engine and its networks, which are loaded lazily.
const ENGINE_BUDGET_BYTES: usize = 900_000;

impl SiteFiles {
    /// Download sizes, checked against the budgets.
    pub(super) fn sizes(&self, folder: &Path) -> Result<String> {
        let mut text = String::new();
        let mut chunk_sizes = BTreeMap::new();
        let (mut play, mut engine, mut texts) = (0, 0, 0);
        let (mut fonts, mut puzzles, mut book) = (0, 0, 0);
        // The styles, and the longest texts of all languages, by group.
        let mut late_styles: BTreeMap<String, usize> = BTreeMap::new();
        let mut late_texts: BTreeMap<String, usize> = BTreeMap::new();
        for (path, size) in self.compressed(folder)? {
            let _ = writeln!(text, "{size:>9} {path}");
            let name = path.trim_start_matches("assets/");
            if let Some(number) = name.strip_prefix(CHUNK_PREFIX) {
                let number: usize = number.split('-').next().unwrap_or_default().parse()?;
                chunk_sizes.insert(number, size);
            } else if name.ends_with(FONT_EXTENSION) {
                fonts += size;
            } else if name.starts_with(PUZZLES) {
                puzzles += size;
            } else if name.starts_with(BOOK) {
                book = size.max(book);
            } else if name.starts_with("engine") {
                engine += size;
            } else if let Some(late) = name.strip_prefix(LATE_PREFIX) {
                let group = late.split('-').next().unwrap_or_default();
                let sizes = if name.ends_with("css") { &mut late_styles } else { &mut late_texts };
                let longest = sizes.entry(group.into()).or_default();
                *longest = size.max(*longest);
            } else if name.starts_with("texts") {
                texts = size.max(texts);
            } else if !name.contains("icon") && name != "sw.js" {
                play += size;
            }
        }
        play += texts;
        let page = fs::read_to_string(root().join("crates/web/public/index.html"))?;
        let mut totals = vec![(play, "to play".to_string(), PLAY_BUDGET_BYTES)];
        for (chunk, files) in &self.chunks {
            let code: usize = files.iter().map(|number| chunk_sizes[number]).sum();
            let groups = texts::of_chunk(&page, chunk)?;
            let late = [&late_texts, &late_styles];
            let late: usize = groups
                .iter()
                .flat_map(|group| late.map(|sizes| sizes.get(*group).copied().unwrap_or_default()))
                .sum();
            let more = code + late;
            let most =
                if chunk == "train" { TRAINING_BUDGET_BYTES } else { OTHER_PAGE_BUDGET_BYTES };
            totals.push((more, format!("more for the pages of `{chunk}`"), most));
        }
        let late = late_styles.values().chain(late_texts.values()).sum::<usize>();
        let all = play + late + chunk_sizes.values().sum::<usize>();
        totals.push((all, "all pages".into(), ALL_PAGES_BUDGET_BYTES));
        totals.push((puzzles, "the puzzles, loaded for training".into(), PUZZLES_BUDGET_BYTES));
        totals.push((book, "the book of the game".into(), BOOK_BUDGET_BYTES));
        totals.push((fonts, "the fonts, loaded later".into(), FONTS_BUDGET_BYTES));
        totals.push((
            engine,
            "the engine and its networks, loaded later".into(),
            ENGINE_BUDGET_BYTES,
        ));
        let mut is_small = true;
        for (size, what, most) in totals {
            let _ = writeln!(text, "{size:>9} {what} (at most {most})");
            is_small &= size <= most;
        }
        ensure!(is_small, "{text}a size budget is exceeded");
        Ok(text)
    }
}
