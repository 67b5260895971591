use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The languages of the site, by their codes.
pub(crate) const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

/// The messages that are loaded with the code of pages other than play: groups of files, by name.
pub(super) const LATE_GROUPS: [(&str, &[&str]); 9] = [
    ("local", &["analysis", "learn", "library", "review", "rules", "server", "settings", "setup"]),
    ("online", &["online", "server"]),
    ("table", &["table"]),
    ("handicap", &["handicap"]),
    ("people", &["people"]),
    ("events", &["events"]),
    ("announce", &["announce"]),
    ("moderation", &["moderation"]),
    ("train", &["train"]),
];

/// The groups of messages and styles that a chunk needs, according to the script of the page, which
/// requests those of the first page. A test of the pages compares it with `Chunk::groups`.
pub(super) fn of_chunk<'p>(page: &'p str, chunk: &str) -> Result<Vec<&'p str>> {
    let (_, groups) = page.split_once("const groups = {").context("the page lists no groups")?;
    let Some((_, groups)) = groups.split_once(&format!(" {chunk}: [")) else {
        return Ok(vec!["online"]);
    };
    let (groups, _) = groups.split_once(']').context("the page lists groups without an end")?;
    Ok(groups.split(", ").map(|group| group.trim_matches('"')).collect())
}

/// The initial messages of a language in one file, without comments and empty lines.
pub(super) fn messages(crates: &Path, language: &str) -> Result<String> {
    let folder = crates.join("web/locales").join(language);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| format!("cannot read {}", folder.display()))?;
    let is_late = |name: &str| LATE_GROUPS.iter().any(|(_, files)| files.contains(&name));
    paths.retain(|path| !path.file_stem().is_some_and(|name| is_late(&name.to_string_lossy())));
    paths.sort();
    paths.insert(0, crates.join(format!("texts/locales/{language}.ftl")));
    together(&paths)
}

/// The messages of a language of a group.
pub(super) fn late_messages(crates: &Path, language: &str, files: &[&str]) -> Result<String> {
    let folder = crates.join("web/locales").join(language);
    let paths: Vec<_> = files.iter().map(|name| folder.join(format!("{name}.ftl"))).collect();
    let mut all = together(&paths)?;
    if files.contains(&"handicap") {
        all += &together(&[crates.join(format!("texts/locales/handicap/{language}.ftl"))])?;
    }
    if files.contains(&"settings") {
        all += &notification_kinds(crates, language)?;
    }
    Ok(all)
}

/// The names of notification kinds in the settings, which are in one file with what they say.
fn notification_kinds(crates: &Path, language: &str) -> Result<String> {
    let server = together(&[crates.join(format!("server/locales/{language}.ftl"))])?;
    let kinds = server.lines().filter(|line| line.starts_with("notify-"));
    Ok(kinds.map(|line| format!("{line}\n")).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_page_gets_the_names_of_notification_kinds_only() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        for language in LANGUAGES {
            let (_, files) = LATE_GROUPS[0];
            let texts = late_messages(&crates, language, files).expect("messages");
            assert!(texts.contains("\nnotify-turn = "), "{language}");
            assert!(!texts.contains("\nturn-title = "), "{language}");
        }
    }

    #[test]
    fn the_page_lists_the_groups_of_each_chunk() {
        let page = include_str!("../../../crates/web/public/index.html");
        for (chunk, expected) in [
            ("local", vec!["local"]),
            ("people", vec!["online", "people"]),
            ("event", vec!["online", "events"]),
            ("events", vec!["online", "events", "announce"]),
            ("lobby", vec!["online"]),
            ("game", vec!["online", "table"]),
            ("course", vec!["local", "train"]),
            ("train", vec!["train"]),
        ] {
            assert_eq!(of_chunk(page, chunk).expect("a list"), expected, "{chunk}");
        }
    }
}
