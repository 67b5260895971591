//! Refuses to overwrite or append to foreign files.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Checks that a file that is continued, and so is read first, is not a pipe or a device, which may
/// have no end.
pub(crate) fn require_file(path: &Path) -> Result<()> {
    let is_other = std::fs::metadata(path).is_ok_and(|facts| !facts.is_file());
    ensure!(
        !is_other && path != Path::new("-"),
        "{} is not a file; an interrupted run is continued from its file, so it needs one",
        path.display()
    );
    Ok(())
}

/// The length of the prefix that is inspected.
const INSPECTED_BYTES: u64 = 1 << 13;

/// Checks that a file about to be written does not exist, is empty, or is ours, judging by its
/// first bytes and its length.
pub(crate) fn check(
    path: &Path,
    what: &str,
    is_ours: impl FnOnce(&[u8], u64) -> bool,
) -> Result<()> {
    let name = path.display();
    let read = || format!("cannot read {name}");
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened.with_context(read)?,
    };
    let facts = file.metadata().with_context(read)?;
    // Writing to a pipe or a device destroys nothing.
    if !facts.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    file.take(INSPECTED_BYTES).read_to_end(&mut head).with_context(read)?;
    let ours = head.is_empty() || is_ours(&head, facts.len());
    ensure!(ours, "{name} already exists and is not a {what}; choose another name");
    Ok(())
}
