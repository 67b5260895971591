use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a database operation failed.
#[derive(Debug, Clone)]
pub enum StoreError {
    /// The URL of the database is malformed.
    Address {
        /// The given URL, without the password.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// The file does not exist.
    Missing(PathBuf),
    /// The folder of the file does not exist.
    NoFolder(PathBuf),
    /// The file cannot be created.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The database was written by a newer version of this program.
    Newer {
        /// The version of its schema.
        found: i64,
        /// The newest version this program supports.
        known: i64,
    },
    /// The database was written by an older version of this program, and only a server migrates it.
    Older {
        /// The version of its schema.
        found: i64,
        /// The version this program needs.
        known: i64,
    },
    /// The database to read has no schema of this program.
    Foreign,
    /// The file was changed while it was read as one that no server has open.
    Changed(PathBuf),
    /// A server has the file open.
    InUse(PathBuf),
    /// A file of the database, or a backup of it, cannot be read or written.
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The target of a copy must be empty.
    NotEmpty {
        /// A table that has rows.
        table: &'static str,
    },
    /// The name is or was taken.
    NameTaken,
    /// The account is not, or no longer, a guest.
    NotAGuest,
    /// A game with this id already exists.
    GameExists,
    /// The deal's secret may be public, so no more games can be opened with it.
    DealClosed,
    /// The store has been closed.
    Closed,
    /// A row that no version of this program could have written.
    Corrupt(String),
    /// The operation timed out; whether it took effect is unknown.
    TimedOut,
    /// The database returned an error or cannot be reached.
    Database(Arc<sqlx::Error>),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address { given, why } => write!(
                f,
                "{given} is not a database: {why}; use a file, sqlite:FILE or \
                 postgres://USER:PASSWORD@HOST/NAME"
            ),
            Self::Missing(path) => write!(f, "database {} not found", path.display()),
            Self::NoFolder(folder) => write!(
                f,
                "folder {} not found; create it first if the path is right",
                folder.display()
            ),
            Self::Folder { folder, why } => {
                write!(f, "cannot create a database in {}: {why}", folder.display())
            }
            Self::Newer { found, known } => write!(
                f,
                "the database has version {found}, but this program only supports versions up to \
                 {known}; use a newer bosworth, or a backup from before the change"
            ),
            Self::Older { found, known } => write!(
                f,
                "the database has version {found}, but this program needs version {known}; start \
                 the server to migrate it, or use the bosworth that runs on it"
            ),
            Self::Foreign => f.write_str("this is not a database of bosworth"),
            Self::Changed(path) => {
                write!(f, "{} was changed while it was being read; try again", path.display())
            }
            Self::InUse(path) => write!(f, "another server is using {}", path.display()),
            Self::File { file, why } => write!(f, "{}: {why}", file.display()),
            Self::NotEmpty { table } => write!(
                f,
                "the target database is not empty (it has rows in {table}); choose a new one"
            ),
            Self::NameTaken => f.write_str("the name is taken"),
            Self::NotAGuest => f.write_str("only a guest can be promoted to a person"),
            Self::GameExists => f.write_str("a game with this id already exists"),
            Self::DealClosed => {
                f.write_str("the deal is closed: no more games can be opened with it")
            }
            Self::Closed => f.write_str("the database has been closed"),
            Self::Corrupt(why) => write!(f, "the database is corrupt: {why}"),
            Self::TimedOut => f.write_str("the database does not respond"),
            Self::Database(error) => match &**error {
                sqlx::Error::PoolTimedOut => f.write_str("the database does not respond"),
                error => write!(f, "database error: {error}"),
            },
        }
    }
}

/// The message of the driver's error contains its cause, so there is no source.
impl Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            error => Self::Database(Arc::new(error)),
        }
    }
}

impl StoreError {
    /// Whether a retry may succeed: the connection was lost, the database restarts, or another
    /// writer was in the way.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::TimedOut => true,
            Self::Database(error) => is_transient(error),
            _ => false,
        }
    }

    /// Whether the database itself is unable to work, independently of the request: it is down, its
    /// disk is full or failing, or it is read-only.
    pub fn is_outage(&self) -> bool {
        self.is_transient()
            || matches!(self, Self::Database(error)
                if error.as_database_error().and_then(|error| error.code())
                    .is_some_and(|code| is_outage_code(&code)))
    }

    /// Whether the database returned an error over a working connection, so that the connection can
    /// be reused.
    pub(super) fn is_answer(&self) -> bool {
        !self.is_outage()
            && matches!(self, Self::Database(error)
                if matches!(**error, sqlx::Error::Database(_) | sqlx::Error::RowNotFound))
    }

    /// Whether a unique constraint was violated.
    pub(super) fn is_unique_violation(&self) -> bool {
        matches!(self, Self::Database(error)
            if error.as_database_error().is_some_and(|error| error.is_unique_violation()))
    }
}

fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_transient_code(&code)),
        _ => false,
    }
}

/// Whether an error with this code is worth a retry. PostgreSQL has five-character codes (SQLSTATE);
/// of SQLite's numbers, the lowest byte is the primary result code.
fn is_transient_code(code: &str) -> bool {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    if code.len() == 5 {
        // Lost connections, restarts, too many connections, deadlocks and serialisation failures.
        return code.starts_with("08")
            || ["57P01", "57P02", "57P03", "57P05", "53300", "40001", "40P01"].contains(&code);
    }
    code.parse().is_ok_and(|code: u32| [BUSY, LOCKED].contains(&(code & 0xff)))
}

/// The disk is full or failing, or the database is read-only.
fn is_outage_code(code: &str) -> bool {
    const NOMEM: u32 = 7;
    const READONLY: u32 = 8;
    const IOERR: u32 = 10;
    const FULL: u32 = 13;
    const CANTOPEN: u32 = 14;
    if code.len() == 5 {
        // Insufficient resources, system errors, a read-only transaction, an idle timeout.
        return code.starts_with("53")
            || code.starts_with("58")
            || ["25006", "25P03"].contains(&code);
    }
    let outages = [NOMEM, READONLY, IOERR, FULL, CANTOPEN];
    code.parse().is_ok_and(|code: u32| outages.contains(&(code & 0xff)))
}

#[cfg(test)]
mod tests {
    use super::{is_outage_code, is_transient_code};

    #[test]
    fn transient_errors_outages_and_broken_rules_are_told_apart() {
        for code in ["57P01", "08006", "40P01", "5", "517", "6"] {
            assert!(is_transient_code(code), "{code}");
        }
        for code in ["23505", "42601", "1", "2067", "787"] {
            assert!(!is_transient_code(code) && !is_outage_code(code), "{code}");
        }
        for code in ["13", "10", "778", "8", "14", "53100", "58030", "25006"] {
            assert!(is_outage_code(code), "{code}");
        }
    }
}
