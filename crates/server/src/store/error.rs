use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Why the database did not do what it was asked.
#[derive(Debug, Clone)]
pub enum StoreError {
    /// The address of the database cannot be understood.
    Address {
        /// What was given, without a password.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no such file.
    Missing(PathBuf),
    /// The folder of the file cannot be made.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The database was written by a newer program.
    Newer {
        /// The version of its tables.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// Only an empty database can be copied into.
    NotEmpty {
        /// A table that has rows.
        table: &'static str,
    },
    /// Somebody has this name, or had it.
    NameTaken,
    /// The account is no guest, or not any more.
    NotAGuest,
    /// There is a game with this name.
    GameExists,
    /// The store has been closed.
    Closed,
    /// A row says what no row can say.
    Corrupt(String),
    /// The database refused, or cannot be reached.
    Database(Arc<sqlx::Error>),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address { given, why } => write!(
                f,
                "{given} is no database: {why}; give a file, sqlite:FILE or \
                 postgres://USER:PASSWORD@HOST/NAME"
            ),
            Self::Missing(path) => write!(f, "there is no database {}", path.display()),
            Self::Folder { folder, why } => {
                write!(f, "cannot make the folder {}: {why}", folder.display())
            }
            Self::Newer { found, known } => write!(
                f,
                "the database is of version {found}, this program knows version {known} and older; \
                 use a newer bosworth, or a backup from before the change"
            ),
            Self::NotEmpty { table } => write!(
                f,
                "the database that is to be filled is not empty (it has rows in {table}); choose a \
                 new one"
            ),
            Self::NameTaken => f.write_str("the name is taken"),
            Self::NotAGuest => f.write_str("only a guest can become a person"),
            Self::GameExists => f.write_str("there is a game with this name"),
            Self::Closed => f.write_str("the database has been closed"),
            Self::Corrupt(why) => write!(f, "the database holds what it cannot hold: {why}"),
            Self::Database(error) => match &**error {
                sqlx::Error::PoolTimedOut => f.write_str("the database does not answer"),
                error => write!(f, "the database failed: {error}"),
            },
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Database(error) => error.source(),
            _ => None,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            error => Self::Database(Arc::new(error)),
        }
    }
}

impl StoreError {
    /// Whether the same may succeed later: the connection is lost, the database restarts, or
    /// somebody else was writing.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Database(error) => is_passing(error),
            _ => false,
        }
    }

    /// Whether something that has to be unique is there twice.
    pub(super) fn is_doubled(&self) -> bool {
        matches!(self, Self::Database(error)
            if error.as_database_error().is_some_and(|error| error.is_unique_violation()))
    }
}

fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_passing_code(&code)),
        _ => false,
    }
}

/// PostgreSQL has codes of five letters and digits, SQLite numbers whose lowest byte counts.
fn is_passing_code(code: &str) -> bool {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    if code.len() == 5 {
        // Lost connections, restarts, too many connections, deadlocks and serialisation.
        return code.starts_with("08")
            || ["57P01", "57P02", "57P03", "57P05", "53300", "40001", "40P01"].contains(&code);
    }
    code.parse().is_ok_and(|code: u32| [BUSY, LOCKED].contains(&(code & 0xff)))
}

#[cfg(test)]
mod tests {
    use super::is_passing_code;

    #[test]
    fn restarts_pass_and_broken_rules_stay() {
        for code in ["57P01", "08006", "40P01", "5", "517", "6"] {
            assert!(is_passing_code(code), "{code}");
        }
        for code in ["23505", "42601", "1", "2067", "787"] {
            assert!(!is_passing_code(code), "{code}");
        }
    }
}
