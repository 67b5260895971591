//! The WebAssembly toolchain: from rustup or, where that is not available, from Debian.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::tool::{ExternalTool, cargo, root, tool};
use crate::{debian, local_paths};

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Set to `debian` to skip rustup, so that the fallback can be tested anywhere.
const TOOLCHAIN_VARIABLE: &str = "XTASK_WASM";

/// A compiler with the WebAssembly target.
pub(crate) enum WasmCompiler {
    /// The installed toolchain.
    Own,
    /// A wrapper script for another toolchain, and the linker to go with it.
    Other { script: PathBuf, linker: PathBuf },
}

impl WasmCompiler {
    /// Finds a compiler, or downloads one.
    pub(crate) fn find() -> Result<Self> {
        let debian_only = std::env::var(TOOLCHAIN_VARIABLE).is_ok_and(|choice| choice == "debian");
        if !debian_only && (has_target() || add_target()) {
            return Ok(Self::Own);
        }
        from_debian().context(
            "there is no compiler for the browser here: `rustup target add \
             wasm32-unknown-unknown` did not work, and neither did Debian's packages",
        )
    }

    /// A cargo command that builds for WebAssembly into `folder`.
    pub(crate) fn cargo(&self, args: &[&str], folder: &Path) -> ExternalTool {
        let remap = local_paths::remap_dependencies();
        let flags = ["-C", "target-feature=+simd128", &remap];
        let cargo = cargo(args)
            .args(["--target", WASM_TARGET, "--target-dir"])
            .args([folder])
            .env("CARGO_ENCODED_RUSTFLAGS", &local_paths::encode_flags(&flags));
        match self {
            Self::Own => cargo,
            Self::Other { script, linker } => cargo
                .env("RUSTC", &script.to_string_lossy())
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &linker.to_string_lossy()),
        }
    }
}

/// The output folder of a WebAssembly build.
pub(crate) fn output(folder: &Path, profile: &str) -> PathBuf {
    folder.join(WASM_TARGET).join(profile)
}

fn sysroot() -> Result<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Ok(tool(rustc).args(["--print", "sysroot"]).read()?.trim().into())
}

fn has_target() -> bool {
    sysroot()
        .is_ok_and(|sysroot| sysroot.join("lib/rustlib").join(WASM_TARGET).join("lib").is_dir())
}

fn add_target() -> bool {
    tool("rustup").args(["target", "add", WASM_TARGET]).run().is_ok() && has_target()
}

/// Unpacks Debian's compiler under `target/`, without installing anything.
fn from_debian() -> Result<WasmCompiler> {
    let home = root().join("target").join("wasm-toolchain");
    let packages = ["rustc", "libstd-rust-dev", "libstd-rust-dev-wasm32"];
    let script = debian::compiler(&home, "testing", &packages)?;
    let linker = sysroot()?.join("lib/rustlib").join(host()?).join("bin/rust-lld");
    ensure!(linker.is_file(), "the toolchain has no linker {}", linker.display());
    Ok(WasmCompiler::Other { script, linker })
}

fn host() -> Result<String> {
    let version = tool("rustc").args(["-vV"]).read()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine it runs on")?.into())
}
