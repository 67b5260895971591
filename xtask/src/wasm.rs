//! The WebAssembly toolchain: from rustup or, where that is not available, from Debian.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::nameless;
use crate::tool::{Tool, cargo, root, tool};

const TARGET: &str = "wasm32-unknown-unknown";

/// Set to `debian` to skip rustup, so that the fallback can be tested anywhere.
const CHOICE: &str = "BOSWORTH_WASM";

/// A compiler with the WebAssembly target.
pub(crate) enum Compiler {
    /// The installed toolchain.
    Own,
    /// A wrapper script for another toolchain, and the linker to go with it.
    Other { script: PathBuf, linker: PathBuf },
}

impl Compiler {
    /// Finds a compiler, or downloads one.
    pub(crate) fn find() -> Result<Self> {
        let debian_only = std::env::var(CHOICE).is_ok_and(|choice| choice == "debian");
        if !debian_only && (has_target() || add_target()) {
            return Ok(Self::Own);
        }
        from_debian().context(
            "there is no compiler for the browser here: `rustup target add \
             wasm32-unknown-unknown` did not work, and neither did Debian's packages",
        )
    }

    /// A cargo command that builds for WebAssembly into `folder`.
    pub(crate) fn cargo(&self, args: &[&str], folder: &Path) -> Tool {
        let remap = nameless::remap_dependencies();
        let flags = ["-C", "target-feature=+simd128", "--cfg", "erase_components", &remap];
        let cargo = cargo(args)
            .args(["--target", TARGET, "--target-dir"])
            .args([folder])
            .env("CARGO_ENCODED_RUSTFLAGS", &nameless::encode(&flags));
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
    folder.join(TARGET).join(profile)
}

fn sysroot() -> Result<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Ok(tool(rustc).args(["--print", "sysroot"]).read()?.trim().into())
}

fn has_target() -> bool {
    sysroot().is_ok_and(|sysroot| sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

fn add_target() -> bool {
    tool("rustup").args(["target", "add", TARGET]).run().is_ok() && has_target()
}

/// Unpacks Debian's compiler under `target/`, without installing anything.
fn from_debian() -> Result<Compiler> {
    let home = root().join("target").join("wasm-toolchain");
    let prefix = home.join("prefix");
    let script = home.join("rustc");
    if !script.is_file() {
        let apt = Apt::new(&home.join("apt"))?;
        apt.fetch(&["rustc", "libstd-rust-dev", "libstd-rust-dev-wasm32"], &prefix)?;
        write_script(&script, &prefix)?;
    }
    let linker = sysroot()?.join("lib/rustlib").join(host()?).join("bin/rust-lld");
    ensure!(linker.is_file(), "the toolchain has no linker {}", linker.display());
    Ok(Compiler::Other { script, linker })
}

fn host() -> Result<String> {
    let version = tool("rustc").args(["-vV"]).read()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what machine it runs on")?.into())
}

/// Debian's packages need their own C library, so the wrapper calls their dynamic loader
/// explicitly.
fn write_script(script: &Path, prefix: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let prefix = prefix.display();
    let text = format!(
        "#!/bin/sh\nprefix='{prefix}'\nlibraries=\"$prefix/usr/lib/x86_64-linux-gnu\"\nexec \
         \"$libraries/ld-linux-x86-64.so.2\" --library-path \"$libraries\" --argv0 \
         \"$prefix/usr/bin/rustc\" \"$prefix/usr/bin/rustc\" --sysroot \"$prefix/usr\" \"$@\"\n"
    );
    fs::write(script, text)?;
    fs::set_permissions(script, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

/// A private view of Debian's archive, in its newest suite.
struct Apt {
    options: Vec<String>,
    downloads: PathBuf,
}

impl Apt {
    const SUITE: &str = "testing";

    fn new(home: &Path) -> Result<Self> {
        let folders = ["lists/partial", "cache/archives/partial", "downloads"];
        for folder in folders {
            fs::create_dir_all(home.join(folder))?;
        }
        let sites = tool("apt-get")
            .args(["indextargets", "--format", "$(SITE)", "Created-By: Packages"])
            .read()
            .context("apt-get is missing or knows no archive")?;
        let site = sites.lines().find(|site| !site.contains("security"));
        let site = site.context("apt has no sources")?;
        let sources = home.join("sources.list");
        fs::write(&sources, format!("deb {site} {} main\n", Self::SUITE))?;
        let shown = home.display();
        let options = vec![
            format!("Dir::Etc::sourcelist={}", sources.display()),
            "Dir::Etc::sourceparts=-".into(),
            format!("Dir::State::lists={shown}/lists"),
            format!("Dir::Cache={shown}/cache"),
            "APT::Sandbox::User=root".into(),
            "Acquire::Check-Valid-Until=false".into(),
        ];
        let apt = Self { options, downloads: home.join("downloads") };
        apt.tool("apt-get").args(["update", "--quiet"]).run()?;
        Ok(apt)
    }

    fn tool(&self, program: &str) -> Tool {
        let options = self.options.iter().flat_map(|option| ["--option", option]);
        tool(program).args(options)
    }

    /// Unpacks packages and their dependencies into a folder.
    fn fetch(&self, packages: &[&str], prefix: &Path) -> Result<()> {
        let depends = self
            .tool("apt-cache")
            .args(["depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts"])
            .args(["--no-breaks", "--no-replaces", "--no-enhances"])
            .args(packages)
            .read()?;
        let wanted: Vec<_> = depends
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
            .filter(|name| is_part_of_the_compiler(name))
            .collect();
        if wanted.is_empty() {
            bail!("Debian's archive has no rustc");
        }
        self.tool("apt-get")
            .args(["download", "--quiet"])
            .args(&wanted)
            .folder(&self.downloads)
            .run()?;
        fs::create_dir_all(prefix)?;
        for package in fs::read_dir(&self.downloads)? {
            tool("dpkg-deb")
                .args(["--extract".as_ref(), package?.path().as_path(), prefix])
                .run()?;
        }
        Ok(())
    }
}

/// The compiler and its shared libraries, but not the development files for native linking.
fn is_part_of_the_compiler(package: &str) -> bool {
    let libraries = [
        "libllvm",
        "libc6",
        "libstdc++6",
        "libgcc-s1",
        "libz3",
        "libxml2",
        "libedit",
        "libffi",
        "libzstd",
        "zlib1g",
        "libtinfo",
        "libbsd",
        "libmd",
        "liblzma",
        "libicu",
        "libstd-rust",
    ];
    package == "rustc"
        || (!package.contains("-dev") || package.starts_with("libstd-rust-dev"))
            && libraries.iter().any(|library| package.starts_with(library))
}
