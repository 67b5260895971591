use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bosworth_engine::Review;
use bosworth_rules::Record;

use crate::output_file;

/// A file of annotated games, updated while the review is running.
pub(super) struct AnnotatedFile {
    path: PathBuf,
    annotator: String,
    records: Vec<Record>,
}

impl AnnotatedFile {
    /// Creates the file, which must not exist: no game is ever overwritten.
    pub(super) fn create(path: &Path, records: Vec<Record>, annotator: String) -> Result<Self> {
        let name = path.display();
        match File::create_new(path) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{name} already exists; choose another name")
            }
            Err(error) => return Err(error).with_context(|| format!("cannot write {name}")),
        }
        let file = Self { path: path.into(), annotator, records };
        file.save()?;
        Ok(file)
    }

    /// Writes the review of a game so far.
    pub(super) fn update(&mut self, place: usize, review: &Review) -> Result<()> {
        self.records[place] = review.annotate(&self.records[place], &self.annotator);
        self.save()
    }

    /// Replaces the file atomically: an interrupted save leaves the old version intact.
    fn save(&self) -> Result<()> {
        let games: Vec<_> = self.records.iter().map(ToString::to_string).collect();
        output_file::replace(&self.path, |file| file.write_all(games.join("\n").as_bytes()))
    }
}
