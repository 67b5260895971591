use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::ReleaseKit;
use crate::local_paths;
use crate::tool::{cargo, need, target, tool};

/// A target of the program: Linux, statically linked.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LinuxTarget {
    /// 64-bit Intel and AMD
    X86_64,
    /// 64-bit ARM
    Arm64,
}

impl LinuxTarget {
    /// The name in file names.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "linux-x86_64",
            Self::Arm64 => "linux-arm64",
        }
    }

    /// Debian's name of the architecture.
    pub(super) fn debian(self) -> &'static str {
        match self {
            Self::X86_64 => "amd64",
            Self::Arm64 => "arm64",
        }
    }

    fn triple(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-unknown-linux-musl",
            Self::Arm64 => "aarch64-unknown-linux-musl",
        }
    }

    pub(super) fn runs_here(self) -> bool {
        let here = match self {
            Self::X86_64 => "x86_64",
            Self::Arm64 => "aarch64",
        };
        std::env::consts::ARCH == here
    }

    /// Compiles the program; the same commit gives the same bytes on any machine with the same
    /// toolchain.
    pub(super) fn build(self, kit: &ReleaseKit) -> Result<PathBuf> {
        let triple = self.triple();
        let _ = tool("rustup").args(["target", "add", triple]).run();
        let zig = self.zig()?;
        let name = triple.replace('-', "_");
        // The linker of the toolchain: its musl is complete, and builds are reproducible.
        let mut flags = vec!["-C", "linker-flavor=ld.lld", "-C", "linker=rust-lld"];
        flags.extend(["-C", "link-self-contained=yes"]);
        if self == Self::X86_64 {
            flags.extend(["-C", "target-cpu=x86-64-v2"]);
        }
        let remap = [local_paths::remap_dependencies(), local_paths::remap_checkout()];
        flags.extend(remap.iter().map(String::as_str));
        let output = target()?.join("release-build");
        cargo(&["build", "--profile", PROFILE, "--locked"])
            .args(["--package", "bosworth-cli", "--bin", "bosworth"])
            .args(["--target", triple, "--target-dir"])
            .args([&output])
            .env("CARGO_ENCODED_RUSTFLAGS", &local_paths::encode_flags(&flags))
            .env(&format!("CC_{name}"), &zig.compiler.to_string_lossy())
            .env(&format!("AR_{name}"), &zig.archiver.to_string_lossy())
            .env("CARGO_INCREMENTAL", "0")
            .env("SOURCE_DATE_EPOCH", &kit.epoch)
            .run()?;
        let program = output.join(triple).join(PROFILE).join("bosworth");
        ensure!(program.is_file(), "the build left no program at {}", program.display());
        let content = fs::read(&program)?;
        ensure!(is_static(&content), "{} is not static", program.display());
        local_paths::ensure_none_in(&program)?;
        Ok(program)
    }

    /// The compiler of the C in our dependencies (SQLite, cryptography, the allocator), for musl:
    /// Zig's, from its Python package, as it knows every target and brings their headers along.
    fn zig(self) -> Result<Zig> {
        let folder = target()?.join("zig");
        let zig = folder.join("ziglang/zig");
        if !zig.is_file() {
            need("python3", "python3")?;
            tool("python3")
                .args(["-m", "pip", "install", "--quiet", "--no-deps", "--upgrade", "--target"])
                .args([&folder])
                .args([ZIG])
                .run()
                .context("the C compiler (the Python package ziglang) cannot be installed")?;
        }
        ensure!(zig.is_file(), "there is no {}", zig.display());
        let target = match self {
            Self::X86_64 => "x86_64-linux-musl",
            Self::Arm64 => "aarch64-linux-musl",
        };
        // Zig's target names differ from rustc's, which build scripts pass on.
        let compiler = script(
            &folder.join(format!("cc-{target}")),
            &format!(
                "for arg do\n  shift\n  case \"$arg\" in\n    --target=*) ;;\n    *) set -- \"$@\" \
                 \"$arg\" ;;\n  esac\ndone\nexec '{}' cc -target {target} \"$@\"\n",
                zig.display()
            ),
        )?;
        let archiver =
            script(&folder.join("ar"), &format!("exec '{}' ar \"$@\"\n", zig.display()))?;
        Ok(Zig { compiler, archiver })
    }
}

/// The profile in Cargo.toml.
const PROFILE: &str = "release-kit";

/// The version affects the bytes of the program.
const ZIG: &str = "ziglang==0.15.1";

struct Zig {
    compiler: PathBuf,
    archiver: PathBuf,
}

/// Writes a shell script.
fn script(path: &Path, text: &str) -> Result<PathBuf> {
    fs::write(path, format!("#!/bin/sh\n{text}"))?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    Ok(path.to_path_buf())
}

/// Whether a program has no interpreter, that is, needs no shared library: the path of the dynamic
/// linker is stored as text.
fn is_static(program: &[u8]) -> bool {
    !has(program, b"/lib/ld-") && !has(program, b"/lib64/ld-")
}

fn has(content: &[u8], text: &[u8]) -> bool {
    content.windows(text.len()).any(|window| window == text)
}
