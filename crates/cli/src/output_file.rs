//! Files that are written aside and renamed, so that an interruption leaves nothing half-written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes a file atomically, replacing an existing one.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    let part = part(path);
    let written = || {
        let mut file = BufWriter::new(File::create(&part)?);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&part, path)
    };
    written().with_context(|| {
        let _ = fs::remove_file(&part);
        format!("cannot write {}", path.display())
    })
}

/// The temporary file, in the same folder so that it can be renamed over the old one.
fn part(path: &Path) -> PathBuf {
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
