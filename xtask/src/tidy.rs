//! Checks that the compiler does not make. `cargo xtask tidy` runs them all.

mod constants;
mod dependencies;
mod documents;
mod links;
mod names;
mod phrases;
mod rulings;
mod serde_attributes;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::tool::{root, tool};

pub(crate) fn run() -> Result<()> {
    let mut faults = Vec::new();
    faults.extend(dependencies::check()?);
    faults.extend(dependencies::check_purity()?);
    faults.extend(rulings::check()?);
    faults.extend(links::check()?);
    faults.extend(source::check_leftovers()?);
    faults.extend(serde_attributes::check()?);
    faults.extend(source::check_unsafety()?);
    faults.extend(names::check()?);
    faults.extend(constants::check()?);
    faults.extend(phrases::check()?);
    faults.extend(documents::check()?);
    for fault in &faults {
        println!("{fault}");
    }
    if faults.is_empty() { Ok(()) } else { bail!("{} things are not tidy", faults.len()) }
}

/// The files with one of these endings that git tracks or would track, relative to the root.
fn files(endings: &[&str]) -> Result<Vec<PathBuf>> {
    let list =
        tool("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).read()?;
    let files = list.lines().filter(|name| endings.iter().any(|ending| name.ends_with(ending)));
    Ok(files.map(PathBuf::from).filter(|path| root().join(path).exists()).collect())
}

/// Reads a file, given its path relative to the root.
fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = root().join(path);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}
