//! Checks that the compiler does not make.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::tool::{cargo, root, tool};

/// The allowed dependencies of each crate: only on crates above it in this list.
const EDGES: &[(&str, &[&str])] = &[
    ("bosworth-rules", &[]),
    ("bosworth-engine", &["bosworth-rules"]),
    ("bosworth-analysis", &["bosworth-rules", "bosworth-engine"]),
    ("bosworth-fair", &["bosworth-rules"]),
    ("bosworth-texts", &["bosworth-rules", "bosworth-fair"]),
    ("bosworth-events", &["bosworth-rules"]),
    (
        "bosworth-lab",
        &[
            "bosworth-rules",
            "bosworth-engine",
            "bosworth-analysis",
            "bosworth-fair",
            "bosworth-events",
        ],
    ),
    ("bosworth-board", &["bosworth-rules"]),
    ("bosworth-local", &["bosworth-rules", "bosworth-fair"]),
    ("bosworth-table", &["bosworth-rules", "bosworth-fair"]),
    ("bosworth-protocol", &["bosworth-rules", "bosworth-table", "bosworth-events"]),
    (
        "bosworth-client",
        &["bosworth-rules", "bosworth-fair", "bosworth-table", "bosworth-protocol"],
    ),
    ("bosworth-testing", &[]),
    (
        "bosworth-server",
        &[
            "bosworth-rules",
            "bosworth-engine",
            "bosworth-analysis",
            "bosworth-fair",
            "bosworth-table",
            "bosworth-events",
            "bosworth-protocol",
            "bosworth-texts",
            "bosworth-client",
            "bosworth-testing",
        ],
    ),
    ("bosworth-web-engine", &["bosworth-rules", "bosworth-engine"]),
    (
        "bosworth-web",
        &[
            "bosworth-rules",
            "bosworth-board",
            "bosworth-engine",
            "bosworth-fair",
            "bosworth-texts",
            "bosworth-local",
            "bosworth-web-engine",
            "bosworth-table",
            "bosworth-protocol",
            "bosworth-client",
        ],
    ),
    (
        "bosworth-tui",
        &[
            "bosworth-rules",
            "bosworth-board",
            "bosworth-engine",
            "bosworth-analysis",
            "bosworth-fair",
            "bosworth-texts",
            "bosworth-local",
            "bosworth-table",
            "bosworth-protocol",
            "bosworth-client",
        ],
    ),
    (
        "bosworth-cli",
        &[
            "bosworth-rules",
            "bosworth-engine",
            "bosworth-analysis",
            "bosworth-fair",
            "bosworth-events",
            "bosworth-lab",
            "bosworth-texts",
            "bosworth-local",
            "bosworth-tui",
            "bosworth-table",
            "bosworth-protocol",
            "bosworth-client",
            "bosworth-testing",
            "bosworth-server",
        ],
    ),
    (
        "bosworth-e2e",
        &[
            "bosworth-rules",
            "bosworth-engine",
            "bosworth-protocol",
            "bosworth-testing",
            "bosworth-server",
        ],
    ),
    ("xtask", &[]),
];

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

fn crate_edges() -> Result<Vec<String>> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata has packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let ours: BTreeSet<_> = packages.iter().map(|package| text(&package["name"])).collect();
    let mut faults = Vec::new();
    for package in packages {
        let name = text(&package["name"]);
        let Some((_, allowed)) = EDGES.iter().find(|(known, _)| *known == name) else {
            faults.push(format!("the crate {name} is not in the table of crates in tidy.rs"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = text(&dependency["name"]);
            let normal = dependency["kind"].is_null();
            if ours.contains(&used) && !allowed.contains(&used.as_str()) {
                faults.push(format!("{name} must not use {used}"));
            }
            if normal && used == "bosworth-testing" {
                faults.push(format!("{name} must not use {used} but in tests"));
            }
            if normal && name == "bosworth-rules" {
                faults.push(format!("bosworth-rules must not need anything, not {used}"));
            }
        }
    }
    Ok(faults)
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
