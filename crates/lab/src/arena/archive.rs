use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bosworth_fair::Proof;

use super::FinishedPair;

/// The file that the games of a match are saved in.
pub(super) struct MatchArchive {
    file: File,
    path: PathBuf,
}

impl MatchArchive {
    pub(super) fn open(path: &Path) -> Result<Self> {
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
        let records = (1..).zip(bouts).map(|(game, bout)| {
            format!("{}\n", bout.record(proof, names, &format!("{pair}.{game}")))
        });
        let records: String = records.collect();
        let written = self.file.write_all(records.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("cannot save games in {}", self.path.display()))
    }
}
