use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::StoreError;
use super::backup::with_end;

/// What SQLite keeps beside a database that is open, or was when its server crashed.
const SIDE_FILES: [&str; 2] = ["-wal", "-journal"];

/// An SQLite file that nobody has open, such as a backup.
///
/// It can be read without the files that SQLite otherwise creates beside it, and hence in a
/// read-only folder. But nothing prevents a server from opening it meanwhile, so check
/// after reading that it has not been changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnusedFile {
    path: PathBuf,
    bytes: u64,
    modified: SystemTime,
}

impl UnusedFile {
    /// Returns `None` if somebody has the file open, or has left a write-ahead log that is part of
    /// the database.
    pub(super) fn find(path: &Path) -> Result<Option<Self>, StoreError> {
        let unreadable = |why: std::io::Error| StoreError::File {
            file: path.to_path_buf(),
            why: why.to_string(),
        };
        // SQLite keeps them beside the file itself, not beside a link to it.
        let path = fs::canonicalize(path).map_err(unreadable)?;
        if SIDE_FILES.iter().any(|end| with_end(&path, end).exists()) {
            return Ok(None);
        }
        let state = fs::metadata(&path).and_then(|state| Ok((state.len(), state.modified()?)));
        let (bytes, modified) = state.map_err(unreadable)?;
        Ok(Some(Self { path, bytes, modified }))
    }

    pub(super) fn require_unchanged(&self) -> Result<(), StoreError> {
        if Self::find(&self.path)?.as_ref() == Some(self) {
            Ok(())
        } else {
            Err(StoreError::Changed(self.path.clone()))
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_file_with_a_write_ahead_log_is_in_use() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("bosworth.db");
        fs::write(&path, "1485").expect("a file");
        let unused = UnusedFile::find(&path).expect("an answer").expect("nobody has it open");
        unused.require_unchanged().expect("nobody has touched it");
        fs::write(folder.path().join("bosworth.db-wal"), "").expect("a file");
        assert_eq!(UnusedFile::find(&path).expect("an answer"), None);
        assert!(matches!(unused.require_unchanged(), Err(StoreError::Changed(_))));
    }

    #[test]
    fn a_file_that_was_written_to_has_changed() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("bosworth.db");
        fs::write(&path, "1485").expect("a file");
        let unused = UnusedFile::find(&path).expect("an answer").expect("nobody has it open");
        fs::write(&path, "1485 and more").expect("a file");
        assert!(matches!(unused.require_unchanged(), Err(StoreError::Changed(_))));
    }
}
