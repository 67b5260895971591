//! The open tables of this node. Any node can open any table: all its state comes from the log, and
//! every change goes through the log.

mod absence;
mod append;
mod command;
mod conditional;
mod create;
mod damage;
mod error;
mod hint;
mod holiday;
mod order;
mod presence;
mod settle;
mod standing;
mod sweep;
mod waiting;
mod watch;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bosworth_fair::Secret;
use bosworth_table::{AuthoritativeTable, FoldError, GameId, LogEntry};

use self::damage::Ward;
use self::presence::Attendance;
use crate::bus::Bus;
use crate::clock::now;
use crate::crowd::Crowd;
use crate::jobs::Jobs;
use crate::log_text::decode;
use crate::readiness::Readiness;
use crate::room::GameRoom;
use crate::store::Store;
use crate::timer::Timer;

pub use conditional::NotPlanned;
pub use create::NewTable;
pub use damage::Damage;
pub use error::TableError;
pub(crate) use standing::Standing;

/// All open tables of this node.
#[derive(Clone)]
pub struct Tables(Arc<Inner>);

struct Inner {
    node: u64,
    store: Store,
    bus: Bus,
    crowd: Crowd,
    timer: Timer,
    jobs: Jobs,
    rooms: Mutex<HashMap<GameId, Slot>>,
    attendance: Attendance,
    ward: Ward,
    /// The deadlines that the timer is set to, those of closed rooms included.
    deadlines: Mutex<HashMap<GameId, i64>>,
    /// The number of log reads caused by hints.
    hint_reads: AtomicU64,
    readiness: Readiness,
    /// Read-locked for decisions that depend on the time, write-locked to correct the clock.
    time: tokio::sync::RwLock<()>,
}

/// A room that is open or being opened.
type Slot = Arc<tokio::sync::OnceCell<Arc<GameRoom>>>;

impl Tables {
    /// A node with no table open yet.
    pub fn new(
        node: u64,
        store: Store,
        bus: Bus,
        crowd: Crowd,
        timer: Timer,
        jobs: Jobs,
        readiness: Readiness,
    ) -> Self {
        let attendance = Attendance::new(node as i64, store.clone());
        Self(Arc::new(Inner {
            node,
            store,
            bus,
            crowd,
            timer,
            jobs,
            rooms: Mutex::default(),
            attendance,
            ward: Ward::default(),
            deadlines: Mutex::default(),
            hint_reads: AtomicU64::new(0),
            readiness,
            time: tokio::sync::RwLock::default(),
        }))
    }

    /// The number of log reads caused by hints of other nodes.
    pub fn hint_reads(&self) -> u64 {
        self.0.hint_reads.load(Ordering::Relaxed)
    }

    /// Whether no other process can have games of this database open.
    pub(crate) fn is_alone(&self) -> bool {
        self.0.bus.is_local()
    }

    fn deadlines(&self) -> MutexGuard<'_, HashMap<GameId, i64>> {
        self.0.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this node watches the deadline of a game.
    fn is_watched(&self, game: GameId) -> bool {
        self.deadlines().contains_key(&game) || self.room_if_open(game).is_some()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Slot>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are open.
    pub fn len(&self) -> usize {
        self.rooms().len()
    }

    /// Whether none is open.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn open_rooms(&self) -> Vec<Arc<GameRoom>> {
        self.rooms().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    fn room_if_open(&self, game: GameId) -> Option<Arc<GameRoom>> {
        self.rooms().get(&game).and_then(|slot| slot.get().cloned())
    }

    /// The room of a game, opened on demand.
    pub(crate) async fn room(&self, game: GameId) -> Result<Arc<GameRoom>, TableError> {
        if let Some(damage) = self.0.ward.look(game) {
            return Err(damage.into());
        }
        let slot = self.rooms().entry(game).or_default().clone();
        let opened = slot.get_or_try_init(|| self.load(game)).await.cloned();
        if let Err(why) = &opened {
            if let TableError::Damaged(damage) = why {
                self.0.ward.admit(game, damage);
                tracing::error!(%game, %why, "a game is in quarantine");
            }
            let mut rooms = self.rooms();
            drop(slot);
            // Not while others wait for it: they try to open it themselves, and everybody has to
            // meet in the same room.
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
        let host = AuthoritativeTable::replay(&log, secret)?;
        let players = self.players(host.setup()).await?;
        self.recall_holidays(&host, &players).await?;
        let room = Arc::new(GameRoom::new(host, players, now()));
        let host = room.host.lock().await;
        self.schedule(&room, &host);
        self.ask_computer(&host);
        self.ask_planned(&host);
        drop(host);
        Ok(room)
    }

    async fn entries(&self, game: GameId, from: u32) -> Result<Vec<LogEntry>, TableError> {
        Ok(decode(self.0.store.entries(game, from).await?)?)
    }

    /// Closes the room of a game whose log is damaged.
    fn condemn(&self, game: GameId, damage: Damage) -> TableError {
        self.rooms().remove(&game);
        self.0.ward.admit(game, &damage);
        damage.into()
    }
}
