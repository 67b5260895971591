//! The database: games as append-only logs, accounts, ratings, seeks.
//!
//! One set of queries for two databases: SQLite in a file, with no set-up, and PostgreSQL for
//! many nodes. What a function has returned from is on the disk.
//!
//! No clock is read and no random number is drawn in here: times (milliseconds since 1970), names
//! and secrets are arguments.
//!
//! ```
//! use bosworth_server::store::{Appended, Store};
//! use bosworth_table::GameId;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), bosworth_server::store::StoreError> {
//! let store = Store::open("sqlite::memory:").await?;
//! let game = GameId::from_random(1485);
//! assert_eq!(store.append(game, 0, "first".into(), None).await?, Appended::Durable);
//! assert_eq!(store.append(game, 0, "too late".into(), None).await?, Appended::Taken);
//! assert_eq!(store.entries(game, 0).await?, [(0, "first".to_string())]);
//! # Ok(())
//! # }
//! ```

mod account;
mod attempt;
mod cap;
mod checkpoint;
mod copy;
mod error;
mod export;
mod filter;
mod game;
mod lease;
mod log;
mod place;
mod pools;
mod quarantine;
mod rating;
mod schema;
mod seek;
mod session;
mod token;
mod value;
mod writer;

use std::sync::Arc;

use self::place::Place;
use self::pools::{Patience, Pools};
use self::value::{Columns, change, rows};
use self::writer::Writers;

pub use self::account::{Account, Kind, NewAccount};
pub use self::copy::copy;
pub use self::error::StoreError;
pub use self::export::AccountExport;
pub use self::filter::{Cursor, GameFilter, Page, Won};
pub use self::game::{Ending, GameRow, NewGame, RatingChange, Seated};
pub use self::lease::Lease;
pub use self::log::Appended;
pub use self::quarantine::Repair;
pub use self::rating::{HistoryPoint, Leader, Rating, Settlement};
pub use self::seek::{Pair, Seek};
pub use self::session::Session;
pub use self::token::Token;

/// A database. Clones are cheap and share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    writers: Arc<Writers>,
}

impl Store {
    /// Opens a database and brings its tables up to date: `sqlite:FILE` or a bare file name
    /// (made if it is not there), `sqlite::memory:`, `postgres://…`.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::at(&Place::parse(url)?).await
    }

    /// Opens a database that has to be there already.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        let place = Place::parse(url)?;
        match &place {
            Place::File(path) if !path.exists() => Err(StoreError::Missing(path.clone())),
            place => Self::at(place).await,
        }
    }

    async fn at(place: &Place) -> Result<Self, StoreError> {
        let pools = Pools::open(place).await?;
        schema::bring_up_to_date(&pools).await?;
        let writers = Arc::new(Writers::start(&pools));
        Ok(Self { pools, writers })
    }

    /// Whether the database answers at this moment.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let mut snapshot = self.pools.snapshot().await?;
        rows(&mut snapshot, "SELECT 1", &[]).await?;
        Ok(())
    }

    /// Notes that some node lives, and says when one lived last before; none if never. After an
    /// outage, the time between is nobody's fault.
    pub async fn alive(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let mut patience = Patience::new();
        loop {
            if let Some(answer) = patience.judge(self.alive_once(now)).await {
                return answer;
            }
        }
    }

    async fn alive_once(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let mut transaction = self.pools.begin().await?;
        // An update that changes nothing keeps the row for this transaction.
        let held = "UPDATE alive SET at = at WHERE id = 1 RETURNING at";
        let before = rows(&mut transaction, held, &[]).await?;
        let before = before.first().map(|row| row.int("at")).transpose()?;
        let latest = before.map_or(now, |before| before.max(now));
        let note = "INSERT INTO alive (id, at) VALUES (1, $1) \
                    ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE alive.at < excluded.at";
        change(&mut transaction, note, &[latest.into()]).await?;
        transaction.commit().await?;
        Ok(before)
    }

    /// Writes what is waiting to be written and lets go of the database.
    pub async fn close(&self) {
        self.writers.stop().await;
        self.pools.close().await;
    }
}
