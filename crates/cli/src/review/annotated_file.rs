use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bosworth_engine::Review;
use bosworth_rules::Record;

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
        let part = self.part();
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(games.join("\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &self.path)
        };
        write().with_context(|| {
            let _ = fs::remove_file(&part);
            format!("cannot write {}", self.path.display())
        })
    }

    /// The temporary file, in the same folder so that it can be renamed over the old one.
    fn part(&self) -> PathBuf {
        let mut name = self.path.file_name().map(OsString::from).unwrap_or_default();
        name.push(format!(".{}.part", std::process::id()));
        self.path.with_file_name(name)
    }
}
