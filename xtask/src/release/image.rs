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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_can_write_to_every_volume_that_it_is_given() {
        let folder = root().join("packaging/container");
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
        let (compose, image) = (read("compose.yml"), read("Containerfile"));
        for volume in ["games", "backups"] {
            let path = compose.split(&format!("\"{volume}:")).nth(1).expect("it is used");
            let path = path.split('"').next().expect("an end");
            let line = format!("COPY --chown=1485:1485 --chmod=0700 state {path}\n");
            assert!(image.contains(&line), "{path} would belong to root");
        }
    }
}
