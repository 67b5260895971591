//! Checks that the compiler does not make.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::tool::{cargo, root, tool};

/// Crates without `std`: no clock, no files, no threads.
const PURE: [&str; 3] = ["rules", "fair", "board"];

pub(crate) fn run() -> Result<()> {
    let mut faults = Vec::new();
    faults.extend(crate_edges()?);
    faults.extend(purity()?);
    faults.extend(rulings()?);
    faults.extend(links()?);
    faults.extend(leftovers()?);
    faults.extend(unsafety()?);
    for fault in &faults {
        println!("{fault}");
    }
    if faults.is_empty() { Ok(()) } else { bail!("{} things are not tidy", faults.len()) }
}

/// What each crate depends on, tests apart, is exactly what the table in ARCHITECTURE.md says.
fn crate_edges() -> Result<Vec<String>> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata has packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let ours: BTreeSet<_> = packages.iter().map(|package| text(&package["name"])).collect();
    let table = crate_table(&read(&root().join("ARCHITECTURE.md"))?);
    let mut faults = Vec::new();
    for name in table.keys().filter(|name| !ours.contains(*name)) {
        faults.push(format!("ARCHITECTURE.md lists a crate {name} that does not exist"));
    }
    for package in packages {
        let name = text(&package["name"]);
        let Some(listed) = table.get(&name) else {
            faults.push(format!("the crate {name} is not in the table of ARCHITECTURE.md"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        let used: BTreeSet<_> = normal.map(|dependency| text(&dependency["name"])).collect();
        if name == "bosworth-rules" && !used.is_empty() {
            faults.push(format!("bosworth-rules must not need anything, not {used:?}"));
        }
        let used: BTreeSet<_> = used.intersection(&ours).cloned().collect();
        for other in used.symmetric_difference(listed) {
            let (found, missing) = if used.contains(other) {
                ("Cargo.toml", "ARCHITECTURE.md")
            } else {
                ("ARCHITECTURE.md", "Cargo.toml")
            };
            faults.push(format!("{name} uses {other} in {found}, and not in {missing}"));
        }
    }
    Ok(faults)
}

/// The table of crates: the name in the first column, the crates it uses in the last.
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

fn purity() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for name in PURE {
        let path = root().join("crates").join(name).join("src/lib.rs");
        if !read(&path)?.contains("#![no_std]") {
            faults.push(format!("crates/{name} must be no_std"));
        }
    }
    Ok(faults)
}

/// The numbers of the clauses: the bold text at the beginning of a list item.
fn clauses(path: &Path) -> Result<BTreeSet<String>> {
    let text = read(path)?;
    let items = text.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
    Ok(items.map(|(number, _)| number.to_string()).collect())
}

/// Each clause of the rules has a ruling that holds and one that fails, and all languages have
/// the same clauses.
fn rulings() -> Result<Vec<String>> {
    let english = clauses(&root().join("RULES.md"))?;
    let mut faults = Vec::new();
    if english.len() < 40 {
        faults.push("RULES.md has lost its numbered clauses".into());
    }
    let folder = root().join("crates/rules/tests/suite/rulings");
    let mut tests = String::new();
    for file in fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
        tests += &read(&file?.path())?;
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
            faults.push(format!("the ruling {number:?} is of no clause of RULES.md"));
        }
    }
    for language in ["de", "fr"] {
        let other = clauses(&root().join(format!("docs/rules.{language}.md")))?;
        for clause in english.symmetric_difference(&other) {
            faults.push(format!("clause {clause} is not in all languages ({language})"));
        }
    }
    Ok(faults)
}

/// The files that git tracks or would track.
fn files(endings: &[&str]) -> Result<Vec<PathBuf>> {
    let list =
        tool("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).read()?;
    let files = list.lines().filter(|name| endings.iter().any(|ending| name.ends_with(ending)));
    Ok(files.map(|name| root().join(name)).filter(|path| path.exists()).collect())
}

/// No document has a dead link to a file.
fn links() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in files(&[".md"])? {
        for link in read(&path)?.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let here = path.parent().unwrap_or(&path);
            if !file.is_empty() && !file.contains("://") && !here.join(file).exists() {
                faults.push(format!("{}: the link {link} leads nowhere", path.display()));
            }
        }
    }
    Ok(faults)
}

/// Markers of unfinished work.
fn leftovers() -> Result<Vec<String>> {
    // In two pieces, so that this file does not find itself.
    let words =
        [["to", "do!("], ["unimpl", "emented!("], ["#[ig", "nore"], ["FIX", "ME"], ["db", "g!("]];
    let mut faults = Vec::new();
    for path in files(&[".rs", ".py"])? {
        let text = read(&path)?;
        for word in words.map(|pieces| pieces.concat()) {
            if text.contains(&word) {
                faults.push(format!("{}: {word} is left over", path.display()));
            }
        }
    }
    Ok(faults)
}

/// The only file that may contain `unsafe`: SIMD intrinsics.
const KERNEL: &str = "crates/engine/src/eval/network/kernel.rs";

fn unsafety() -> Result<Vec<String>> {
    // In two pieces, so that this file does not find itself.
    let words =
        [["unsafe", " {"], ["unsafe", " fn"], ["unsafe", " impl"], ["allow(unsafe", "_code"]];
    let mut faults = Vec::new();
    for path in files(&[".rs"])?.into_iter().filter(|path| !path.ends_with(KERNEL)) {
        let text = read(&path)?;
        for word in words.map(|pieces| pieces.concat()) {
            if text.contains(&word) {
                faults.push(format!("{}: {word} is allowed in {KERNEL} only", path.display()));
            }
        }
    }
    Ok(faults)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
