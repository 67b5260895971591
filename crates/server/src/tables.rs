//! The open tables of this node. Any node can open any table: all its state comes from the log, and
//! every change goes through the log.

mod append;
mod command;
mod conditional;
mod create;
mod damaged_log_cache;
mod error;
mod game_room;
mod game_status;
mod holiday;
mod log_damage;
mod notices;
mod order;
mod presence;
mod resume;
mod settlement;
mod sweep;
mod waiting;
mod watch;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bosworth_fair::Secret;
use bosworth_table::{AuthoritativeTable, FoldError, GameId, LogEntry};

use self::damaged_log_cache::DamagedLogCache;
use self::presence::PresenceWriter;
use crate::bus::Bus;
use crate::connection_registry::ConnectionRegistry;
use crate::deadline_timer::DeadlineTimer;
use crate::jobs::JobSubmitter;
use crate::log_codec::decode;
use crate::readiness::Readiness;
use crate::service_time::now;
use crate::store::Store;
use crate::tables::game_room::GameRoom;

pub use conditional::ConditionalRefusal;
pub(crate) use create::GoneOffers;
pub use create::NewTable;
pub use error::TableError;
pub use log_damage::LogDamage;

/// The open tables of this node.
#[derive(Clone)]
pub struct Tables(Arc<Inner>);

struct Inner {
    node: u64,
    store: Store,
    bus: Bus,
    connections: ConnectionRegistry,
    timer: DeadlineTimer,
    jobs: JobSubmitter,
    rooms: Mutex<HashMap<GameId, RoomSlot>>,
    presence_writer: PresenceWriter,
    damaged_logs: DamagedLogCache,
    /// The deadlines set on the timer, including those of closed rooms.
    deadlines: Mutex<HashMap<GameId, i64>>,
    /// The number of log reads caused by notices.
    notice_reads: AtomicU64,
    readiness: Readiness,
    /// Read-locked for decisions that depend on the time, write-locked to correct the clock.
    time: tokio::sync::RwLock<()>,
}

/// A room that is open or being opened.
type RoomSlot = Arc<tokio::sync::OnceCell<Arc<GameRoom>>>;

impl Tables {
    /// Creates a node with no open tables.
    pub fn new(
        node: u64,
        store: Store,
        bus: Bus,
        connections: ConnectionRegistry,
        timer: DeadlineTimer,
        jobs: JobSubmitter,
        readiness: Readiness,
    ) -> Self {
        let presence_writer = PresenceWriter::new(node as i64, store.clone());
        Self(Arc::new(Inner {
            node,
            store,
            bus,
            connections,
            timer,
            jobs,
            rooms: Mutex::default(),
            presence_writer,
            damaged_logs: DamagedLogCache::default(),
            deadlines: Mutex::default(),
            notice_reads: AtomicU64::new(0),
            readiness,
            time: tokio::sync::RwLock::default(),
        }))
    }

    /// Returns the number of log reads caused by notices from other nodes.
    pub fn notice_reads(&self) -> u64 {
        self.0.notice_reads.load(Ordering::Relaxed)
    }

    /// Whether no other process can have games of this database open.
    pub(crate) fn is_single_node(&self) -> bool {
        self.0.bus.is_local()
    }

    fn deadlines(&self) -> MutexGuard<'_, HashMap<GameId, i64>> {
        self.0.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this node watches the deadline of a game.
    fn is_watched(&self, game: GameId) -> bool {
        self.deadlines().contains_key(&game) || self.room_if_open(game).is_some()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, RoomSlot>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open tables.
    pub fn len(&self) -> usize {
        self.rooms().len()
    }

    /// Whether there are no open tables.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn open_rooms(&self) -> Vec<Arc<GameRoom>> {
        self.rooms().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    fn room_if_open(&self, game: GameId) -> Option<Arc<GameRoom>> {
        self.rooms().get(&game).and_then(|slot| slot.get().cloned())
    }

    /// Returns the room of a game, opening it if necessary.
    pub(crate) async fn room(&self, game: GameId) -> Result<Arc<GameRoom>, TableError> {
        if let Some(damage) = self.0.damaged_logs.get(game) {
            return Err(damage.into());
        }
        let slot = self.rooms().entry(game).or_default().clone();
        let opened = slot.get_or_try_init(|| self.load(game)).await.cloned();
        if let Err(why) = &opened {
            if let TableError::Damaged(damage) = why {
                self.0.damaged_logs.insert(game, damage);
                tracing::error!(%game, %why, "a game is quarantined");
            }
            let mut rooms = self.rooms();
            drop(slot);
            // Not while others wait for it: they will try to open it themselves, and everybody must
            // end up in the same room.
            let unused = |slot: &Arc<_>| Arc::strong_count(slot) == 1;
            if rooms.get(&game).is_some_and(|slot| slot.get().is_none() && unused(slot)) {
                rooms.remove(&game);
            }
        }
        opened
    }

    async fn load(&self, game: GameId) -> Result<Arc<GameRoom>, TableError> {
        let secret = self.0.store.secret(game).await?.ok_or(TableError::Unknown)?;
        let secret: Secret = secret.parse().map_err(|_| FoldError::WrongSecret)?;
        let log = self.entries(game, 0).await?;
        let table = AuthoritativeTable::replay(&log, secret)?;
        let players = self.players(table.setup()).await?;
        self.restore_holidays(&table, &players).await?;
        let room = Arc::new(GameRoom::new(table, players, now()));
        let table = room.table.lock().await;
        self.schedule(&room, &table);
        self.request_computer_action(&table);
        self.run_conditional(&table);
        drop(table);
        Ok(room)
    }

    async fn entries(&self, game: GameId, from: u32) -> Result<Vec<LogEntry>, TableError> {
        Ok(decode(self.0.store.entries(game, from).await?)?)
    }

    /// Closes the room of a game whose log is damaged.
    fn quarantine(&self, game: GameId, damage: LogDamage) -> TableError {
        self.rooms().remove(&game);
        self.0.damaged_logs.insert(game, &damage);
        damage.into()
    }
}
