use std::fs;
use std::path::Path;

use anyhow::Result;

use super::static_build::LinuxTarget;
use super::{ReleaseKit, copy_folder, install};
use crate::tool::{found, root, tool};

/// Builds the container image where `buildah` or `podman` is installed, and packs what it is built
/// from, so that it can be built elsewhere. It is made `FROM scratch`, so nothing is downloaded.
pub(super) fn build(kit: &ReleaseKit, target: LinuxTarget, program: &Path) -> Result<()> {
    let name = format!("bosworth-{}-container-{}", kit.version, target.name());
    let staging = kit.staging(&name)?;
    let folder = staging.join(&name);
    copy_folder(&root().join("packaging/container"), &folder)?;
    copy_folder(&root().join("ops"), &folder.join("ops"))?;
    fs::remove_file(folder.join("try.sh"))?;
    install(&folder.join("secrets.sh"), &folder.join("secrets.sh"), 0o755)?;
    install(program, &folder.join("bosworth"), 0o755)?;
    fs::create_dir_all(folder.join("state"))?;
    if let Some(builder) = ["buildah", "podman"].into_iter().find(|program| found(program)) {
        let file = kit.folder.join(format!("bosworth-{}-image-{}.tar", kit.version, target.name()));
        let tag = format!("bosworth:{}", kit.version);
        tool(builder)
            .args(["build", "--quiet", "--timestamp", &kit.epoch, "--format", "docker", "--tag"])
            .args([&tag, "--arch", target.debian()])
            .args([&folder])
            .run()?;
        tool(builder)
            .args(["push", "--quiet", &tag])
            .args([format!("docker-archive:{}:{tag}", file.display())])
            .run()?;
        tool("gzip").args(["-9", "--no-name", "--force"]).args([&file]).run()?;
    } else {
        println!("no image: neither buildah nor podman is installed");
    }
    kit.pack(&name, &staging)
}
