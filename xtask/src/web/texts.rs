use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The languages of the site, by their codes.
pub(super) const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// The messages that come with the code of the tournaments: nobody needs them to play.
const EVENTS: &str = "events.ftl";

/// The messages of a language that all pages use, in one file: without comments and empty lines.
pub(super) fn messages(crates: &Path, language: &str) -> Result<String> {
    let folder = crates.join("web/locales").join(language);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| format!("cannot read {}", folder.display()))?;
    paths.retain(|path| !path.ends_with(EVENTS));
    paths.sort();
    paths.insert(0, crates.join(format!("texts/locales/{language}.ftl")));
    together(&paths)
}

/// The messages of a language for the pages of tournaments.
pub(super) fn event_messages(crates: &Path, language: &str) -> Result<String> {
    together(&[crates.join("web/locales").join(language).join(EVENTS)])
}

fn together(paths: &[PathBuf]) -> Result<String> {
    let mut all = String::new();
    for path in paths {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            all += line;
            all.push('\n');
        }
    }
    Ok(all)
}
