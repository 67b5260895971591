use std::fs;
use std::future::Future;
use std::time::Duration;

use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor, Transaction};
use tokio::time::{Instant, sleep};

use super::StoreError;
use super::place::Place;
use super::value::{Value, change, rows};

/// How long work that was interrupted by the database is tried again.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The first pause before trying again; every further one is twice as long, up to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LAST_PAUSE: Duration = Duration::from_secs(1);

/// How long a query waits for a connection, or for a database that is being started.
const WAIT: Duration = Duration::from_secs(5);

const POSTGRES_CONNECTIONS: u32 = 16;
const SQLITE_READERS: u32 = 4;

/// What every connection to SQLite begins with. A commit is on the disk before it returns.
/// The cache is in KiB. A commit makes a checkpoint itself only after so many pages that the one
/// beside it must have failed.
const SQLITE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000; PRAGMA cache_size = -32768; \
     PRAGMA wal_autocheckpoint = 20000; PRAGMA journal_size_limit = 67108864";

/// Waits for nobody.
const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// The connections of a store. SQLite has one writer at a time, so there is one connection that
/// writes and whoever wants to write waits in line for it; others read meanwhile.
#[derive(Debug, Clone)]
pub(super) struct Pools {
    write: AnyPool,
    read: AnyPool,
    postgres: bool,
}

impl Pools {
    pub(super) async fn open(place: &Place) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let url = place.url();
        let options = AnyPoolOptions::new().acquire_timeout(WAIT);
        if place.is_postgres() {
            let options = options.max_connections(POSTGRES_CONNECTIONS).test_before_acquire(false);
            let pool = options.connect(&url).await.map_err(|error| refused(&url, error))?;
            return Ok(Self { write: pool.clone(), read: pool, postgres: true });
        }
        if let Place::File(path) = place
            && let Some(folder) = path.parent()
        {
            fs::create_dir_all(folder).map_err(|error| StoreError::Folder {
                folder: folder.to_path_buf(),
                why: error.to_string(),
            })?;
        }
        // A pool would try again for long, and then not say what was wrong.
        let mut first = AnyConnection::connect(&url).await?;
        first.execute(SQLITE).await?;
        first.close().await?;
        // Those who write wait for each other here, not for a fault.
        let options = options
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(SQLITE).await.map(drop) })
            });
        let write = options.clone().max_connections(1).connect(&url).await?;
        let read = match place {
            Place::Memory => write.clone(),
            _ => options.max_connections(SQLITE_READERS).connect_lazy(&url)?,
        };
        Ok(Self { write, read, postgres: false })
    }

    pub(super) fn is_postgres(&self) -> bool {
        self.postgres
    }

    /// A transaction that writes. On SQLite it is the writer from its first moment on.
    pub(super) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        let begin = if self.postgres { "BEGIN" } else { "BEGIN IMMEDIATE" };
        Ok(self.write.begin_with(begin).await?)
    }

    /// A transaction that only reads and sees the database as it is now, whatever happens.
    pub(super) async fn snapshot(&self) -> Result<Transaction<'static, Any>, StoreError> {
        let begin =
            if self.postgres { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" } else { "BEGIN" };
        Ok(self.read.begin_with(begin).await?)
    }

    async fn reader(&self) -> Result<PoolConnection<Any>, StoreError> {
        Ok(self.read.acquire().await?)
    }

    /// Rows of a query that changes nothing; asked again when the database was away.
    pub(super) async fn read(
        &self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Vec<AnyRow>, StoreError> {
        let mut patience = Patience::new();
        loop {
            let asked = async { rows(&mut *self.reader().await?, sql, values).await };
            if let Some(answer) = patience.judge(asked).await {
                return answer;
            }
        }
    }

    /// Makes a change that is the same when made twice, also when the database was away.
    pub(super) async fn write(&self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError> {
        let mut patience = Patience::new();
        loop {
            if let Some(answer) = patience.judge(self.write_once(sql, values)).await {
                return answer;
            }
        }
    }

    /// Makes a change that would be another one when made twice.
    pub(super) async fn write_once(
        &self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        change(&mut *self.write.acquire().await?, sql, values).await
    }

    /// Makes a change that would be another one when made twice, and says what it touched.
    pub(super) async fn take_once(
        &self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Vec<AnyRow>, StoreError> {
        rows(&mut *self.write.acquire().await?, sql, values).await
    }

    /// Copies what SQLite has written ahead into the database, while others write.
    pub(super) async fn checkpoint_by_reader(&self) -> Result<(), StoreError> {
        rows(&mut *self.reader().await?, CHECKPOINT, &[]).await.map(drop)
    }

    /// Copies what SQLite has written ahead into the database, while nobody writes.
    pub(super) async fn checkpoint_by_writer(&self) -> Result<(), StoreError> {
        self.take_once(CHECKPOINT, &[]).await.map(drop)
    }

    pub(super) async fn close(&self) {
        // A connection that was just being given back is only waited for by the first call, and
        // closed by the second. The last one to close leaves a single file behind.
        for pool in [&self.read, &self.read, &self.write, &self.write] {
            pool.close().await;
        }
    }
}

/// An address that cannot be read is told from a database that cannot be reached, and no
/// password is repeated.
fn refused(url: &str, error: sqlx::Error) -> StoreError {
    let kind = url.split_once(':').map_or("", |(kind, _)| kind);
    match error {
        sqlx::Error::Configuration(why) => {
            StoreError::Address { given: format!("{kind}://…"), why: why.to_string() }
        }
        error => error.into(),
    }
}

/// Trying again, with longer and longer pauses, until it has taken too long.
#[derive(Debug)]
pub(super) struct Patience {
    until: Instant,
    pause: Duration,
    interrupted: bool,
}

impl Patience {
    pub(super) fn new() -> Self {
        Self { until: Instant::now() + PATIENCE, pause: FIRST_PAUSE, interrupted: false }
    }

    /// Whether something was tried before, and nobody knows what came of it.
    pub(super) fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// The result of trying; none, after a pause, if it is to be tried again.
    pub(super) async fn judge<T>(
        &mut self,
        trying: impl Future<Output = Result<T, StoreError>>,
    ) -> Option<Result<T, StoreError>> {
        match trying.await {
            Err(error) if error.is_passing() && Instant::now() < self.until => {
                self.interrupted = true;
                sleep(self.pause).await;
                self.pause = LAST_PAUSE.min(self.pause * 2);
                None
            }
            result => Some(result),
        }
    }
}
