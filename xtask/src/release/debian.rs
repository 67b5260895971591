use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::static_build::LinuxTarget;
use super::{ReleaseKit, copy_folder, install};
use crate::tool::{found, root, tool};

/// Makes a Debian package of a program, where `dpkg-deb` is installed.
pub(super) fn package(
    kit: &ReleaseKit,
    target: LinuxTarget,
    program: &Path,
    man: &Path,
) -> Result<()> {
    if !found("dpkg-deb") {
        println!("no Debian package: dpkg-deb is not installed");
        return Ok(());
    }
    let name = format!("bosworth_{}_{}", kit.version, target.debian());
    let staging = kit.staging(&name)?;
    let packaging = root().join("packaging");
    install(program, &staging.join("usr/bin/bosworth"), 0o755)?;
    copy_folder(&packaging.join("systemd"), &staging.join("lib/systemd/system"))?;
    let debian = packaging.join("debian");
    install(&debian.join("bosworth.toml"), &staging.join("etc/bosworth/bosworth.toml"), 0o644)?;
    manual_pages(man, &staging.join("usr/share/man/man1"))?;
    let completions = man.join("completions");
    for (file, folder) in [
        ("bosworth", "usr/share/bash-completion/completions"),
        ("_bosworth", "usr/share/zsh/vendor-completions"),
        ("bosworth.fish", "usr/share/fish/vendor_completions.d"),
    ] {
        install(&completions.join(file), &staging.join(folder).join(file), 0o644)?;
    }
    let documents = staging.join("usr/share/doc/bosworth");
    for file in ["README.md", "CHANGELOG.md", "RULES.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        install(&root().join(file), &documents.join(file), 0o644)?;
    }
    for file in ["hosting.md", "online.md", "notation.md", "terminal.md"] {
        install(&root().join("docs").join(file), &documents.join(file), 0o644)?;
    }
    for file in ["copyright", "README.Debian"] {
        install(&debian.join(file), &documents.join(file), 0o644)?;
    }
    control(kit, target, &staging, &debian)?;
    same_time(kit, &staging)?;
    let file = kit.folder.join(format!("{name}.deb"));
    tool("dpkg-deb")
        .args(["--root-owner-group", "--build", "-Zxz"])
        .args([&staging, &file])
        .env("SOURCE_DATE_EPOCH", &kit.epoch)
        .run()?;
    fs::remove_dir_all(&staging)?;
    Ok(())
}

fn control(kit: &ReleaseKit, target: LinuxTarget, staging: &Path, debian: &Path) -> Result<()> {
    let size = tool("du").args(["--summarize", "--block-size=1024", "--apparent-size"]);
    let size = size.args([staging]).read()?;
    let size = size.split_whitespace().next().context("du prints a size")?;
    let text = fs::read_to_string(debian.join("control"))?
        .replace("{{version}}", &kit.version)
        .replace("{{architecture}}", target.debian())
        .replace("{{size}}", size);
    let folder = staging.join("DEBIAN");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("control"), text)?;
    install(&debian.join("conffiles"), &folder.join("conffiles"), 0o644)?;
    for script in ["postinst", "prerm", "postrm"] {
        install(&debian.join(script), &folder.join(script), 0o755)?;
    }
    Ok(())
}

/// Installs the manual pages, compressed as Debian requires.
fn manual_pages(man: &Path, folder: &Path) -> Result<()> {
    copy_folder(&man.join("man"), folder)?;
    for entry in fs::read_dir(folder)? {
        tool("gzip").args(["-9", "--no-name"]).args([entry?.path()]).run()?;
    }
    Ok(())
}

/// Sets the time of every file to that of the commit.
fn same_time(kit: &ReleaseKit, folder: &Path) -> Result<()> {
    tool("find")
        .args([folder])
        .args(["-exec", "touch", "--no-dereference"])
        .args([format!("--date=@{}", kit.epoch)])
        .args(["{}", "+"])
        .run()
}
