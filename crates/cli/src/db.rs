mod check;
mod rotation;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow, bail};
use bosworth_server::store::{self, Store, StoreError};
use bosworth_tui::SavedGames;
use tokio::runtime::Runtime;

use self::rotation::BackupRotation;
use crate::progress_bar::ProgressBar;
use crate::serve::settings::{DatabaseFlags, SecretSource};
use crate::server_flag::FlagArgs;
use crate::texts::Texts;
use crate::{Finding, output};

/// Back up, restore, copy, check or repair a server's database
///
/// A database is a file (SQLite) or a URL such as `postgres://USER:PASSWORD@HOST/NAME`. The server
/// can keep running during a backup or copy, which does not include anything written meanwhile.
#[derive(clap::Subcommand)]
#[command(verbatim_doc_comment)]
pub(crate) enum Db {
    /// Back up the database to a new file
    Backup {
        #[command(flatten)]
        database: DatabaseArgs,
        /// Output file, which must not exist
        #[arg(required_unless_present = "folder", conflicts_with = "folder")]
        file: Option<PathBuf>,
        #[command(flatten)]
        rotation: BackupRotation,
    },
    /// Restore a backup into an empty database
    Restore {
        #[command(flatten)]
        database: DatabaseArgs,
        /// Backup file
        file: PathBuf,
    },
    /// Copy a database into an empty one, of the same or the other type
    Copy {
        /// Source database
        from: String,
        /// Target database
        to: String,
    },
    /// Check the log of every game and report faults: exit code 1 if there are any
    Check {
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Repair damaged games; unreadable entries are quarantined, nothing is deleted
    Repair {
        #[command(flatten)]
        database: DatabaseArgs,
        /// Game to repair
        #[arg(required_unless_present = "all")]
        game: Option<String>,
        /// Repair all damaged games
        #[arg(long, conflicts_with = "game")]
        all: bool,
    },
}

pub(crate) type DatabaseArgs = FlagArgs<DatabaseFlags>;

impl DatabaseArgs {
    /// The configured database, if any.
    fn database(&self) -> Result<Option<String>> {
        self.settings()?.database.as_ref().map(SecretSource::read).transpose()
    }

    /// The configured database, or the server's default.
    pub(crate) fn url(&self) -> Result<String> {
        self.database()?.map_or_else(default_url, Ok)
    }

    /// The same, for a database that may have to be created.
    fn url_to_fill(&self) -> Result<String> {
        self.database()?.map_or_else(new_default_url, Ok)
    }
}

/// The default: a file beside the folder of saved games.
pub(crate) fn default_url() -> Result<String> {
    let saved_games = SavedGames::of_user();
    let folder = saved_games.as_ref().and_then(|saved_games| saved_games.folder().parent());
    let folder = folder
        .context("no folder for the database: set XDG_DATA_HOME or HOME, or use --database")?;
    Ok(format!("sqlite:{}", folder.join("bosworth.db").display()))
}

/// The default for a database that may have to be created. Its folder is the only one that is
/// created automatically.
pub(crate) fn new_default_url() -> Result<String> {
    let url = default_url()?;
    let file = std::path::Path::new(url.trim_start_matches("sqlite:"));
    if let Some(folder) = file.parent() {
        let cannot = || format!("cannot create the folder {}", folder.display());
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    Ok(url)
}

pub(crate) fn run(db: &Db, texts: &Texts) -> Result<Finding> {
    let (from, to) = match db {
        Db::Backup { database, file: None, rotation } => {
            return rotate(&database.url()?, rotation, texts);
        }
        Db::Backup { database, file: Some(file), .. } => {
            if file.exists() {
                let file = file.display().to_string();
                bail!("{}", texts.format("db-file-exists", &[("file", file.into())]));
            }
            back_up(&database.url()?, file, texts)?;
            return Ok(Finding::Good);
        }
        Db::Restore { database, file } => {
            // Checked before the database's folder is created.
            if !file.exists() {
                let missing = StoreError::Missing(std::path::absolute(file)?);
                return Err(explained(missing, texts));
            }
            (sqlite(file), database.url_to_fill()?)
        }
        Db::Copy { from, to } => (from.clone(), to.clone()),
        Db::Check { database } => return check::check(&database.url()?, texts),
        Db::Repair { database, game, .. } => {
            return check::repair(&database.url()?, game.as_deref(), texts);
        }
    };
    copy(&from, &to, texts)?;
    Ok(Finding::Good)
}

/// Backs up to a folder, once or every night.
fn rotate(from: &str, rotation: &BackupRotation, texts: &Texts) -> Result<Finding> {
    let folder = rotation.folder.as_deref().context("neither a file nor a folder is given")?;
    loop {
        if rotation.nightly {
            std::thread::sleep(rotation::until_next_backup(SystemTime::now()));
        }
        match back_up_to_folder(from, folder, rotation, texts) {
            Ok(()) if !rotation.nightly => return Ok(Finding::Good),
            Ok(()) => {}
            // If the database is unavailable tonight, try again tomorrow.
            Err(why) if rotation.nightly => eprintln!("bosworth: {why:#}"),
            Err(why) => return Err(why),
        }
    }
}

fn back_up_to_folder(
    from: &str,
    folder: &Path,
    rotation: &BackupRotation,
    texts: &Texts,
) -> Result<()> {
    let file = BackupRotation::file(folder, SystemTime::now())?;
    rotation::delete_partial(folder)?;
    back_up(from, &file, texts)?;
    output::line(file.display())?;
    rotation.prune(folder)
}

/// Backs up a database to a new file.
fn back_up(from: &str, file: &Path, texts: &Texts) -> Result<()> {
    let mut progress = CopyProgress::default();
    let done = Runtime::new().context("cannot start")?.block_on(async {
        let from = Store::open_to_read(from).await?;
        let done = store::back_up(&from, file, |table, done, total| {
            progress.show(table, done, total);
        });
        let done = done.await;
        from.close().await;
        done
    });
    progress.finish(done, texts)
}

/// Copies a database into an empty one, which is then ready for use by this program.
fn copy(from: &str, to: &str, texts: &Texts) -> Result<()> {
    let mut progress = CopyProgress::default();
    let done = Runtime::new().context("cannot start")?.block_on(async {
        let from = Store::open_to_read(from).await?;
        let to = Store::open_to_fill(to).await?;
        let done = store::copy(&from, &to, |table, done, total| progress.show(table, done, total));
        let done = match done.await {
            Ok(()) => to.migrate().await,
            Err(why) => Err(why),
        };
        from.close().await;
        to.close().await;
        done
    });
    progress.finish(done, texts)
}

fn sqlite(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// Shows a bar for each table, and counts all rows.
#[derive(Default)]
struct CopyProgress {
    bar: Option<(&'static str, ProgressBar)>,
    rows: u64,
}

impl CopyProgress {
    fn show(&mut self, table: &'static str, done: u64, total: u64) {
        if self.bar.as_ref().is_none_or(|(shown, _)| *shown != table) {
            self.rows += total;
            // Drop the old bar, which clears its line, before the new one draws.
            self.bar = None;
            self.bar = Some((table, ProgressBar::new(table, total as usize)));
        }
        if let Some((_, bar)) = &mut self.bar {
            bar.show(done as usize);
        }
    }

    /// Says how many rows were copied, or why none were.
    fn finish(self, done: Result<(), StoreError>, texts: &Texts) -> Result<()> {
        drop(self.bar);
        done.map_err(|error| explained(error, texts))?;
        output::line(texts.format("db-done", &[("rows", self.rows.into())]))?;
        Ok(())
    }
}

/// Explains common mistakes in the user's language; returns other errors unchanged.
pub(crate) fn explained(error: StoreError, texts: &Texts) -> anyhow::Error {
    match error {
        StoreError::Missing(path) => {
            let file = path.display().to_string();
            anyhow!(texts.format("db-missing", &[("file", file.into())]))
        }
        StoreError::NoFolder(folder) => {
            let folder = folder.display().to_string();
            anyhow!(texts.format("db-no-folder", &[("folder", folder.into())]))
        }
        StoreError::NotEmpty { .. } => anyhow!(texts.get("db-not-empty")),
        StoreError::Newer { found, known } => {
            let values = [("found", found.into()), ("known", known.into())];
            anyhow!(texts.format("db-newer", &values))
        }
        StoreError::Older { found, known } => {
            let values = [("found", found.into()), ("known", known.into())];
            anyhow!(texts.format("db-older", &values))
        }
        StoreError::Foreign => anyhow!(texts.get("db-foreign")),
        StoreError::Changed(path) => {
            let file = path.display().to_string();
            anyhow!(texts.format("db-changed", &[("file", file.into())]))
        }
        StoreError::InUse(path) => {
            let file = path.display().to_string();
            anyhow!(texts.format("db-in-use", &[("file", file.into())]))
        }
        error => error.into(),
    }
}
