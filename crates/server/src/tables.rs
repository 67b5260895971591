//! The tables that this node has open. Any node can open any table: what it knows comes from
//! the log, and what it adds goes through the log.

mod create;
mod damage;
mod hint;
mod order;
mod presence;
mod settle;
mod sweep;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bosworth_fair::Secret;
use bosworth_protocol::{FromServer, Players};
use bosworth_table::{
    AccountId, Command, Decided, Event, FoldError, GameId, Host, Key, LogEntry, Order, Refusal,
    Seated, Stage,
};

use self::damage::Ward;
use self::presence::Attendance;
use self::settle::ending;
use crate::bus::{Bus, Letter, Notice};
use crate::clock::{self, now};
use crate::crowd::Crowd;
use crate::jobs::{Jobs, Task};
use crate::line::Line;
use crate::readiness::Readiness;
use crate::room::{Room, body, text};
use crate::store::{Appended, Store, StoreError};
use crate::timer::Timer;

pub use create::NewTable;
pub use damage::Damage;
pub(crate) use damage::read;

/// Entries of a log that are sent at once, at most.
const PAGE: usize = 500;
/// Bytes of entries that are sent at once, unless a single one is longer.
const PAGE_BYTES: usize = 64 << 10;

/// How long a commit may take before the players get the time back.
const SLOW_COMMIT: i64 = 1_000;

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
    /// The deadlines that the timer knows of, also of rooms that are closed.
    deadlines: Mutex<HashMap<GameId, i64>>,
    /// How often the log was read because of a hint.
    hint_reads: AtomicU64,
    readiness: Readiness,
    /// Held by whoever decides something by the time; alone, by whoever sets the clock.
    time: tokio::sync::RwLock<()>,
}

/// A room, or one that is being opened.
type Slot = Arc<tokio::sync::OnceCell<Arc<Room>>>;

/// Why a table cannot be used.
#[derive(Debug, Clone)]
pub enum TableError {
    /// There is no such game.
    Unknown,
    /// The database failed.
    Store(StoreError),
    /// The log is damaged: the game cannot be shown, and nothing is appended to it.
    Damaged(Damage),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such game"),
            Self::Store(why) => why.fmt(f),
            Self::Damaged(why) => write!(f, "the log of the game is damaged: {why}"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<StoreError> for TableError {
    fn from(why: StoreError) -> Self {
        Self::Store(why)
    }
}

impl From<FoldError> for TableError {
    fn from(why: FoldError) -> Self {
        Self::Damaged(why.into())
    }
}

impl From<Damage> for TableError {
    fn from(why: Damage) -> Self {
        Self::Damaged(why)
    }
}

/// What became of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is durable as this entry.
    Done(u32),
    /// It was not carried out.
    Refused(Refusal),
}

impl Tables {
    /// No table is open yet.
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

    /// How often the log was read because another node hinted at news.
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

    /// Whether the timer knows of a deadline of a game.
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

    fn open_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    fn room_if_open(&self, game: GameId) -> Option<Arc<Room>> {
        self.rooms().get(&game).and_then(|slot| slot.get().cloned())
    }

    /// The room of a game, opened if it is not.
    pub(crate) async fn room(&self, game: GameId) -> Result<Arc<Room>, TableError> {
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
            if rooms.get(&game).is_some_and(|slot| slot.get().is_none()) {
                rooms.remove(&game);
            }
        }
        let room = opened?;
        Ok(room)
    }

    async fn load(&self, game: GameId) -> Result<Arc<Room>, TableError> {
        let secret = self.0.store.secret(game).await?.ok_or(TableError::Unknown)?;
        let secret: Secret = secret.parse().map_err(|_| FoldError::WrongSecret)?;
        let log = self.entries(game, 0).await?;
        let host = Host::replay(&log, secret)?;
        let players = self.players(host.opening()).await?;
        let room = Arc::new(Room::new(host, players, now()));
        let host = room.host.lock().await;
        self.schedule(&room, &host);
        self.ask_computer(&host);
        drop(host);
        Ok(room)
    }

    async fn entries(&self, game: GameId, from: u32) -> Result<Vec<LogEntry>, TableError> {
        Ok(read(self.0.store.entries(game, from).await?)?)
    }

    /// The entries of a log from a number on that fit into one message.
    async fn page(&self, game: GameId, from: u32) -> Result<Vec<LogEntry>, TableError> {
        let mut bodies = self.0.store.entries_page(game, from, PAGE).await?;
        let mut bytes = 0;
        let fits = bodies.iter().take_while(|(_, body)| {
            bytes += body.len();
            bytes <= PAGE_BYTES
        });
        let count = fits.count().max(1);
        bodies.truncate(count);
        Ok(read(bodies)?)
    }

    /// Lets go of a game whose log is damaged.
    fn condemn(&self, game: GameId, damage: Damage) -> TableError {
        self.rooms().remove(&game);
        self.0.ward.admit(game, &damage);
        damage.into()
    }

    /// Carries out a player's command. What is done is durable and has been told to everybody
    /// here when this returns. Must not be dropped half-way: spawn it.
    pub async fn command(
        &self,
        game: GameId,
        account: AccountId,
        key: Key,
        command: &Command,
        lag: i64,
    ) -> Result<Outcome, TableError> {
        let (came, shifted) = (now(), clock::shifted());
        self.until_steady().await?;
        let _time = self.0.time.read().await;
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        // When it came, however long it has waited here; but not before what was given back.
        let at = (came + clock::shifted() - shifted).max(host.credited());
        let Some(side) = host.opening().side_of(account) else {
            return Ok(Outcome::Refused(Refusal::Spectator));
        };
        let next = crate::random::game();
        let mut in_step = self.is_alone();
        loop {
            match host.decide(side, key, command, at, lag, next) {
                // Another node may have gone on; only the log knows.
                Err(_) if !in_step => {
                    self.catch_up(&room, &mut host).await?;
                    in_step = true;
                }
                Err(refusal) => return Ok(Outcome::Refused(refusal)),
                Ok(Decided::Before(seq)) => return Ok(Outcome::Done(seq)),
                // It is so already: the log as it stands tells of it.
                Ok(Decided::Nothing) => return Ok(Outcome::Done(host.length() - 1)),
                Ok(Decided::Append(entry)) => {
                    if self.append(&room, &mut host, &entry).await? {
                        return Ok(Outcome::Done(entry.seq));
                    }
                }
            }
        }
    }

    /// Makes an entry durable, folds it in and tells everybody. If another node was faster,
    /// what that one wrote is folded in instead, and the answer is no. What a slow commit took is
    /// given back before anybody can act on it.
    async fn append(
        &self,
        room: &Arc<Room>,
        host: &mut Host,
        entry: &LogEntry,
    ) -> Result<bool, TableError> {
        let durable = self.append_once(room, host, entry).await?;
        if durable
            && now() - entry.at > SLOW_COMMIT
            && let Ok(Decided::Append(credit)) = host.obey(&Order::Outage(entry.at), now())
        {
            self.append_once(room, host, &credit).await?;
        }
        Ok(durable)
    }

    async fn append_once(
        &self,
        room: &Arc<Room>,
        host: &mut Host,
        entry: &LogEntry,
    ) -> Result<bool, TableError> {
        let body = body(entry);
        let next = entry.events.iter().find_map(|event| match event {
            Event::Next { game } => Some(*game),
            _ => None,
        });
        let appended = if let Some(next) = next {
            let (new, first) = Self::prepare_next(host, next);
            self.0.store.append_next(room.id, entry.seq, body.clone(), new, first).await?
        } else {
            let ending = ending(host, entry);
            self.0.store.append(room.id, entry.seq, body.clone(), ending).await?
        };
        match appended {
            Appended::Taken => {
                metrics::counter!("bosworth_conflicts_total").increment(1);
                self.catch_up(room, host).await?;
                Ok(false)
            }
            Appended::Durable => {
                metrics::counter!("bosworth_entries_total").increment(1);
                if let Err(why) = host.fold(entry) {
                    // The log has it, so the log is right: read it again from the start.
                    return Err(self.condemn(room.id, why.into()));
                }
                self.follow(room, host, entry, &body);
                if !self.is_lonely() {
                    self.publish(Notice::Entry { game: room.id, seq: entry.seq });
                }
                Ok(true)
            }
        }
    }

    /// Reads and folds in what other nodes have written.
    async fn catch_up(&self, room: &Arc<Room>, host: &mut Host) -> Result<(), TableError> {
        let entries = match self.entries(room.id, host.length()).await {
            Err(TableError::Damaged(damage)) => return Err(self.condemn(room.id, damage)),
            read => read?,
        };
        for entry in entries {
            self.fold_foreign(room, host, &entry)?;
        }
        Ok(())
    }

    async fn catch_up_unless_alone(
        &self,
        room: &Arc<Room>,
        host: &mut Host,
    ) -> Result<(), TableError> {
        if self.is_alone() {
            return Ok(());
        }
        self.catch_up(room, host).await
    }

    fn fold_foreign(
        &self,
        room: &Arc<Room>,
        host: &mut Host,
        entry: &LogEntry,
    ) -> Result<(), TableError> {
        if let Err(why) = host.fold(entry) {
            return Err(self.condemn(room.id, why.into()));
        }
        self.show(room, host, &body(entry));
        for event in &entry.events {
            // The other node does not know of the connection here.
            if let Event::Left { side } = *event
                && room.has(side)
            {
                self.order_later(room.id, Order::Came(side));
            }
        }
        Ok(())
    }

    /// Tells everybody here of an entry that is in the log, and looks at the clock.
    fn show(&self, room: &Room, host: &Host, body: &str) {
        room.tell_entry(body, now());
        self.0.jobs.went_on(room.id);
        self.schedule(room, host);
    }

    /// Everything that follows from an entry that this node has put into the log.
    fn follow(&self, room: &Room, host: &Host, entry: &LogEntry, body: &str) {
        self.show(room, host, body);
        let mut acted = false;
        for event in &entry.events {
            match event {
                Event::End { reason, .. } => self.ended(room.id, host, *reason),
                Event::Next { game } => self.begin_next(host, *game),
                Event::Act { .. } | Event::Deal { .. } | Event::Takeback { .. } => acted = true,
                _ => {}
            }
        }
        if acted {
            self.ask_computer(host);
            self.tell_turn(room, host);
        }
    }

    /// Tells the player to act who is not looking: there or elsewhere.
    fn tell_turn(&self, room: &Room, host: &Host) {
        let Some(side) = host.turn() else { return };
        let Seated::Account(account) = host.opening().seats()[side] else { return };
        if host.opening().clock.is_live() && room.has(side) {
            return;
        }
        self.0.crowd.tell(account, &text(&FromServer::Turn { game: room.id }));
        self.hint(Notice::Turn { account, game: room.id });
    }

    fn publish(&self, notice: Notice) {
        self.0.bus.publish(Letter { from: self.0.node, notice });
    }

    fn is_lonely(&self) -> bool {
        matches!(&self.0.bus, Bus::Local(bus) if bus.is_lonely())
    }

    /// Has the computer think if it is its turn.
    fn ask_computer(&self, host: &Host) {
        let (Some(side), Some(position)) = (host.turn(), host.position()) else { return };
        let seats = host.opening().seats();
        if let (Seated::Computer(level), Seated::Account(account)) = (seats[side], seats[!side]) {
            let task = Task {
                game: host.id(),
                ply: host.plies() as u16,
                revision: Some(host.revision()),
                level,
                position: position.to_string(),
            };
            self.0.jobs.ask(account, task);
        }
    }

    /// Sends the log of a game from an entry on, and everything that happens after it. Of a long
    /// log only the first page: the client asks for the rest as soon as it has that one.
    pub async fn watch(
        &self,
        game: GameId,
        account: Option<AccountId>,
        since: u32,
        line: &Line,
    ) -> Result<(), TableError> {
        self.enter(game, account, line, Some(since)).await.map(drop)
    }

    /// Like `watch`, for whoever folds the log here: the whole of it is returned, and only what
    /// comes after it is sent.
    pub(crate) async fn attend(
        &self,
        game: GameId,
        account: Option<AccountId>,
        line: &Line,
    ) -> Result<(Vec<LogEntry>, Players), TableError> {
        self.enter(game, account, line, None).await
    }

    async fn enter(
        &self,
        game: GameId,
        account: Option<AccountId>,
        line: &Line,
        page: Option<u32>,
    ) -> Result<(Vec<LogEntry>, Players), TableError> {
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        self.catch_up_unless_alone(&room, &mut host).await?;
        let side = account.and_then(|account| host.opening().side_of(account));
        // Nothing can happen between the log and the first message after it: the game is held.
        // Whoever asks for one page after another joins with the first: what happens meanwhile is
        // after a gap for it, and in one of the next pages.
        let entries = match page {
            None => self.entries(game, 0).await?,
            Some(since) => {
                let entries = self.page(game, since).await?;
                let more = entries.last().is_some_and(|last| last.seq + 1 < host.length());
                line.send(text(&FromServer::Table {
                    game,
                    players: Box::new(room.players()),
                    entries,
                    watchers: room.watchers() + u32::from(side.is_none()),
                    now: now(),
                    more,
                }));
                Vec::new()
            }
        };
        let came = room.join(line, side);
        let over = host.stage() == Stage::Over;
        drop(host);
        let players = room.players();
        if let (true, Some(side), Some(account)) = (came, side, account) {
            self.arrive(room, side, over);
            if self.0.store.account(account).await?.is_some_and(|account| !account.chat) {
                self.order_later(game, Order::Hush(side));
            }
        }
        Ok((entries, players))
    }

    /// The table as everybody may see it now, and who plays.
    pub async fn look(&self, game: GameId) -> Result<(bosworth_table::Table, Players), TableError> {
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        self.catch_up_unless_alone(&room, &mut host).await?;
        let table: &bosworth_table::Table = &host;
        Ok((table.clone(), room.players()))
    }
}
