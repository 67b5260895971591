//! The minimum supported Rust version (MSRV) of the libraries, with a compiler of that version.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::debian;
use crate::tool::{cargo, target, tool};

/// A program that uses the libraries and declares the version.
const MANIFEST: &str = "suites/msrv/Cargo.toml";

/// The release of Debian that has this compiler.
const SUITE: &str = "trixie";

/// Checks the libraries with the oldest supported compiler, where Debian's packages are available.
pub(crate) fn run() -> Result<()> {
    let declared = declared()?;
    let home = target()?.join("msrv");
    let rustc = match debian::compiler(&home, SUITE, &["rustc", "libstd-rust-dev"]) {
        Ok(rustc) => rustc,
        Err(error) => {
            println!("no compiler of Rust {declared} here ({error:#}); the workflows have one");
            return Ok(());
        }
    };
    let version = tool(&rustc).args(["--version"]).read()?;
    ensure!(
        version.starts_with(&format!("rustc {declared}.")),
        "{MANIFEST} declares Rust {declared}, but Debian {SUITE} has {version}"
    );
    print!("{version}");
    cargo(&["check", "--manifest-path", MANIFEST, "--target-dir"])
        .args([home.join("target")])
        .env("RUSTC", &rustc.to_string_lossy())
        .run()
        .with_context(|| format!("the libraries do not compile with Rust {declared}"))
}

/// The version that the program and all the libraries it uses declare.
fn declared() -> Result<String> {
    let metadata =
        cargo(&["metadata", "--manifest-path", MANIFEST, "--format-version", "1"]).read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata has packages")?;
    let mut versions = packages
        .iter()
        .filter(|package| package["source"].is_null())
        .map(|package| (&package["name"], package["rust_version"].as_str().unwrap_or("none")));
    let (_, first) = versions.next().context("cargo metadata has our packages")?;
    for (name, version) in versions {
        ensure!(version == first, "{name} declares Rust {version}, others {first}: see {MANIFEST}");
    }
    Ok(first.into())
}
