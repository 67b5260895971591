//! Running other programs.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The folder that cargo builds into.
pub(crate) fn target() -> Result<PathBuf> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let target = metadata["target_directory"].as_str();
    Ok(target.context("cargo knows its target folder")?.into())
}

/// A program to be run in the root of the workspace.
pub(crate) struct Tool {
    command: Command,
}

/// This toolchain's cargo.
pub(crate) fn cargo(args: &[&str]) -> Tool {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut tool = tool(cargo).args(args);
    // What cargo says of this program to it. Some build scripts look at the same variables:
    // with ours in them, all that needs those would be compiled again, here and at the next
    // cargo that is run by hand.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            tool.command.env_remove(&name);
        }
    }
    tool
}

pub(crate) fn tool(program: impl AsRef<OsStr>) -> Tool {
    let mut command = Command::new(program);
    command.current_dir(root());
    Tool { command }
}

impl Tool {
    pub(crate) fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// In another folder than the root.
    pub(crate) fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs it to its end; anything but success is an error.
    pub(crate) fn run(mut self) -> Result<()> {
        let shown = format!("{:?}", self.command).replace('"', "");
        let status = self.command.status().with_context(|| format!("cannot start {shown}"))?;
        ensure!(status.success(), "{shown} failed ({status})");
        Ok(())
    }

    /// Runs it and returns what it printed.
    pub(crate) fn read(mut self) -> Result<String> {
        let shown = format!("{:?}", self.command).replace('"', "");
        self.command.stderr(Stdio::inherit());
        let output = self.command.output().with_context(|| format!("cannot start {shown}"))?;
        ensure!(output.status.success(), "{shown} failed ({})", output.status);
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Whether a program is there: among those that anybody runs, or where Debian keeps servers.
pub(crate) fn found(program: &str) -> bool {
    let runs = |program: &Path| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let mut folders = folders.chain([PathBuf::from("/usr/sbin")]);
    runs(Path::new(program)) || folders.any(|folder| runs(&folder.join(program)))
}

/// Makes sure that a program is there: as root from Debian's package of that name, else by
/// saying what to install.
pub(crate) fn need(program: &str, package: &str) -> Result<()> {
    if found(program) {
        return Ok(());
    }
    if found("apt-get") {
        let _ = tool("apt-get").args(["update", "--quiet"]).run();
        let _ = tool("apt-get").args(["install", "--yes", "--quiet", package]).run();
    }
    if found(program) {
        return Ok(());
    }
    bail!("{program} is missing: install it (Debian: apt-get install {package}) and try again")
}
