//! The checks of a change before it is pushed: of the crates that it touches, and of those that use
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::test::{need_nextest, nextest};
use crate::tidy;
use crate::tool::{cargo, root, step, tool};

/// Checks what has changed since a commit, in the working tree.
pub(crate) fn run(since: Option<&str>) -> Result<()> {
    let base = match since {
        Some(commit) => commit.to_owned(),
        None => pushed(),
    };
    let files = changed_files(&base)?;
    step("formatting");
    cargo(&["fmt", "--all", "--check"]).run().context("run `cargo fmt`")?;
    step("tidy");
    tidy::run()?;
    let workspace = Workspace::read()?;
    let changed = workspace.owners(&files);
    if changed.is_empty() {
        println!("no crate has changed since {base}");
        return Ok(());
    }
    let users = workspace.users(&changed);
    let all = workspace.all_users(&changed);
    let list = |names: &BTreeSet<&str>| names.iter().copied().collect::<Vec<_>>().join(", ");
    println!("changed since {base}: {}", list(&changed));
    step("clippy");
    cargo(&["clippy", "--all-targets"])
        .args(packages(&all))
        .args(["--", "--deny", "warnings"])
        .run()
        .context("fix the warnings")?;
    // As in `cargo xtask test`: together with others, its dependencies would get other features.
    let tested: BTreeSet<_> =
        changed.union(&users).copied().filter(|&name| name != XTASK).collect();
    if changed.contains(XTASK) {
        step("tests of this program");
        cargo(&["test", "--package", XTASK]).run()?;
    }
    if !tested.is_empty() {
        step(&format!("tests of {}", list(&tested)));
        need_nextest()?;
        nextest("check").args(packages(&tested)).run()?;
    }
    println!("\nall checks of the change passed; `cargo xtask test` runs the others, too");
    Ok(())
}

const XTASK: &str = "xtask";

/// The last commit that has been pushed, or `HEAD` if the branch has no upstream.
fn pushed() -> String {
    let upstream = tool("git").args(["rev-parse", "--quiet", "--verify", "@{upstream}"]).read();
    upstream.map_or_else(|_| "HEAD".into(), |commit| commit.trim().into())
}

fn changed_files(base: &str) -> Result<Vec<String>> {
    let changed = tool("git").args(["diff", "--name-only", "--no-renames", base]).read()?;
    let new = tool("git").args(["ls-files", "--others", "--exclude-standard"]).read()?;
    Ok(changed.lines().chain(new.lines()).map(str::to_owned).collect())
}

fn packages<'n>(names: &BTreeSet<&'n str>) -> Vec<&'n str> {
    names.iter().flat_map(|name| ["--package", name]).collect()
}

/// The crates of the workspace.
struct Workspace {
    /// By name: the folder below the root, and the crates of the workspace that it depends on.
    crates: BTreeMap<String, Member>,
}

struct Member {
    folder: String,
    uses: BTreeSet<String>,
}

impl Workspace {
    fn read() -> Result<Self> {
        let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
        Self::of(&serde_json::from_str(&metadata)?, &root())
    }

    fn of(metadata: &Value, root: &Path) -> Result<Self> {
        let mut crates = BTreeMap::new();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let name = package["name"].as_str().context("a package has a name")?;
            let manifest = package["manifest_path"].as_str().context("a package has a manifest")?;
            let folder = Path::new(manifest).parent().context("a manifest is in a folder")?;
            let folder = folder.strip_prefix(root)?.display().to_string() + "/";
            let dependencies = package["dependencies"].as_array().into_iter().flatten();
            let local = dependencies.filter(|dependency| dependency["path"].is_string());
            let uses =
                local.filter_map(|dependency| dependency["name"].as_str()).map(str::to_owned);
            crates.insert(name.to_owned(), Member { folder, uses: uses.collect() });
        }
        Ok(Self { crates })
    }

    /// The crates that files belong to; all if a file of the whole workspace is among them.
    fn owners(&self, files: &[String]) -> BTreeSet<&str> {
        let shared = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml"];
        let all = files.iter().any(|file| shared.contains(&file.as_str()));
        let has = |member: &Member| files.iter().any(|file| file.starts_with(&member.folder));
        let owners = self.crates.iter().filter(|(_, member)| all || has(member));
        owners.map(|(name, _)| name.as_str()).collect()
    }

    /// The crates that use one of these.
    fn users(&self, crates: &BTreeSet<&str>) -> BTreeSet<&str> {
        let uses = |member: &Member| member.uses.iter().any(|name| crates.contains(name.as_str()));
        let users = self.crates.iter().filter(|(_, member)| uses(member));
        users.map(|(name, _)| name.as_str()).collect()
    }

    /// These crates and all that use them, directly or not.
    fn all_users<'w>(&'w self, crates: &BTreeSet<&'w str>) -> BTreeSet<&'w str> {
        let mut all = crates.clone();
        loop {
            let count = all.len();
            all.extend(self.users(&all));
            if all.len() == count {
                return all;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn workspace() -> Workspace {
        let package = |name: &str, folder: &str, uses: &[&str]| {
            let local = uses.iter().map(|name| json!({"name": name, "path": "somewhere"}));
            let dependencies: Vec<_> = local.chain([json!({"name": "serde"})]).collect();
            let manifest = format!("/w/{folder}/Cargo.toml");
            json!({"name": name, "manifest_path": manifest, "dependencies": dependencies})
        };
        let packages = [
            package("rules", "crates/rules", &[]),
            package("engine", "crates/engine", &["rules"]),
            package("web", "crates/web", &["engine"]),
            package("web-engine", "crates/web-engine", &["engine"]),
        ];
        Workspace::of(&json!({ "packages": packages }), Path::new("/w")).expect("metadata")
    }

    #[test]
    fn a_file_belongs_to_the_crate_of_its_folder() {
        let workspace = workspace();
        let owners = |file: &str| workspace.owners(&[file.into()]).into_iter().collect::<Vec<_>>();
        assert_eq!(owners("crates/web/src/lib.rs"), ["web"]);
        assert_eq!(owners("docs/engine.md"), [""; 0]);
        assert_eq!(owners("Cargo.lock"), ["engine", "rules", "web", "web-engine"]);
    }

    #[test]
    fn users_of_users_are_found() {
        let workspace = workspace();
        let users = workspace.users(&["rules"].into());
        assert_eq!(users.into_iter().collect::<Vec<_>>(), ["engine"]);
        let all = workspace.all_users(&["rules"].into());
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["engine", "rules", "web", "web-engine"]);
    }
}
