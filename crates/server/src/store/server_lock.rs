use std::fs::{self, File, TryLockError};
use std::path::Path;

use super::StoreError;
use super::backup::with_end;
use super::location::Location;

/// What the name of the locked file adds to that of the database.
///
/// Not the database itself: closing any handle of a file releases SQLite's own locks on it, and some
/// systems let both kinds of locks exclude each other.
const LOCK_FILE_END: &str = "-lock";

/// The right to serve a database. A SQLite file has one server: a second one would not see what
/// players do at the first. The system releases the lock when the process ends, however it ends.
#[derive(Debug)]
pub struct ServerLock {
    _file: Option<File>,
}

impl ServerLock {
    /// Locks a database, unless another server has done so. Any number of nodes can share one on
    /// PostgreSQL.
    pub fn take(url: &str) -> Result<Self, StoreError> {
        let location = Location::parse(url)?;
        let Location::File(path) = &location else { return Ok(Self { _file: None }) };
        location.check()?;
        // The same file under another name.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let name = with_end(&path, LOCK_FILE_END);
        let file = open(&name)
            .map_err(|why| StoreError::File { file: name.clone(), why: why.to_string() })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(path)),
            Err(TryLockError::Error(why)) => {
                tracing::warn!(%why, "cannot lock the database; start no second server on it");
            }
        }
        Ok(Self { _file: Some(file) })
    }
}

fn open(name: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(name)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_database_file_has_one_server() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("rose.db");
        fs::write(&path, "").expect("a file");
        let url = path.display().to_string();
        let first = ServerLock::take(&url).expect("the lock");
        let refused = ServerLock::take(&format!("sqlite:{url}")).expect_err("a second server");
        assert!(matches!(&refused, StoreError::InUse(_)), "{refused:?}");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.db");
            std::os::unix::fs::symlink(&path, &link).expect("a link");
            ServerLock::take(&link.display().to_string()).expect_err("the same file");
        }
        drop(first);
        ServerLock::take(&url).expect("the lock is free again");
        for shared in ["sqlite::memory:", "postgres://host/rose"] {
            let _first = ServerLock::take(shared).expect("no lock");
            ServerLock::take(shared).expect("no lock");
        }
    }
}
