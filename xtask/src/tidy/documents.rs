//! Documents: their length, and the paths and identifiers that they name.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use super::{files, read};
use crate::book;

/// The maximum number of words in ARCHITECTURE.md, which is a map.
const MAX_ARCHITECTURE_WORDS: usize = 2_500;

/// The maximum number of words in all pages of docs/SUMMARY.md together.
const MAX_BOOK_WORDS: usize = 26_000;

/// File extensions by which a path in a document is recognised.
const ENDINGS: [&str; 16] = [
    "css", "ftl", "html", "js", "json", "md", "ndjson", "net", "png", "py", "rs", "sh", "sql",
    "svg", "toml", "txt",
];

/// Files whose words count as identifiers.
const SOURCES: [&str; 9] = [".rs", ".toml", ".js", ".css", ".html", ".json", ".yml", ".py", ".ftl"];

pub(super) fn check() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut book = 0;
    for chapter in book::chapters()? {
        book += words(&read(chapter)?);
    }
    let architecture = words(&read("ARCHITECTURE.md")?);
    println!("words: {architecture} in ARCHITECTURE.md, {book} in the book");
    faults.extend(too_long("ARCHITECTURE.md", architecture, MAX_ARCHITECTURE_WORDS));
    faults.extend(too_long("the book", book, MAX_BOOK_WORDS));
    faults.extend(book::check_links()?);
    let tracked = files(&[""])?;
    let tracked: Vec<_> = tracked.iter().filter_map(|path| path.to_str()).collect();
    let known = words_of_sources()?;
    let guides = files(&[".md"])?.into_iter().filter(|path| path.starts_with("docs/dev"));
    for document in guides.chain(["ARCHITECTURE.md".into(), "CONTRIBUTING.md".into()]) {
        let text = read(&document)?;
        let missing = paths(&text).into_iter().filter(|path| !exists(path, &tracked));
        faults.extend(missing.map(|path| format!("{}: {path} is missing", document.display())));
        let unknown = identifiers(&text).into_iter().filter(|name| !known.contains(*name));
        faults.extend(unknown.map(|name| format!("{}: no {name} in the code", document.display())));
    }
    Ok(faults)
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn too_long(what: &str, words: usize, limit: usize) -> Option<String> {
    (words > limit).then(|| format!("{what} has {words} words, the limit is {limit}"))
}

/// Whether a tracked file or folder has this path. Its first folders may be left out.
fn exists(path: &str, tracked: &[&str]) -> bool {
    tracked.iter().any(|file| {
        file.match_indices(path).any(|(start, _)| {
            let end = start + path.len();
            let begins = start == 0 || file.as_bytes()[start - 1] == b'/';
            begins && (end == file.len() || path.ends_with('/'))
        })
    })
}

/// The files and folders that a document names in backticks: with a slash, and with a known
/// ending or a slash at the end. `{a,b}` stands for several.
fn paths(text: &str) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2).flat_map(alternatives);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    spans
        .filter(|span| {
            let ending = Path::new(span).extension().and_then(|ending| ending.to_str());
            let named = ending.is_some_and(|ending| ENDINGS.contains(&ending));
            let path = span.find('/').is_some_and(|place| place > 0) && span.chars().all(plain);
            path && (named || span.ends_with('/')) && !built(span)
        })
        .collect()
}

/// All words of the sources.
fn words_of_sources() -> Result<BTreeSet<String>> {
    let mut words = BTreeSet::new();
    for path in files(&SOURCES)? {
        let text = read(path)?;
        let parts = text.split(|letter: char| !is_of_identifier(letter));
        words.extend(parts.filter(|part| !part.is_empty()).map(String::from));
    }
    Ok(words)
}

/// The identifiers that a document names in backticks, path segments apart: `RoundView`,
/// `all_routes`, `Engine::analyse`, `view!`. Plain words are left alone: they may be anything.
fn identifiers(text: &str) -> Vec<&str> {
    let spans = text.split('`').skip(1).step_by(2);
    let names = spans.filter(|span| {
        let name = span.trim_end_matches('!').replace("::", "");
        let camel = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.contains(|letter: char| letter.is_ascii_lowercase());
        let of_code = camel || name.contains('_') || span.contains("::") || span.ends_with('!');
        of_code && !name.is_empty() && name.chars().all(is_of_identifier)
    });
    names.flat_map(|span| span.trim_end_matches('!').split("::")).collect()
}

fn is_of_identifier(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Folders that builds make.
fn built(path: &str) -> bool {
    ["target/", "dist/"].iter().any(|folder| path.starts_with(folder))
}

fn alternatives(span: &str) -> Vec<String> {
    let parts = span.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?)));
    match parts {
        Some((head, (choices, tail))) => {
            choices.split(',').map(|choice| format!("{head}{choice}{tail}")).collect()
        }
        None => vec![span.into()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_above_its_limit_is_reported() {
        let text = "five words, with a `span`";
        assert_eq!(too_long("the book", words(text), 5), None);
        let fault = too_long("the book", words(text), 4);
        assert_eq!(fault.as_deref(), Some("the book has 5 words, the limit is 4"));
    }

    #[test]
    fn identifiers_in_backticks_are_found_and_other_words_left_alone() {
        let text = "`RoundView`, `all_routes`, `Engine::analyse`, `view!`, `MAX_OFFERS`; \
                    not `classic`, `GET /api/x`, `server.rs`, `--engine-threads`, `5+3`";
        let found = ["RoundView", "all_routes", "Engine", "analyse", "view", "MAX_OFFERS"];
        assert_eq!(identifiers(text), found);
    }

    #[test]
    fn paths_in_backticks_are_found_and_others_left_alone() {
        let text = "`server/src/room.rs`, `a/locales/{de,fr}/home.ftl`, `docs/dev/`, `lib.rs`, \
                    `/api/events`, `game.rose`, `a/VERSION/*.rs`, `GET /api/x.json`";
        let found =
            ["server/src/room.rs", "a/locales/de/home.ftl", "a/locales/fr/home.ftl", "docs/dev/"];
        assert_eq!(paths(text), found);
        let tracked = ["crates/rules/src/lib.rs", "docs/dev/web.md"];
        for there in ["crates/rules/src/lib.rs", "rules/src/lib.rs", "docs/dev/", "rules/src/"] {
            assert!(exists(there, &tracked), "{there}");
        }
        for missing in ["ules/src/lib.rs", "rules/src/li", "src/room.rs", "ocs/dev/"] {
            assert!(!exists(missing, &tracked), "{missing}");
        }
    }
}
