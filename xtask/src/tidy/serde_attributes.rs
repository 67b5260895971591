//! Attributes of serde that `bosworth-json` cannot follow. It takes fields and variants by their
//! place among the names that serde lists. An alias is one more name, so everything behind it would
//! move by one; and a missing optional field is `None`, whatever its default.

use anyhow::Result;

use super::{dependencies, files, read};

/// Reports such attributes on types that pages may read.
pub(super) fn check() -> Result<Vec<String>> {
    let folders = dependencies::folders_below("bosworth-web")?;
    let mut faults = Vec::new();
    for path in files(&[".rs"])? {
        let name = path.display().to_string();
        if folders.iter().any(|folder| name.starts_with(folder)) {
            let found = faults_in(&read(&path)?);
            faults.extend(found.into_iter().map(|(line, fault)| format!("{name}:{line}: {fault}")));
        }
    }
    Ok(faults)
}

/// The faults with their lines.
fn faults_in(text: &str) -> Vec<(usize, &'static str)> {
    let mut faults = Vec::new();
    for (start, opening) in text.match_indices("#[serde(") {
        let line = text[..start].matches('\n').count() + 1;
        let options = &text[start + opening.len()..];
        let Some((options, behind)) = options.split_once(")]") else { continue };
        let has = |option: &str| {
            options.match_indices(option).any(|(at, _)| {
                let before = options[..at].trim_end();
                let after = options[at + option.len()..].trim_start();
                (before.is_empty() || before.ends_with([',', '('])) && after.starts_with('=')
            })
        };
        if has("alias") {
            faults.push((line, "an alias shifts the fields behind it in pages"));
        }
        let item = item_behind(behind);
        let is_optional =
            item.split_once(": ").is_some_and(|(_, kind)| kind.starts_with("Option<"));
        if has("default") && (is_optional || item.contains("struct ")) {
            faults
                .push((line, "pages read a missing optional field as `None`, not as its default"));
        }
    }
    faults
}

/// The first line of the item that an attribute belongs to.
fn item_behind(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let is_item =
        |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#');
    lines.find(is_item).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_reported_on_fields_and_variants() {
        let text = "struct Clock {\n    #[serde(alias = \"minutes\")]\n    time: u8,\n}\n\
                    enum Side {\n    #[serde(rename = \"r\", alias = \"red\")]\n    Red,\n}\n";
        let alias = "an alias shifts the fields behind it in pages";
        assert_eq!(faults_in(text), [(2, alias), (6, alias)]);
    }

    #[test]
    fn a_default_is_reported_where_a_field_is_optional() {
        let text = "\
#[serde(default = \"usual\")]
pub struct Clock {
    #[serde(
        default = \"five\",
        skip_serializing_if = \"Option::is_none\"
    )]
    /// The time.
    pub time: Option<u8>,
    #[serde(default = \"five\")]
    pub increment: u8,
    #[serde(default, with = \"side\")]
    pub side: Option<Side>,
    #[serde(rename = \"alias\")]
    pub other: u8,
}";
        let lines: Vec<_> = faults_in(text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3]);
    }
}
