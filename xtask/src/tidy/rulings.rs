//! The clauses of RULES.md: each has tests, and stands in all three languages.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};

use super::read;
use crate::tool::root;

/// Checks that each clause of the rules has a ruling that holds and one that fails, and that all
/// languages have the same clauses.
pub(super) fn check() -> Result<Vec<String>> {
    let english = clauses("RULES.md")?;
    let mut faults = Vec::new();
    if english.len() < 40 {
        faults.push("RULES.md has lost its numbered clauses".into());
    }
    let folder = root().join("crates/rules/tests/suite/rulings");
    let mut tests = String::new();
    for file in fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
        tests += &read(file?.path())?;
    }
    for clause in &english {
        for kind in ["holds", "fails"] {
            let name = format!("fn rule_{}_{kind}_", clause.replace('.', "_"));
            if !tests.contains(&name) {
                faults.push(format!("clause {clause} of RULES.md has no ruling that {kind}"));
            }
        }
    }
    for test in tests.split("fn rule_").skip(1) {
        let mut numbers = test.split('_');
        let number = numbers.next().zip(numbers.next()).map(|(a, b)| format!("{a}.{b}"));
        if number.as_ref().is_none_or(|number| !english.contains(number)) {
            faults.push(format!("the ruling {number:?} belongs to no clause of RULES.md"));
        }
    }
    for language in ["de", "fr"] {
        let other = clauses(&format!("docs/rules.{language}.md"))?;
        for clause in english.symmetric_difference(&other) {
            faults.push(format!("clause {clause} is not in all languages ({language})"));
        }
    }
    Ok(faults)
}

/// The numbers of the clauses: the bold text at the beginning of a list item.
fn clauses(path: &str) -> Result<BTreeSet<String>> {
    let text = read(path)?;
    let items = text.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
    Ok(items.map(|(number, _)| number.to_string()).collect())
}
