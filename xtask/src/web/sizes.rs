use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};

use super::Chunks;
use super::files::{CHUNK, EVENTS, Site};

/// Size budget of everything a browser fetches before one can play, in bytes of Brotli.
const PLAY: usize = 240_000;
/// Size budget of any other page, on top of that.
const OTHER_PAGE: usize = 140_000;
/// Size budget of the pages of tournaments, which have the most tables and forms.
const TOURNAMENTS: usize = 190_000;
/// All pages together.
const ALL_PAGES: usize = 690_000;
/// Size budget of the engine and its networks, which are loaded lazily.
const ENGINE: usize = 900_000;

impl Site {
    /// Download sizes, checked against the budgets.
    pub(super) fn sizes(&self, folder: &Path, chunks: &Chunks) -> Result<String> {
        let mut text = String::new();
        let files: BTreeSet<_> = chunks.values().flatten().collect();
        let mut chunk_sizes = BTreeMap::new();
        let (mut play, mut engine, mut texts) = (0, 0, 0);
        // The styles, and the longest of the texts.
        let (mut event_styles, mut event_texts) = (0, 0);
        for (path, size) in self.compressed(folder)? {
            let _ = writeln!(text, "{size:>9} {path}");
            let name = path.trim_start_matches("assets/");
            if let Some(number) = name.strip_prefix(CHUNK) {
                let number: usize = number.split('-').next().unwrap_or_default().parse()?;
                chunk_sizes.insert(number, size);
            } else if name.starts_with("engine") {
                engine += size;
            } else if name.starts_with(EVENTS) && name.ends_with("css") {
                event_styles = size;
            } else if name.starts_with(EVENTS) {
                event_texts = size.max(event_texts);
            } else if name.starts_with("texts") {
                texts = size.max(texts);
            } else if !name.contains("icon") && name != "sw.js" {
                play += size;
            }
        }
        play += texts;
        let place = |file: &String| files.iter().position(|other| *other == file);
        let mut totals = vec![(play, "to play".to_string(), PLAY)];
        let more = event_styles + event_texts;
        for (chunk, needed) in chunks {
            let code: usize =
                needed.iter().filter_map(place).map(|number| chunk_sizes[&number]).sum();
            let (size, most) =
                if chunk == EVENTS { (code + more, TOURNAMENTS) } else { (code, OTHER_PAGE) };
            totals.push((size, format!("more for the pages of `{chunk}`"), most));
        }
        let all = play + more + chunk_sizes.values().sum::<usize>();
        totals.push((all, "all pages".into(), ALL_PAGES));
        totals.push((engine, "the engine and its networks, which come later".into(), ENGINE));
        for (size, what, most) in totals {
            let _ = writeln!(text, "{size:>9} {what} (at most {most})");
            ensure!(size <= most, "{text}that is more than {most} bytes");
        }
        Ok(text)
    }
}
