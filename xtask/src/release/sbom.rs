use std::fs;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::ReleaseKit;
use crate::tool::cargo;

/// Writes the software bill of materials in `CycloneDX` format: every library that is linked into
/// the program, with its version, licence and checksum.
pub(super) fn write(kit: &ReleaseKit) -> Result<()> {
    let metadata = cargo(&["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-musl"])
        .read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let lock = fs::read_to_string(crate::tool::root().join("Cargo.lock"))?;
    let packages = metadata["packages"].as_array().context("cargo metadata has packages")?;
    let mut linked = linked(&metadata)?;
    linked.sort();
    linked.dedup();
    let mut components = Vec::new();
    for package in packages {
        let id = package["id"].as_str().unwrap_or_default();
        if linked.binary_search(&id.to_string()).is_ok() {
            components.push(component(package, &lock));
        }
    }
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application", "name": "bosworth", "version": kit.version,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        }},
        "components": components,
    });
    let file = kit.folder.join(format!("bosworth-{}.cdx.json", kit.version));
    fs::write(file, serde_json::to_string_pretty(&document)? + "\n")?;
    println!("{} libraries in the bill of materials", components_of(&document));
    Ok(())
}

fn components_of(document: &Value) -> usize {
    document["components"].as_array().map_or(0, Vec::len)
}

/// What the program depends on, directly or not, apart from tests and build scripts.
fn linked(metadata: &Value) -> Result<Vec<String>> {
    let nodes = metadata["resolve"]["nodes"].as_array().context("cargo metadata is resolved")?;
    let find = |id: &str| nodes.iter().find(|node| node["id"] == id);
    let root = nodes.iter().find(|node| {
        node["id"]
            .as_str()
            .is_some_and(|id| id.contains("crates/cli") || id.contains("bosworth-cli"))
    });
    let root = root.and_then(|node| node["id"].as_str()).context("the program is a package")?;
    let (mut all, mut todo) = (Vec::new(), vec![root.to_string()]);
    while let Some(id) = todo.pop() {
        if all.contains(&id) {
            continue;
        }
        let node = find(&id).context("every dependency is resolved")?;
        for dependency in node["deps"].as_array().into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array();
            let normal = kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()));
            if let (true, Some(id)) = (normal, dependency["pkg"].as_str()) {
                todo.push(id.to_string());
            }
        }
        all.push(id);
    }
    Ok(all)
}

fn component(package: &Value, lock: &str) -> Value {
    let text = |name: &str| package[name].as_str().unwrap_or_default();
    let (name, version) = (text("name"), text("version"));
    let mut component = json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": format!("pkg:cargo/{name}@{version}"),
        "licenses": [{ "expression": text("license").replace('/', " OR ") }],
    });
    // In the lock file a package's checksum follows its name and version.
    let place = lock.find(&format!("name = \"{name}\"\nversion = \"{version}\"\n"));
    let block = place.and_then(|place| lock[place..].split("\n\n").next());
    let checksum = block.and_then(|block| block.split_once("checksum = \""));
    if let Some((_, rest)) = checksum {
        let sum = rest.split('"').next().unwrap_or_default();
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}
