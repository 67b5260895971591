use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use bosworth_tui::date_of;

/// The hour of nightly backups, UTC.
const NIGHTLY_BACKUP_HOUR_UTC: u64 = 3;
const DAY_SECONDS: u64 = 86_400;

/// Backups in a folder, and how many of them to keep.
#[derive(clap::Args)]
pub(crate) struct BackupRotation {
    /// Write a timestamped file to this folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) folder: Option<PathBuf>,
    /// Delete all but the latest N backups in the folder
    #[arg(long, value_name = "N", requires = "folder",
        value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    /// Keep running and back up every night at 03:00 UTC
    #[arg(long, requires = "folder")]
    pub(super) nightly: bool,
}

impl BackupRotation {
    /// The file for a backup made now.
    pub(super) fn file(folder: &Path, now: SystemTime) -> Result<PathBuf> {
        let cannot = || format!("cannot create the folder {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
        let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()) % DAY_SECONDS;
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
        let name = format!(
            "bosworth-{}T{hours:02}{minutes:02}{:02}Z",
            date_of(now).to_iso(),
            seconds % 60
        );
        Ok(folder.join(format!("{name}.db")))
    }

    /// Deletes all but the latest backups of the folder; other files are left alone.
    pub(super) fn prune(&self, folder: &Path) -> Result<()> {
        let Some(keep) = self.keep else { return Ok(()) };
        let mut backups = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if is_backup(&path) {
                backups.push(path);
            }
        }
        // Named after their times, so the latest is the last.
        backups.sort();
        let old = backups.len().saturating_sub(usize::from(keep));
        for path in &backups[..old] {
            fs::remove_file(path).with_context(|| format!("cannot delete {}", path.display()))?;
        }
        Ok(())
    }
}

/// Deletes the files of interrupted backups, including SQLite's write-ahead logs.
pub(super) fn delete_partial(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if backup_extension(&path).is_some_and(|extension| extension.contains("partial")) {
            fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))?;
        }
    }
    Ok(())
}

/// Whether a file is named as [`BackupRotation::file`] names backups.
fn is_backup(path: &Path) -> bool {
    backup_extension(path) == Some("db")
}

/// The extension of a file that is named after the time of a backup.
fn backup_extension(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let (time, extension) = name.strip_prefix("bosworth-")?.split_once("Z.")?;
    let shape: String = time.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    (shape == "0000-00-00T000000").then_some(extension)
}

/// The time until the next nightly backup.
pub(super) fn until_next_backup(now: SystemTime) -> Duration {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()) % DAY_SECONDS;
    let wait = (NIGHTLY_BACKUP_HOUR_UTC * 3_600 + DAY_SECONDS - seconds) % DAY_SECONDS;
    Duration::from_secs(if wait == 0 { DAY_SECONDS } else { wait })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn backups_are_named_after_the_time() {
        let folder = TempDir::new().expect("a folder");
        let file = BackupRotation::file(folder.path(), at(951_793_445)).expect("a name");
        assert_eq!(file, folder.path().join("bosworth-2000-02-29T030405Z.db"));
        assert!(is_backup(&file) && !is_backup(&folder.path().join("bosworth-notes.db")));
        assert!(!is_backup(Path::new("bosworth.db")) && !is_backup(Path::new("bosworth-old.db")));
    }

    #[test]
    fn old_backups_are_pruned_and_other_files_kept() {
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path();
        for day in 0..5 {
            let file = BackupRotation::file(folder, at(day * DAY_SECONDS)).expect("a name");
            fs::write(file, "").expect("a file");
        }
        fs::write(folder.join("bosworth-notes.db"), "").expect("a file");
        let rotation =
            BackupRotation { folder: Some(folder.to_path_buf()), keep: Some(2), nightly: false };
        rotation.prune(folder).expect("pruned");
        let mut left: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        left.sort();
        let kept = ["bosworth-1970-01-04T000000Z.db", "bosworth-1970-01-05T000000Z.db"];
        assert_eq!(left, [kept[0], kept[1], "bosworth-notes.db"]);
    }

    #[test]
    fn files_of_interrupted_backups_are_deleted() {
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path();
        let file = BackupRotation::file(folder, at(DAY_SECONDS)).expect("a name");
        let partial = ["db.partial", "db.partial-wal", "partial"]
            .map(|end| folder.join(format!("bosworth-1970-01-02T000000Z.{end}")));
        for file in partial.iter().chain([&file]) {
            fs::write(file, "").expect("a file");
        }
        delete_partial(folder).expect("cleared");
        assert!(file.exists() && partial.iter().all(|file| !file.exists()));
    }

    #[test]
    fn nightly_backups_run_once_a_day() {
        let hours = |seconds| until_next_backup(at(seconds)).as_secs() / 3_600;
        assert_eq!(hours(0), 3);
        assert_eq!(hours(4 * 3_600), 23);
        assert_eq!(
            until_next_backup(at(NIGHTLY_BACKUP_HOUR_UTC * 3_600)),
            Duration::from_secs(DAY_SECONDS),
            "not twice at once"
        );
    }
}
