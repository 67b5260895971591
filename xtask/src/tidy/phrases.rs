//! Phrases that often come from a translated syntax. A reminder, not a ban: a sentence that a
//! native speaker would write is fine, and its file gets a line in `phrases.txt`.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::{files, read};

/// How often each file may use one of the phrases: `COUNT PATH` per line.
const ALLOWED: &str = include_str!("phrases.txt");

const PHRASES: [&str; 7] =
    ["whoever", "is no", "by itself", "gives cause", "give cause", "so many", "what nobody"];

/// Files that people read.
const ENDINGS: [&str; 9] = [".rs", ".md", ".ftl", ".py", ".css", ".js", ".html", ".json", ".toml"];

/// Reports files that use the phrases more often than they are allowed to.
pub(super) fn check() -> Result<Vec<String>> {
    let allowed = allowed(ALLOWED)?;
    let (mut faults, mut total) = (Vec::new(), 0);
    for path in files(&ENDINGS)? {
        // The data of tests, the other languages, and this file itself.
        let name = path.display().to_string();
        let skipped =
            ["fuzz/corpus/", "/locales/de", "/locales/fr", "docs/rules.de", "docs/rules.fr"];
        if skipped.iter().any(|part| name.contains(part)) || name.ends_with("tidy/phrases.rs") {
            continue;
        }
        let found = find(&read(&path)?);
        total += found.len();
        let limit = allowed.get(name.as_str()).copied().unwrap_or(0);
        faults.extend(reminder(&name, &found, limit));
    }
    println!("phrases of a translated syntax: {total}");
    Ok(faults)
}

fn allowed(list: &str) -> Result<BTreeMap<&str, usize>> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (count, path) = line.split_once(' ').context("a line of phrases.txt")?;
            Ok((path, count.parse()?))
        })
        .collect()
}

/// The phrases in a text, each with the words around it.
fn find(text: &str) -> Vec<String> {
    // One line, without the marks of comments, so that phrases are found across line ends.
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!', '#', '>']));
    let words: Vec<_> = lines.flat_map(str::split_whitespace).collect();
    // Without punctuation, and of `context("there` only the last word.
    let plain = |word: &str| {
        let word = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let last = word.rsplit(|letter: char| !letter.is_alphanumeric()).next();
        last.unwrap_or_default().to_ascii_lowercase()
    };
    let plain: Vec<_> = words.iter().map(|word| plain(word)).collect();
    let mut found = Vec::new();
    for phrase in PHRASES {
        let phrase: Vec<_> = phrase.split(' ').collect();
        for start in 0..plain.len().saturating_sub(phrase.len() - 1) {
            let (before, next) = (start.checked_sub(1), start + phrase.len());
            let native = phrase == ["is", "no"]
                && (before.is_some_and(|before| plain[before] == "there")
                    || plain.get(next).is_some_and(|next| next == "longer"));
            if plain[start..next] == phrase[..] && !native {
                let context = start.saturating_sub(3)..(next + 3).min(words.len());
                found.push(words[context].join(" "));
            }
        }
    }
    found
}

fn reminder(file: &str, found: &[String], limit: usize) -> Option<String> {
    (found.len() > limit).then(|| {
        let places: Vec<_> = found.iter().map(|place| format!("\n    {place}")).collect();
        format!(
            "{file}: {} phrases that often come from a translated syntax, {limit} allowed. Would \
             you say them to a colleague? Then raise the number in xtask/src/tidy/phrases.txt{}",
            found.len(),
            places.concat()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_across_line_ends_and_comment_marks() {
        let text = "/// Whoever\n/// closes it: this is\n/// no mail address, so\n/// many times.";
        let places = ["Whoever closes it: this", "closes it: this is no mail address, so"];
        let found = find(text);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[..2], places);
        let native = "There is no game, and this is no longer so: context(\"there is no report\")";
        assert_eq!(find(native), [""; 0]);
    }

    #[test]
    fn a_file_is_reported_only_above_its_number() {
        let found = find("Whoever asks by itself.");
        assert_eq!(reminder("a.rs", &found, 2), None);
        let report = reminder("a.rs", &found, 1).unwrap();
        assert!(report.starts_with("a.rs: 2 phrases"), "{report}");
        assert!(report.contains("\n    Whoever asks by itself."), "{report}");
    }

    #[test]
    fn the_list_is_read() {
        let list = allowed("# comment\n3 docs/online.md\n1 a b.md\n").unwrap();
        assert_eq!(list, [("docs/online.md", 3), ("a b.md", 1)].into());
    }
}
