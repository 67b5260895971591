//! The database: games as append-only logs, accounts, ratings, offers.
//!
//! One set of queries for two databases: SQLite in a file, with no set-up, and PostgreSQL for
//! several nodes. When a function that writes returns, its change is durable.
//!
//! Nothing in here reads a clock or draws a random number: times (milliseconds since 1970), ids and
//! secrets are arguments.
//!
//! ```
//! use bosworth_server::store::{AppendOutcome, Store};
//! use bosworth_table::GameId;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), bosworth_server::store::StoreError> {
//! let store = Store::open("sqlite::memory:").await?;
//! let game = GameId::from_random(1485);
//! assert_eq!(store.append(game, 0, "first".into(), None).await?, AppendOutcome::Durable);
//! assert_eq!(store.append(game, 0, "too late".into(), None).await?, AppendOutcome::Taken);
//! assert_eq!(store.entries(game, 0).await?, [(0, "first".to_string())]);
//! # Ok(())
//! # }
//! ```

mod account;
mod account_lock;
mod administration;
mod attempt_log;
mod backup;
mod block;
mod checkpoint;
mod conditional;
mod copy;
mod daily_answer;
mod deal;
mod error;
mod export;
mod facts;
mod game;
mod game_filter;
mod game_review;
mod holiday;
mod identity;
mod lease;
mod lobby_visitors;
mod location;
mod log;
mod mail_address;
mod notification_settings;
mod outbox;
mod pooled_connection;
mod pools;
mod push_device;
mod puzzle_rating;
mod quarantine;
mod rating;
mod report;
mod retry;
mod schema;
mod seek;
mod server_lock;
mod session;
mod sql_value;
mod stored_row;
mod token;
mod tournament;
mod tournament_chat;
mod training;
mod unused_file;
mod writer;

use std::sync::Arc;

use self::location::Location;
use self::pools::Pools;
use self::sql_value::only;
use self::writer::Writers;

pub use self::account::{Account, NewAccount};
pub use self::administration::{AdminChange, NewAuditLine};
pub use self::backup::back_up;
pub use self::conditional::StoredConditional;
pub use self::copy::copy;
pub use self::daily_answer::{DailyCount, StoredDailyAnswer};
pub use self::error::StoreError;
pub use self::export::AccountExport;
pub use self::facts::DatabaseFacts;
pub use self::game::{GameRow, NewGameRow, RatingChange, StoredEnd};
pub use self::game_filter::{GameCursor, GameFilter, GamePage, PlayerResult};
pub use self::game_review::{ReviewedGame, StoredReview};
pub use self::holiday::{HolidayOutcome, StoredHoliday};
pub use self::identity::StoredIdentity;
pub use self::lease::Lease;
pub use self::log::AppendOutcome;
pub use self::mail_address::{LinkPurpose, MailAddress, address_key};
pub(crate) use self::outbox::MAX_NEWS_DELAY_MS;
pub use self::outbox::{OutboxContent, OutboxRow};
pub use self::push_device::StoredDevice;
pub use self::puzzle_rating::PuzzleRating;
pub use self::quarantine::Repair;
pub use self::rating::{HistoryPoint, Rating, Settlement};
pub use self::report::NewReport;
pub use self::seek::StoredSeek;
pub use self::server_lock::ServerLock;
pub use self::session::LoginSession;
pub use self::token::Token;
pub use self::tournament::{NewTournament, TournamentRow};
pub use self::training::TrainingOutcome;

/// A database. Clones are cheap and share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    writers: Arc<Writers>,
}

impl Store {
    /// Opens a database and migrates its schema: `sqlite:FILE` or a bare file name (created if
    /// missing, in a folder that exists), `sqlite::memory:`, `postgres://…`. An SQLite file is
    /// backed up before its schema changes.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let location = Location::parse(url)?;
        let store = Self::on(Pools::open(&location).await?);
        let found = store.version().await?;
        if let Location::File(path) = &location
            && (1..schema::VERSION).contains(&found)
        {
            backup::before_migration(url, path, found).await?;
        }
        store.migrate().await?;
        Ok(store)
    }

    /// Opens a database that must exist and have the schema of this program: a server of another
    /// version may be running on it.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        let location = existing(url)?;
        let store = Self::on(Pools::open(&location).await?);
        let found = store.version().await?;
        if (1..schema::VERSION).contains(&found) {
            store.close().await;
            return Err(StoreError::Older { found, known: schema::VERSION });
        }
        store.migrate().await?;
        Ok(store)
    }

    /// Opens a database that must exist, with the schema of any earlier version. Nothing is written
    /// to it or beside it.
    pub async fn open_to_read(url: &str) -> Result<Self, StoreError> {
        let store = Self::on(Pools::open_to_read(&existing(url)?).await?);
        let known = schema::VERSION;
        let refused = match store.version().await {
            Ok(0) => StoreError::Foreign,
            Ok(found) if found > known => StoreError::Newer { found, known },
            Ok(_) => return Ok(store),
            Err(why) => why,
        };
        store.close().await;
        Err(refused)
    }

    /// Opens a database as the target of a [`copy`], which gives it a schema.
    pub async fn open_to_fill(url: &str) -> Result<Self, StoreError> {
        Ok(Self::on(Pools::open(&Location::parse(url)?).await?))
    }

    /// Returns a copy of a database of an earlier version, with the schema of this program, in a
    /// file that nobody else sees.
    pub async fn migrated_copy(&self) -> Result<Self, StoreError> {
        let store = Self::on(Pools::open(&Location::Temporary).await?);
        copy(self, &store, |_, _, _| {}).await?;
        store.migrate().await?;
        Ok(store)
    }

    fn on(pools: Pools) -> Self {
        let writers = Arc::new(Writers::start(&pools));
        Self { pools, writers }
    }

    /// Returns the version of the schema; 0 if there is none.
    async fn version(&self) -> Result<i64, StoreError> {
        let mut transaction = self.pools.begin_to_read().await?;
        let version = schema::version(&self.pools, &mut transaction).await?;
        transaction.rollback().await?;
        Ok(version)
    }

    /// Whether the schema is that of an earlier version.
    pub async fn is_older(&self) -> Result<bool, StoreError> {
        Ok(self.version().await? < schema::VERSION)
    }

    /// Migrates the schema to this program's version.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        schema::migrate(&self.pools).await
    }

    /// Checks that nobody has written to a file since it was opened to be read. A server that has
    /// it open at that time does not matter: its changes are kept apart.
    pub fn require_unchanged(&self) -> Result<(), StoreError> {
        self.pools.require_unchanged()
    }

    /// Checks that a URL names a database that can be opened or created, without touching it.
    /// Returns the URL without its password, for people to read.
    pub fn describe(url: &str) -> Result<String, StoreError> {
        let location = Location::parse(url)?;
        location.check()?;
        Ok(location.public())
    }

    /// The file of a URL; none if the database is not a file.
    pub fn file(url: &str) -> Result<Option<std::path::PathBuf>, StoreError> {
        Ok(match Location::parse(url)? {
            Location::File(path) => Some(path),
            Location::Memory(_) | Location::Temporary | Location::Postgres(_) => None,
        })
    }

    /// Copies SQLite's write-ahead log into the database, so that the log restarts and stays small.
    /// Other databases checkpoint automatically.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        if self.pools.is_postgres() {
            return Ok(());
        }
        // Copies most pages concurrently with commits, then the few written meanwhile.
        self.pools.checkpoint_by_reader().await?;
        self.pools.checkpoint_by_writer().await
    }

    /// Whether the database responds.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.pools.take_once("SELECT 1", &[]).await.map(drop)
    }

    /// Returns the latest heartbeat of any node. After an outage, the time since then is credited
    /// to the players.
    pub async fn last_alive(&self) -> Result<Option<i64>, StoreError> {
        only(&self.pools.read("SELECT at FROM alive WHERE id = 1", &[]).await?)
    }

    /// Writes a heartbeat. It takes the same path as every other write: while it succeeds, the
    /// database accepts writes.
    pub async fn alive(&self, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO alive (id, at) VALUES (1, $1) \
                   ON CONFLICT (id) DO UPDATE SET at = excluded.at";
        self.pools.write_once(sql, &[now.into()]).await.map(drop)
    }

    /// Writes a heartbeat unless one has been written since `before`. Returns whether it did.
    pub async fn alive_after(&self, before: i64, now: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE alive SET at = $2 WHERE id = 1 AND at = $1";
        Ok(self.pools.write_once(sql, &[before.into(), now.into()]).await? > 0)
    }

    /// Returns the time by the database's clock; `None` if that is this machine's.
    pub async fn time(&self) -> Result<Option<i64>, StoreError> {
        if !self.pools.is_postgres() {
            return Ok(None);
        }
        let sql = "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
        only(&self.pools.take_once(sql, &[]).await?)
    }

    /// Flushes the write queue and closes the database.
    pub async fn close(&self) {
        self.writers.stop().await;
        self.pools.close().await;
    }
}

/// The location of a database that must exist.
fn existing(url: &str) -> Result<Location, StoreError> {
    match Location::parse(url)? {
        Location::File(path) if !path.exists() => Err(StoreError::Missing(path)),
        location => Ok(location),
    }
}
