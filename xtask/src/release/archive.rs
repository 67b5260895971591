use std::fs;
use std::path::Path;

use anyhow::Result;

use super::ReleaseKit;
use crate::tool::tool;

impl ReleaseKit {
    /// Packs a folder into `name.tar.gz` and deletes it. The archive depends on names and contents
    /// alone: files are sorted, belong to root and have the time of the commit.
    pub(super) fn pack(&self, name: &str, staging: &Path) -> Result<()> {
        let file = self.folder.join(format!("{name}.tar"));
        tool("tar")
            .args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0"])
            .args(["--numeric-owner", "--mode=go=rX,u+rw,a-s"])
            .args([format!("--mtime=@{}", self.epoch)])
            .args([
                "--file".as_ref(),
                file.as_os_str(),
                "--directory".as_ref(),
                staging.as_os_str(),
            ])
            .args(["."])
            .run()?;
        // No name and no time in the header.
        tool("gzip").args(["-9", "--no-name", "--force"]).args([&file]).run()?;
        fs::remove_dir_all(staging)?;
        Ok(())
    }
}
