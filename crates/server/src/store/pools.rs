use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{AnyConnection, AnyPool, Connection, Executor};

use super::StoreError;
use super::location::Location;
use super::pooled_connection::{PooledConnection, Transaction};
use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{SqlValue, owned};
use super::unused_file::UnusedFile;

/// Timeout for acquiring a connection, or for a database that is starting.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

const POSTGRES_CONNECTIONS: u32 = 16;
const SQLITE_READERS: u32 = 4;

/// Set-up of every SQLite connection. A commit is durable before it returns. The cache size is in
/// KiB. Automatic checkpoints are a fallback, at a size that the log reaches only if the background
/// checkpoint has failed. The size limit is what the write-ahead log is truncated to when it
/// restarts.
const SQLITE_SETUP: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000; PRAGMA cache_size = -32768; \
     PRAGMA wal_autocheckpoint = 20000; PRAGMA journal_size_limit = 8388608";

/// Set-up of a SQLite connection that only reads.
const SQLITE_READ_ONLY_SETUP: &str =
    "PRAGMA query_only = ON; PRAGMA busy_timeout = 10000; PRAGMA cache_size = -32768";

/// Set-up of every PostgreSQL connection: a node that vanishes inside a transaction does not keep
/// its locks.
const POSTGRES_SETUP: &str = "SET idle_in_transaction_session_timeout = '15s'";

/// Set-up of a PostgreSQL connection that only reads.
const POSTGRES_READ_ONLY_SETUP: &str = "SET idle_in_transaction_session_timeout = '15s'; \
     SET default_transaction_read_only = on";

/// Passive: it never blocks readers or writers.
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// The connection pools of a store. SQLite has a single writer, so one connection writes and
/// writers queue for it, while others read.
#[derive(Debug, Clone)]
pub(super) struct Pools {
    write: AnyPool,
    read: AnyPool,
    postgres: bool,
    /// The file, if no server had it open when reading began.
    unused: Option<UnusedFile>,
    /// Keeps an in-memory database alive.
    _keeper: Option<Arc<Mutex<AnyConnection>>>,
}

impl Pools {
    pub(super) async fn open(location: &Location) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let url = location.url();
        let options = AnyPoolOptions::new().acquire_timeout(ACQUIRE_TIMEOUT);
        if location.is_postgres() {
            let options = options.max_connections(POSTGRES_CONNECTIONS);
            return Self::postgres(prepared(options, POSTGRES_SETUP), &url).await;
        }
        if let Location::File(path) = location {
            location.check()?;
            private(path).map_err(|error| StoreError::Folder {
                folder: path.parent().unwrap_or(path).to_path_buf(),
                why: error.to_string(),
            })?;
        }
        // Connect once outside the pool, which would retry for a long time and hide the cause.
        let mut first = AnyConnection::connect(&url).await?;
        first.execute(SQLITE_SETUP).await?;
        let keeper = if let Location::Memory(_) = location {
            Some(Arc::new(Mutex::new(first)))
        } else {
            first.close().await?;
            None
        };
        // Writers queue here instead of failing with `SQLITE_BUSY`.
        let options = options.acquire_timeout(STATEMENT_TIMEOUT).idle_timeout(None);
        let options = prepared(options.max_lifetime(None), SQLITE_SETUP);
        let write = options.clone().max_connections(1).connect(&url).await?;
        let read = match location {
            Location::Memory(_) | Location::Temporary => write.clone(),
            _ => options.max_connections(SQLITE_READERS).connect_lazy(&url)?,
        };
        Ok(Self { write, read, postgres: false, unused: None, _keeper: keeper })
    }

    /// Opens an existing database so that it cannot be written to.
    pub(super) async fn open_to_read(location: &Location) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let unused = match location {
            Location::File(path) => UnusedFile::find(path)?,
            _ => None,
        };
        let url = location.url_to_read(unused.is_some());
        let options = AnyPoolOptions::new().acquire_timeout(ACQUIRE_TIMEOUT);
        if location.is_postgres() {
            let options = options.max_connections(POSTGRES_CONNECTIONS);
            return Self::postgres(prepared(options, POSTGRES_READ_ONLY_SETUP), &url).await;
        }
        // Connect once outside the pool, which would retry for a long time and hide the cause.
        let mut first = AnyConnection::connect(&url).await?;
        first.execute(SQLITE_READ_ONLY_SETUP).await?;
        first.execute("SELECT COUNT(*) FROM sqlite_schema").await?;
        first.close().await?;
        let options = prepared(options, SQLITE_READ_ONLY_SETUP).max_connections(SQLITE_READERS);
        let pool = options.connect(&url).await?;
        Ok(Self { write: pool.clone(), read: pool, postgres: false, unused, _keeper: None })
    }

    async fn postgres(options: AnyPoolOptions, url: &str) -> Result<Self, StoreError> {
        let pool = options.connect(url).await.map_err(|error| refused(url, error))?;
        let (write, read) = (pool.clone(), pool);
        Ok(Self { write, read, postgres: true, unused: None, _keeper: None })
    }

    /// Checks that nobody has written to a file that was opened to be read.
    pub(super) fn require_unchanged(&self) -> Result<(), StoreError> {
        self.unused.as_ref().map_or(Ok(()), UnusedFile::require_unchanged)
    }

    pub(super) fn is_postgres(&self) -> bool {
        self.postgres
    }

    /// A write transaction. On SQLite it takes the write lock immediately.
    pub(super) async fn begin(&self) -> Result<Transaction, StoreError> {
        let begin = if self.postgres { "BEGIN" } else { "BEGIN IMMEDIATE" };
        Transaction::begin(&self.write, begin).await
    }

    /// A read-only transaction, which sees one consistent snapshot.
    pub(super) async fn snapshot(&self) -> Result<Transaction, StoreError> {
        let begin =
            if self.postgres { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" } else { "BEGIN" };
        Transaction::begin(&self.read, begin).await
    }

    /// A transaction on the writer's connection that only reads: SQLite opens no other one for it.
    pub(super) async fn begin_to_read(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(&self.write, "BEGIN").await
    }

    /// Returns the rows of a read-only query; retried while the database is down.
    pub(super) async fn read(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<AnyRow>, StoreError> {
        Retry::new().run(|| fetch(&self.read, sql, values)).await
    }

    /// Runs an idempotent statement, retried while the database is down.
    pub(super) async fn write(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<u64, StoreError> {
        Retry::new().run(|| self.write_once(sql, values)).await
    }

    /// Runs a statement that is not idempotent: never retried.
    pub(super) async fn write_once(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<u64, StoreError> {
        execute(&self.write, sql, values).await
    }

    /// Runs a statement that is not idempotent, and returns the affected rows.
    pub(super) async fn take_once(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<AnyRow>, StoreError> {
        fetch(&self.write, sql, values).await
    }

    /// Checkpoints SQLite's write-ahead log concurrently with writers.
    pub(super) async fn checkpoint_by_reader(&self) -> Result<(), StoreError> {
        fetch(&self.read, CHECKPOINT, &[]).await.map(drop)
    }

    /// Checkpoints SQLite's write-ahead log on the writer's connection, so that nothing is written
    /// meanwhile.
    pub(super) async fn checkpoint_by_writer(&self) -> Result<(), StoreError> {
        fetch(&self.write, CHECKPOINT, &[]).await.map(drop)
    }

    pub(super) async fn close(&self) {
        // The first call only waits for a connection that is being released; the second one closes
        // it. The last one to close leaves a single file behind.
        for pool in [&self.read, &self.read, &self.write, &self.write] {
            pool.close().await;
        }
    }
}

/// Options of a pool whose connections begin with `setup`.
fn prepared(options: AnyPoolOptions, setup: &'static str) -> AnyPoolOptions {
    options.test_before_acquire(false).after_connect(move |connection, _| {
        Box::pin(async move { connection.execute(setup).await.map(drop) })
    })
}

/// Creates a new database file with mode 0600: it holds password hashes, and the secrets of open
/// games. SQLite gives its side files the same permissions.
fn private(path: &std::path::Path) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Distinguishes a malformed URL from a database that cannot be reached, and hides passwords.
fn refused(url: &str, error: sqlx::Error) -> StoreError {
    let kind = url.split_once(':').map_or("", |(kind, _)| kind);
    match error {
        sqlx::Error::Configuration(why) => {
            StoreError::Address { given: format!("{kind}://…"), why: why.to_string() }
        }
        error => error.into(),
    }
}

/// Runs one statement and returns its rows.
async fn fetch(
    pool: &AnyPool,
    sql: &str,
    values: &[SqlValue<'_>],
) -> Result<Vec<AnyRow>, StoreError> {
    let (pool, sql, arguments) = (pool.clone(), sql.to_owned(), owned(values)?);
    finish(within(STATEMENT_TIMEOUT, async move {
        let mut held = PooledConnection::acquire(&pool).await?;
        let answer = sqlx::query_with(&sql, arguments).fetch_all(&mut *held).await;
        held.give_back_after(answer)
    }))
    .await
}

/// Runs one statement and returns how many rows it changed.
async fn execute(pool: &AnyPool, sql: &str, values: &[SqlValue<'_>]) -> Result<u64, StoreError> {
    let (pool, sql, arguments) = (pool.clone(), sql.to_owned(), owned(values)?);
    finish(within(STATEMENT_TIMEOUT, async move {
        let mut held = PooledConnection::acquire(&pool).await?;
        let answer = sqlx::query_with(&sql, arguments).execute(&mut *held).await;
        held.give_back_after(answer).map(|done| done.rows_affected())
    }))
    .await
}
