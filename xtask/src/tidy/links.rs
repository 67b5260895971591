//! Links from documents to files and headings.

use std::path::Path;

use anyhow::Result;

use super::{files, read};
use crate::article;
use crate::tool::root;

/// Reports dead links to files and to headings of other documents.
pub(super) fn check() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in files(&[".md"])? {
        // Its links are names of drawings and sections; the README made from it is checked.
        if article::is_source(&path) {
            continue;
        }
        let text = read(&path)?;
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let here = root().join(path.parent().unwrap_or(Path::new("")));
            let target = if file.is_empty() { root().join(&path) } else { here.join(file) };
            if !target.exists() {
                faults.push(format!("{}: the link to {link} is dead", path.display()));
            } else if !anchor.is_empty() && !anchors(&read(target)?).any(|name| name == anchor) {
                faults.push(format!("{}: {link} names no heading", path.display()));
            }
        }
    }
    Ok(faults)
}

/// The anchors of the headings of a document.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    headings.map(|heading| {
        let kept = heading.chars().filter(|&letter| {
            letter.is_alphanumeric() || letter == ' ' || letter == '-' || letter == '_'
        });
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_made_of_headings() {
        let text = "# The rules\n\n## Score (`classic`), points\ntext\n";
        let found: Vec<_> = anchors(text).collect();
        assert_eq!(found, ["the-rules", "score-classic-points"]);
    }
}
