//! Files that are written aside and renamed, so that an interruption leaves nothing half-written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Writes a file atomically, replacing an existing one.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    let mut new = NewFile::create(path)?;
    write(&mut new.file).with_context(|| new.failure())?;
    new.finish()
}

/// A file that takes its name, and replaces an existing one, once it is complete.
pub(crate) struct NewFile {
    file: BufWriter<File>,
    part: PathBuf,
    path: PathBuf,
}

impl NewFile {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        // Renaming would replace a device or a pipe by a file.
        let is_other = fs::metadata(path).is_ok_and(|facts| !facts.is_file());
        ensure!(!is_other, "{} is not a file; choose another name", path.display());
        let part = part(path);
        let file = File::create(&part);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file: BufWriter::new(file), part, path: path.into() })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).with_context(|| self.failure())
    }

    /// Writes what is left, and renames the file.
    pub(crate) fn finish(mut self) -> Result<()> {
        let written = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        written.and_then(|()| fs::rename(&self.part, &self.path)).with_context(|| self.failure())
    }

    fn failure(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}

/// Removes what was not finished.
impl Drop for NewFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

/// The temporary file, in the same folder so that it can be renamed over the old one.
fn part(path: &Path) -> PathBuf {
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
