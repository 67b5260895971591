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
use crate::texts::Texts;
use crate::{Finding, output};

/// Back up, restore, copy, check or repair the database of a server
///
/// A database is a file (SQLite) or an address such as `postgres://USER:PASSWORD@HOST/NAME`. A
/// server may go on while its database is backed up or copied: what it writes meanwhile is not in
/// the copy.
#[derive(clap::Subcommand)]
#[command(verbatim_doc_comment)]
pub(crate) enum Db {
    /// Write everything into a new file
    Backup {
        #[command(flatten)]
        database: DatabaseArgs,
        /// The file to write, which must not exist
        #[arg(required_unless_present = "folder", conflicts_with = "folder")]
        file: Option<PathBuf>,
        #[command(flatten)]
        rotation: BackupRotation,
    },
    /// Fill an empty database from a backup
    Restore {
        #[command(flatten)]
        database: DatabaseArgs,
        /// The file that `backup` wrote
        file: PathBuf,
    },
    /// Copy everything from one database into an empty one, of the same kind or the other
    Copy {
        /// The database to read
        from: String,
        /// The database to fill
        to: String,
    },
    /// Read the log of every game and say what is wrong: exit code 1 if anything is
    Check {
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Put damaged games right: what cannot be read is kept aside, nothing is thrown away
    Repair {
        #[command(flatten)]
        database: DatabaseArgs,
        /// The game to put right
        #[arg(required_unless_present = "all")]
        game: Option<String>,
        /// Put every damaged game right
        #[arg(long, conflicts_with = "game")]
        all: bool,
    },
}

#[derive(clap::Args)]
pub(crate) struct DatabaseArgs {
    /// The database of the server [default: bosworth.db in ~/.local/share/bosworth]
    #[arg(long, env = "BOSWORTH_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// Read the address of the database from this file: then nobody sees its password in the
    /// environment
    #[arg(long, env = "BOSWORTH_DATABASE_FILE", value_name = "FILE")]
    database_file: Option<PathBuf>,
}

impl DatabaseArgs {
    /// The database given, if any.
    pub(crate) fn given(&self) -> Result<Option<String>> {
        value_or_file(self.database.as_deref(), self.database_file.as_deref())
    }

    /// The database given, or else the server's default.
    pub(crate) fn url(&self) -> Result<String> {
        self.given()?.map_or_else(default_url, Ok)
    }

    /// The same for one that may have to be created.
    fn url_to_fill(&self) -> Result<String> {
        self.given()?.map_or_else(new_default_url, Ok)
    }
}

/// A setting that may hold a password: the value itself, or the content of a file. An empty value
/// is none, so that an environment can take a variable back.
pub(crate) fn value_or_file(value: Option<&str>, file: Option<&Path>) -> Result<Option<String>> {
    match (value.filter(|value| !value.is_empty()), file) {
        (Some(value), _) => Ok(Some(value.to_string())),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            Ok(Some(text.trim().to_string()))
        }
        (None, None) => Ok(None),
    }
}

/// The default: a file beside the folder of saved games.
pub(crate) fn default_url() -> Result<String> {
    let saved_games = SavedGames::of_user();
    let folder = saved_games.as_ref().and_then(|saved_games| saved_games.folder().parent());
    let folder = folder.context(
        "no folder for the database is known: set XDG_DATA_HOME or HOME, or give --database",
    )?;
    Ok(format!("sqlite:{}", folder.join("bosworth.db").display()))
}

/// The default for a database that may have to be created. Its folder is the only one that is made
/// without asking.
pub(crate) fn new_default_url() -> Result<String> {
    let url = default_url()?;
    let file = std::path::Path::new(url.trim_start_matches("sqlite:"));
    if let Some(folder) = file.parent() {
        let cannot = || format!("cannot make the folder {}", folder.display());
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
            (database.url()?, sqlite(file))
        }
        Db::Restore { database, file } => {
            // Before a folder is made for what would not come.
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
    copy_now(&from, &to, texts)?;
    Ok(Finding::Good)
}

/// Backs up into a folder, once or every night. Each backup has its name only when it is complete.
fn rotate(from: &str, rotation: &BackupRotation, texts: &Texts) -> Result<Finding> {
    let folder = rotation.folder.as_deref().context("a folder or a file is given")?;
    loop {
        if rotation.nightly {
            std::thread::sleep(rotation::until_next_backup(SystemTime::now()));
        }
        match back_up(from, folder, rotation, texts) {
            Ok(()) if !rotation.nightly => return Ok(Finding::Good),
            Ok(()) => {}
            // The database may be away tonight; the next night is another one.
            Err(why) if rotation.nightly => eprintln!("bosworth: {why:#}"),
            Err(why) => return Err(why),
        }
    }
}

fn back_up(from: &str, folder: &Path, rotation: &BackupRotation, texts: &Texts) -> Result<()> {
    let (file, partial) = BackupRotation::file(folder, SystemTime::now())?;
    rotation::delete_partial(folder)?;
    copy_now(from, &sqlite(&partial), texts)?;
    std::fs::rename(&partial, &file).with_context(|| format!("cannot write {}", file.display()))?;
    output::line(file.display())?;
    rotation.prune(folder)
}

fn copy_now(from: &str, to: &str, texts: &Texts) -> Result<()> {
    let runtime = Runtime::new().context("cannot start")?;
    let rows = runtime.block_on(copy(from, to, texts))?;
    output::line(texts.format("db-done", &[("rows", rows.into())]))?;
    Ok(())
}

fn sqlite(file: &std::path::Path) -> String {
    format!("sqlite:{}", file.display())
}

/// Copies everything, and returns the number of rows.
async fn copy(from: &str, to: &str, texts: &Texts) -> Result<u64> {
    let from = Store::open_existing(from).await.map_err(|error| explained(error, texts))?;
    let to = Store::open(to).await.map_err(|error| explained(error, texts))?;
    let mut bar: Option<(&str, ProgressBar)> = None;
    let mut rows = 0;
    let copied = store::copy(&from, &to, |table, done, total| {
        if bar.as_ref().is_none_or(|(shown, _)| *shown != table) {
            rows += total;
            // Drop the old bar, which clears its line, before the new one draws.
            bar = None;
            bar = Some((table, ProgressBar::new(table, total as usize)));
        }
        if let Some((_, bar)) = &mut bar {
            bar.show(done as usize);
        }
    });
    let copied = copied.await;
    drop(bar);
    from.close().await;
    to.close().await;
    copied.map_err(|error| explained(error, texts))?;
    Ok(rows)
}

/// Common mistakes explained in the user's language; other errors as they are.
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
        error => error.into(),
    }
}
