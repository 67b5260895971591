//! Files that somebody else wrote are never written over or added to.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// How much of a file is looked at.
const HEAD: u64 = 1 << 13;

/// Makes sure that a file which is about to be written is not somebody else's: it is not there, or
/// empty, or its beginning and its length in bytes are those of one of ours.
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
    // A pipe or a device holds nothing that could be lost.
    if !facts.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).with_context(read)?;
    let ours = head.is_empty() || is_ours(&head, facts.len());
    ensure!(ours, "{name} is there already and is no {what}; choose another name");
    Ok(())
}
