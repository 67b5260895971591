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
mod block;
mod checkpoint;
mod conditional;
mod copy;
mod deal;
mod error;
mod export;
mod game;
mod game_filter;
mod holiday;
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
mod quarantine;
mod rating;
mod report;
mod retry;
mod schema;
mod seek;
mod session;
mod sql_value;
mod stored_row;
mod token;
mod tournament;
mod tournament_chat;
mod writer;

use std::sync::Arc;

use self::location::Location;
use self::pools::Pools;
use self::sql_value::only;
use self::writer::Writers;

pub use self::account::{Account, NewAccount};
pub use self::administration::{AdminChange, NewAuditLine};
pub use self::conditional::StoredConditional;
pub use self::copy::copy;
pub use self::error::StoreError;
pub use self::export::AccountExport;
pub use self::game::{GameRow, NewGameRow, RatingChange, StoredEnd};
pub use self::game_filter::{GameCursor, GameFilter, GamePage, PlayerResult};
pub use self::holiday::{HolidayOutcome, StoredHoliday};
pub use self::lease::Lease;
pub use self::log::AppendOutcome;
pub use self::mail_address::{LinkPurpose, MailAddress, address_key};
pub(crate) use self::outbox::MAX_NEWS_DELAY_MS;
pub use self::outbox::{OutboxContent, OutboxRow};
pub use self::push_device::StoredDevice;
pub use self::quarantine::Repair;
pub use self::rating::{HistoryPoint, Rating, Settlement};
pub use self::report::NewReport;
pub use self::seek::{PairOutcome, StoredSeek};
pub use self::session::LoginSession;
pub use self::token::Token;
pub use self::tournament::NewTournament;

/// A database. Clones are cheap and share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    writers: Arc<Writers>,
}

impl Store {
    /// Opens a database and migrates its schema: `sqlite:FILE` or a bare file name (created if
    /// missing, in a folder that exists), `sqlite::memory:`, `postgres://…`.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::at(&Location::parse(url)?).await
    }

    /// Opens a database that must exist.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        let location = Location::parse(url)?;
        match &location {
            Location::File(path) if !path.exists() => Err(StoreError::Missing(path.clone())),
            location => Self::at(location).await,
        }
    }

    async fn at(location: &Location) -> Result<Self, StoreError> {
        let pools = Pools::open(location).await?;
        schema::migrate(&pools).await?;
        let writers = Arc::new(Writers::start(&pools));
        Ok(Self { pools, writers })
    }

    /// Checks that a URL names a database that can be opened or created, without touching it.
    /// Returns the URL without its password, for people to read.
    pub fn describe(url: &str) -> Result<String, StoreError> {
        let location = Location::parse(url)?;
        location.check()?;
        Ok(location.public())
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
