//! Checks of the crates as published: dependencies, oldest supported compiler, packages.

mod dependencies;
mod msrv;

use anyhow::{Result, ensure};
use serde_json::Value;

use crate::tool::{cargo, step};

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
    let mut package = cargo(&["package", "--allow-dirty", "--quiet"]);
    for name in published.filter_map(|package| package["name"].as_str()) {
        let files = cargo(&["package", "--allow-dirty", "--quiet", "--list", "--package", name]);
        let files = files.read()?;
        for needed in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            ensure!(files.lines().any(|file| file == needed), "{name} is packed without {needed}");
        }
        println!("{name}: {} files", files.lines().count());
        package = package.args(["--package", name]);
    }
    package.run()
}
