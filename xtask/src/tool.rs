//! Running other programs.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::build_progress;

/// The root of the workspace that cargo runs this program for. Checkouts that share a target folder
/// also share this program, so the folder it was compiled in is irrelevant.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR");
    let here = here.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().unwrap_or(&here).to_path_buf()
}

/// Cargo's target folder.
pub(crate) fn target() -> Result<PathBuf> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let target = metadata["target_directory"].as_str();
    Ok(target.context("cargo metadata has a target folder")?.into())
}

/// A command to be run in the root of the workspace.
pub(crate) struct ExternalTool {
    command: Command,
}

/// The cargo that runs this program.
pub(crate) fn cargo(args: &[&str]) -> ExternalTool {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    tool(cargo).args(args).without_cargo_variables()
}

pub(crate) fn tool(program: impl AsRef<OsStr>) -> ExternalTool {
    let mut command = Command::new(program);
    command.current_dir(root());
    ExternalTool { command }
}

impl ExternalTool {
    pub(crate) fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Removes what cargo sets for this program, and some build scripts depend on. Inherited, it would
    /// make cargo recompile everything that depends on those scripts, here and again at the next cargo
    /// that is run by hand.
    pub(crate) fn without_cargo_variables(mut self) -> Self {
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                self.command.env_remove(&name);
            }
        }
        self
    }

    /// Sets another working folder than the root.
    pub(crate) fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs the command; a non-zero exit status is an error.
    pub(crate) fn run(mut self) -> Result<()> {
        let shown = format!("{:?}", self.command).replace('"', "");
        let status = self.command.status().with_context(|| format!("cannot start {shown}"))?;
        ensure!(status.success(), "{shown} failed ({status})");
        Ok(())
    }

    /// Runs cargo and reports its progress: compiled units, and the total. Its own output is shown
    /// only on failure.
    pub(crate) fn follow(mut self, report: impl Fn(usize, usize)) -> Result<()> {
        let shown = format!("{:?}", self.command).replace('"', "");
        self.command.env("CARGO_TERM_PROGRESS_WHEN", "always");
        self.command.env("CARGO_TERM_PROGRESS_WIDTH", "100");
        let mut child = self
            .command
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {shown}"))?;
        let output = child.stderr.take().context("cargo has no standard error")?;
        let mut said = String::new();
        // Progress bars end in carriage returns.
        for piece in BufReader::new(output).split(b'\r') {
            let piece = String::from_utf8_lossy(&piece?).into_owned();
            for line in piece.lines() {
                match build_progress::of_cargo(line) {
                    Some((done, all)) => report(done, all),
                    None => said += &format!("{line}\n"),
                }
            }
        }
        let status = child.wait()?;
        ensure!(status.success(), "{said}{shown} failed ({status})");
        Ok(())
    }

    /// Runs the command and returns its standard output.
    pub(crate) fn read(mut self) -> Result<String> {
        let shown = format!("{:?}", self.command).replace('"', "");
        self.command.stderr(Stdio::inherit());
        let output = self.command.output().with_context(|| format!("cannot start {shown}"))?;
        ensure!(output.status.success(), "{shown} failed ({})", output.status);
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Whether a program is installed, in the PATH or where Debian puts servers.
pub(crate) fn found(program: &str) -> bool {
    // Some programs, such as `ip`, refuse this argument; 127 is a wrapper that finds no program.
    let runs = |program: &Path| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.code() != Some(127))
    };
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let mut folders = folders.chain([PathBuf::from("/usr/sbin")]);
    runs(Path::new(program)) || folders.any(|folder| runs(&folder.join(program)))
}

/// Ensures that a program is installed: tries Debian's package, and otherwise fails with what to
/// install.
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

/// Prints a heading in the output of a task.
pub(crate) fn step(name: &str) {
    println!("\n== {name}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_refuse_to_tell_their_version_are_found() {
        assert!(found("false"), "`false --version` fails");
        assert!(!found("no-such-program"));
    }
}
