use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bosworth_fair::Proof;

use super::FinishedPair;
use crate::overwrite;

/// The file that a match is saved in.
pub(super) struct MatchArchive {
    file: File,
    path: PathBuf,
}

impl MatchArchive {
    pub(super) fn open(path: &Path) -> Result<Self> {
        overwrite::check(path, "file of records", |head, _| begins_with_a_tag(head))?;
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
        Ok(Self { file, path: path.into() })
    }

    /// Adds both games of a pair.
    pub(super) fn add(
        &mut self,
        done: &FinishedPair,
        names: [&str; 2],
        proof: &Proof,
    ) -> Result<()> {
        let FinishedPair { pair, bouts } = done;
        let records = (1..).zip(bouts).map(|(game, game_played)| {
            format!("{}\n", game_played.record(proof, names, &format!("{pair}.{game}")))
        });
        let records: String = records.collect();
        let written = self.file.write_all(records.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot save games in {}", self.path.display()))
    }
}

/// Whether a text starts like a record: `[Event "Bosworth arena"]`.
fn begins_with_a_tag(head: &[u8]) -> bool {
    let line = head.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    line.starts_with(b"[") && line.trim_ascii_end().ends_with(b"\"]")
}
