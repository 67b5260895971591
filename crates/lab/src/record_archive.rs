//! Files of game records that a run appends to and a later run continues.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bosworth_rules::Record;

use crate::overwrite;

/// A file to which records are appended.
pub(crate) struct RecordArchive {
    file: File,
    path: PathBuf,
}

impl RecordArchive {
    /// Opens a file, or creates it.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        check(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
        Ok(Self { file, path: path.into() })
    }

    /// Appends the text of some records.
    pub(crate) fn append(&mut self, records: &str) -> Result<()> {
        let written = self.file.write_all(records.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot save games in {}", self.path.display()))
    }
}

/// The records of a file, none if it does not exist, and whether all could be read: the last one is
/// cut off if the run that wrote it was killed.
pub(crate) fn saved_records(path: &Path) -> Result<(Vec<Record>, bool)> {
    if !path.exists() {
        return Ok((Vec::new(), true));
    }
    check(path)?;
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let records: Vec<_> = Record::read_all(&text).collect();
    let all = records.len();
    let read: Vec<_> = records.into_iter().filter_map(Result::ok).collect();
    let complete = read.len() == all;
    Ok((read, complete))
}

/// Replaces the content of a file.
pub(crate) fn rewrite(path: &Path, records: &str) -> Result<()> {
    let mut part = path.file_name().map(OsString::from).unwrap_or_default();
    part.push(".part");
    let part = path.with_file_name(part);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(records.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn check(path: &Path) -> Result<()> {
    overwrite::check(path, "file of records", |head, _| begins_with_a_tag(head))
}

/// Whether a text starts like a record: `[Event "Bosworth arena"]`.
fn begins_with_a_tag(head: &[u8]) -> bool {
    let line = head.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    line.starts_with(b"[") && line.trim_ascii_end().ends_with(b"\"]")
}
