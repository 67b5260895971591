//! Backups: copies of a database in a single file.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Store, StoreError, copy};

/// What the name of a backup ends with until it is complete.
const PARTIAL: &str = ".partial";

/// Backs up a database to a new file, which has its name only once it is complete and on disk.
/// `progress` is called as in [`copy`].
pub async fn back_up(
    from: &Store,
    file: &Path,
    progress: impl FnMut(&'static str, u64, u64),
) -> Result<(), StoreError> {
    let failed =
        |why: std::io::Error| StoreError::File { file: file.to_path_buf(), why: why.to_string() };
    let partial = with_end(file, PARTIAL);
    delete(&partial).map_err(failed)?;
    let to = Store::open_to_fill(&format!("sqlite:{}", partial.display())).await?;
    let copied = copy(from, &to, progress).await;
    to.close().await;
    let written = copied.and_then(|()| publish(&partial, file).map_err(failed));
    if written.is_err() {
        // What is left of it is deleted by the next attempt if it cannot be deleted now.
        let _ = delete(&partial);
    }
    written
}

/// Backs up an SQLite file of version `found` of the schema beside it, before it is migrated.
pub(super) async fn before_migration(url: &str, path: &Path, found: i64) -> Result<(), StoreError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = |number: u32| match number {
        1 => path.with_file_name(format!("{stem}-version-{found}.db")),
        number => path.with_file_name(format!("{stem}-version-{found}-{number}.db")),
    };
    let file =
        (1..u32::MAX).map(name).find(|file| !file.exists()).unwrap_or_else(|| name(u32::MAX));
    let from = Store::open_to_read(url).await?;
    let backed_up = back_up(&from, &file, |_, _, _| {}).await;
    from.close().await;
    backed_up?;
    tracing::info!(
        target: "bosworth::start",
        version = found,
        backup = %file.display(),
        "the database is migrated"
    );
    Ok(())
}

/// Writes a complete file to disk and gives it its name.
fn publish(partial: &Path, file: &Path) -> std::io::Result<()> {
    fs::File::open(partial)?.sync_all()?;
    if file.exists() {
        return Err(std::io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(partial, file)?;
    // On Windows a folder cannot be opened.
    #[cfg(unix)]
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Deletes a database file with what SQLite keeps beside it.
fn delete(file: &Path) -> std::io::Result<()> {
    for end in ["", "-wal", "-shm", "-journal"] {
        match fs::remove_file(with_end(file, end)) {
            Err(why) if why.kind() != std::io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    Ok(())
}

/// Adds to the name of a file.
pub(super) fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    name.into()
}
