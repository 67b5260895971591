//! Checks of the dependencies with `cargo deny` and `cargo machete`.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::tool::{cargo, found, target};

/// Checks licences, banned crates, sources and unused dependencies. Advisories change independently
/// of the repository, so the nightly workflow checks them.
pub(crate) fn run() -> Result<()> {
    let tools = target()?.join("tools");
    if install("cargo-deny", "0.20.2", &tools) {
        // Duplicate versions are warnings, dozens of them.
        let deny = ["deny", "--log-level", "error", "check", "bans", "licenses", "sources"];
        with(&tools, &deny)?;
    }
    if install("cargo-machete", "0.9.2", &tools) {
        with(&tools, &["machete"])?;
    }
    Ok(())
}

/// Ensures that a subcommand of cargo is installed, on the path or in `tools`. The subcommand runs
/// for only a few seconds, so it is compiled without optimisation, which takes a minute or two.
fn install(program: &str, version: &str, tools: &Path) -> bool {
    let bin = tools.join("bin").join(program);
    if found(program) || found(&bin.to_string_lossy()) {
        return true;
    }
    let build = tools.join("build");
    let installed = cargo(&["install", program, "--version", version])
        .args(["--locked", "--debug", "--quiet", "--root"])
        .args([tools])
        .args(["--target-dir".as_ref(), build.as_path()])
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .run();
    let _ = fs::remove_dir_all(build);
    if let Err(error) = &installed {
        println!("{program} cannot be installed here ({error:#}); the workflows run it");
    }
    installed.is_ok()
}

/// Runs a subcommand of cargo, from `tools` where it is not installed.
fn with(tools: &Path, args: &[&str]) -> Result<()> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::split_paths(&paths).chain([tools.join("bin")]);
    let paths = std::env::join_paths(paths)?;
    cargo(args).env("PATH", &paths.to_string_lossy()).run()
}
