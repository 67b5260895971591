//! axe-core, the accessibility checker.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::driver_process::program;
use crate::target;

const VERSION: &str = "4.14.0";
/// The SHA-256 of `axe.min.js`.
const HASH: &str = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878";

/// The script, downloaded once and cached in the target folder.
pub(crate) fn source() -> Result<&'static str> {
    static SOURCE: OnceLock<Result<String, String>> = OnceLock::new();
    let source = SOURCE.get_or_init(|| fetch().map_err(|error| format!("{error:#}")));
    source.as_deref().map_err(|error| anyhow!("no axe-core: {error}"))
}

fn fetch() -> Result<String> {
    let name = format!("axe-core-{VERSION}.tgz");
    let cache = target().join("axe-core");
    let package = cache.join(&name);
    if !package.exists() {
        fs::create_dir_all(&cache)?;
        // Another process may do the same concurrently; the rename is atomic.
        let folder = tempfile::tempdir_in(&cache)?;
        download(folder.path())?;
        fs::rename(folder.path().join(&name), &package).context("npm pack created no package")?;
    }
    let unpacked = Command::new("tar")
        .arg("-xzOf")
        .arg(&package)
        .arg("package/axe.min.js")
        .output()
        .context("cannot start tar")?;
    let found: String =
        Sha256::digest(&unpacked.stdout).iter().map(|byte| format!("{byte:02x}")).collect();
    if found != HASH {
        // Evict it, so that the next run downloads it again.
        let _ = fs::remove_file(&package);
        return Err(anyhow!("axe.min.js from {name} has SHA-256 {found}, expected {HASH}"));
    }
    Ok(String::from_utf8(unpacked.stdout)?)
}

fn download(folder: &Path) -> Result<()> {
    let npm = program("npm", "npm")?;
    let status = Command::new(npm)
        .args(["pack", "--silent", "--prefer-offline", &format!("axe-core@{VERSION}")])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("cannot start npm")?;
    ensure!(status.success(), "npm cannot fetch axe-core {VERSION} ({status})");
    Ok(())
}

/// Formats violations: each rule with the elements that break it.
pub(crate) fn readable(violations: &Value) -> String {
    let mut text = String::new();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    for violation in violations.as_array().into_iter().flatten() {
        let [impact, id, help] = ["impact", "id", "help"].map(|name| word(&violation[name]));
        let _ = writeln!(text, "{impact}: {id}: {help}");
        for node in violation["nodes"].as_array().into_iter().flatten() {
            let html = word(&node["html"]);
            let _ = writeln!(text, "  {} {html}", node["target"]);
            for line in word(&node["failureSummary"]).lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
    }
    text
}
