use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The languages of the site, by their codes.
pub(super) const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// All messages of a language that the pages use, in one file: without comments and empty lines.
pub(super) fn messages(crates: &Path, language: &str) -> Result<String> {
    let folder = crates.join("web/locales").join(language);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| format!("cannot read {}", folder.display()))?;
    paths.sort();
    paths.insert(0, crates.join(format!("texts/locales/{language}.ftl")));
    let mut all = String::new();
    for path in paths {
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            all += line;
            all.push('\n');
        }
    }
    Ok(all)
}
