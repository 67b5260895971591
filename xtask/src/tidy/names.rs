//! Public type names: each has one owner in the workspace, so that a name says which type it is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;

use super::{files, read};

/// Names that may have several owners, one per line with the reason. Meant to shrink.
const ALLOWED: &str = include_str!("names.txt");

/// Where each public type name is defined.
type Owners = BTreeMap<String, BTreeSet<String>>;

/// Reports public type names with several owners that are not on the list.
pub(super) fn check() -> Result<Vec<String>> {
    let mut owners = Owners::new();
    for path in files(&[".rs"])?.iter().filter(|path| is_source(path)) {
        collect(&path.display().to_string(), &read(path)?, &mut owners);
    }
    let shared = owners.values().filter(|files| files.len() > 1).count();
    println!("public type names with several owners: {shared} of {}", owners.len());
    Ok(faults(&owners, ALLOWED))
}

/// Tests, benchmarks and examples are programs of their own and do not count.
fn is_source(path: &Path) -> bool {
    let mut folders = path.iter().filter_map(|folder| folder.to_str());
    match folders.next() {
        Some("crates") => folders.nth(1) == Some("src"),
        Some("xtask" | "e2e") => folders.next() == Some("src"),
        _ => false,
    }
}

/// Adds the types that are defined `pub` in a file.
fn collect(file: &str, text: &str, owners: &mut Owners) {
    for line in text.lines() {
        let Some(definition) = line.trim_start().strip_prefix("pub ") else { continue };
        let Some((keyword, rest)) = definition.split_once(' ') else { continue };
        if ["struct", "enum", "trait", "type", "union"].contains(&keyword) {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            owners.entry(name.into()).or_default().insert(file.into());
        }
    }
}

fn faults(owners: &Owners, allowed: &str) -> Vec<String> {
    let lines = allowed.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let allowed: BTreeMap<_, _> = lines.filter_map(|line| line.split_once(' ')).collect();
    let mut faults = Vec::new();
    for (name, files) in owners.iter().filter(|(_, files)| files.len() > 1) {
        if !allowed.contains_key(name.as_str()) {
            let files: Vec<_> = files.iter().map(String::as_str).collect();
            faults.push(format!(
                "the public type {name} has {} owners: {}. Say whose it is, such as LoginSession, \
                 or add it with a reason to xtask/src/tidy/names.txt",
                files.len(),
                files.join(", ")
            ));
        }
    }
    for name in allowed.keys().filter(|name| owners.get(**name).is_none_or(|own| own.len() < 2)) {
        faults.push(format!("{name} no longer has several owners: remove it from names.txt"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(files: &[(&str, &str)]) -> Owners {
        let mut owners = Owners::new();
        for (file, text) in files {
            collect(file, text, &mut owners);
        }
        owners
    }

    #[test]
    fn a_second_owner_of_a_name_is_reported() {
        let owners = owners(&[
            ("a.rs", "pub struct Session<'a> {\npub enum Only {\n/// pub struct Session"),
            ("b.rs", "    pub type Session = u8;\npub(crate) struct Only;\npub struct Rows(u8);"),
        ]);
        let faults = faults(&owners, "");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("the public type Session has 2 owners: a.rs, b.rs."));
    }

    #[test]
    fn a_listed_name_may_have_several_owners_until_it_has_one() {
        let twice = owners(&[("a.rs", "pub trait Rows {"), ("b.rs", "pub struct Rows;")]);
        assert_eq!(faults(&twice, "# comment\nRows each names what it lists"), [""; 0]);
        let once = owners(&[("a.rs", "pub trait Rows {")]);
        let stale = "Rows no longer has several owners: remove it from names.txt";
        assert_eq!(faults(&once, "Rows each names what it lists"), [stale]);
    }

    #[test]
    fn tests_and_examples_do_not_count() {
        for (path, counts) in [
            ("crates/rules/src/act.rs", true),
            ("xtask/src/tidy.rs", true),
            ("crates/rules/tests/suite/main.rs", false),
            ("e2e/examples/pictures.rs", false),
            ("fuzz/fuzz_targets/log.rs", false),
        ] {
            assert_eq!(is_source(Path::new(path)), counts, "{path}");
        }
    }
}
