//! The crates: what they depend on, and which of them are `no_std`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::Value;

use super::read;
use crate::tool::cargo;

/// Crates without `std`: no clock, no files, no threads.
const PURE: [&str; 3] = ["rules", "fair", "board"];

/// Compares the dependencies of each crate, those of tests apart, with the table in
/// ARCHITECTURE.md.
pub(super) fn check() -> Result<Vec<String>> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata has packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let ours: BTreeSet<_> = packages.iter().map(|package| text(&package["name"])).collect();
    let table = crate_table(&read("ARCHITECTURE.md")?);
    let mut faults = Vec::new();
    for name in table.keys().filter(|name| !ours.contains(*name)) {
        faults.push(format!("ARCHITECTURE.md lists a crate {name} that does not exist"));
    }
    for package in packages {
        let name = text(&package["name"]);
        let Some(listed) = table.get(&name) else {
            faults.push(format!("the crate {name} is missing in the table of ARCHITECTURE.md"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        let used: BTreeSet<_> = normal.map(|dependency| text(&dependency["name"])).collect();
        if name == "bosworth-rules" && !used.is_empty() {
            faults.push(format!("bosworth-rules must not have dependencies, but has {used:?}"));
        }
        let used: BTreeSet<_> = used.intersection(&ours).cloned().collect();
        for other in used.symmetric_difference(listed) {
            let (found, missing) = if used.contains(other) {
                ("Cargo.toml", "ARCHITECTURE.md")
            } else {
                ("ARCHITECTURE.md", "Cargo.toml")
            };
            faults.push(format!("{name} uses {other} in {found}, but not in {missing}"));
        }
    }
    Ok(faults)
}

/// Reads the table of crates: the name is in the first column, the crates it uses are in the last.
fn crate_table(document: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rows = document.lines().filter_map(|line| {
        let cells: Vec<_> = line.strip_prefix("| `")?.strip_suffix('|')?.split('|').collect();
        let [name, _, uses] = cells.as_slice() else { return None };
        let (name, _) = name.split_once('`')?;
        let named = name.starts_with("bosworth-") || name == "xtask";
        let uses = uses.split(',').map(str::trim).filter(|used| *used != "–");
        named.then(|| (name.into(), uses.map(|used| format!("bosworth-{used}")).collect()))
    });
    rows.collect()
}

/// The folders of a crate and of all crates that it uses, according to ARCHITECTURE.md.
pub(super) fn folders_below(name: &str) -> Result<BTreeSet<String>> {
    let table = crate_table(&read("ARCHITECTURE.md")?);
    let (mut found, mut waiting) = (BTreeSet::new(), vec![name.to_string()]);
    while let Some(name) = waiting.pop() {
        let uses = table.get(&name).with_context(|| format!("unknown crate {name}"))?;
        let folder = name.trim_start_matches("bosworth-");
        if found.insert(format!("crates/{folder}/src/")) {
            waiting.extend(uses.iter().cloned());
        }
    }
    Ok(found)
}

pub(super) fn check_purity() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for name in PURE {
        if !read(format!("crates/{name}/src/lib.rs"))?.contains("#![no_std]") {
            faults.push(format!("crates/{name} must be no_std"));
        }
    }
    Ok(faults)
}
