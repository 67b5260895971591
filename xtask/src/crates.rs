//! Checks of the crates as published: dependencies, oldest supported compiler, packages.

mod dependencies;
mod msrv;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::tool::{cargo, step, target};

pub(crate) fn run() -> Result<()> {
    step("dependencies: licences, duplicates, unused ones");
    dependencies::run()?;
    step("the libraries with the oldest compiler");
    msrv::run()?;
    step("the libraries as packages");
    packages()
}

/// Packs and unpacks each publishable library, and compiles it from the package alone.
fn packages() -> Result<()> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    // An empty list of registries is `publish = false`.
    let published = packages.filter(|package| package["publish"].is_null());
    // In a folder of its own, because cargo tells what it compiled by version alone, too.
    let folder = target()?.join("packages");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut package = cargo(&["package", "--allow-dirty", "--quiet", "--target-dir"]);
    package = package.args([folder]);
    for name in published.filter_map(|package| package["name"].as_str()) {
        let files = cargo(&["package", "--allow-dirty", "--quiet", "--list", "--package", name]);
        let files = files.read()?;
        for needed in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            ensure!(files.lines().any(|file| file == needed), "{name} is packed without {needed}");
        }
        println!("{name}: {} files", files.lines().count());
        package = package.args(["--package", name]);
        forget_unpacked(name)?;
    }
    package.run()
}

/// Removes what cargo unpacked of our own packages when it compiled them the last time. It tells them
/// by version alone, and would take the old source of a library that another one uses.
fn forget_unpacked(name: &str) -> Result<()> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let sources = home.context("neither CARGO_HOME nor HOME is set")?.join("registry/src");
    let Ok(registries) = fs::read_dir(sources) else { return Ok(()) };
    for registry in registries {
        for package in fs::read_dir(registry?.path())? {
            let package = package?;
            let full_name = package.file_name();
            let version =
                full_name.to_str().and_then(|it| it.strip_prefix(name)?.strip_prefix('-'));
            if version.is_some_and(|version| version.starts_with(|it: char| it.is_ascii_digit())) {
                fs::remove_dir_all(package.path())?;
            }
        }
    }
    Ok(())
}
