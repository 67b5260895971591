//! Compilers from Debian's packages, unpacked without installing anything.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::tool::{ExternalTool, tool};

/// Unpacks the compiler of a suite into `home`, once, and returns a script that runs it.
pub(crate) fn compiler(home: &Path, suite: &str, packages: &[&str]) -> Result<PathBuf> {
    let prefix = home.join("prefix");
    let script = home.join("rustc");
    if !script.is_file() {
        let apt = Apt::new(&home.join("apt"), suite)?;
        apt.fetch(packages, &prefix)?;
        write_script(&script, &prefix)?;
    }
    Ok(script)
}

/// Debian's packages need their own C library, so the script calls their dynamic loader explicitly.
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

/// A private view of one suite of Debian's archive.
struct Apt {
    options: Vec<String>,
    downloads: PathBuf,
}

impl Apt {
    fn new(home: &Path, suite: &str) -> Result<Self> {
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
        fs::write(&sources, format!("deb {site} {suite} main\n"))?;
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

    fn tool(&self, program: &str) -> ExternalTool {
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
        fs::remove_dir_all(&self.downloads)?;
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
