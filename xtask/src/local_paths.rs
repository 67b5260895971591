//! Keeps local paths out of panic messages, and thus out of published programs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::tool::root;

/// Where cargo keeps the sources of dependencies.
fn dependencies() -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from)
}

/// The flag that renames the folder of dependencies.
pub(crate) fn remap_dependencies() -> String {
    format!("--remap-path-prefix={}=cargo", dependencies().display())
}

/// The flag that renames this checkout.
pub(crate) fn remap_checkout() -> String {
    format!("--remap-path-prefix={}=bosworth", root().display())
}

/// The value of `CARGO_ENCODED_RUSTFLAGS`. Other variables are split at spaces, which a path may
/// have.
pub(crate) fn encode_flags(flags: &[&str]) -> String {
    flags.join("\u{1f}")
}

/// Fails if a program contains a path of this machine.
pub(crate) fn ensure_none_in(program: &Path) -> Result<()> {
    let content = fs::read(program)?;
    for folder in [dependencies(), root()] {
        let folder = folder.display().to_string();
        let found = content.windows(folder.len()).any(|window| window == folder.as_bytes());
        ensure!(!found, "{} names {folder}", program.display());
    }
    Ok(())
}
