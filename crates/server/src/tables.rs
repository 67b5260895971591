//! The tables that this node has open. Any node can open any table: what it knows comes from
//! the log, and what it adds goes through the log.

mod create;
mod presence;
mod sweep;

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bosworth_fair::Secret;
use bosworth_protocol::{FromServer, Players};
use bosworth_table::{
    AccountId, Command, Decision, Entry, Event, FoldError, GameId, Host, Key, Order, Reason,
    Refusal, Seated, Stage,
};

use crate::bus::{Bus, Letter, Notice};
use crate::clock::now;
use crate::crowd::Crowd;
use crate::jobs::{Jobs, Task};
use crate::line::Line;
use crate::room::{Room, body, text};
use crate::store::{Appended, Ending, Store, StoreError};
use crate::timer::Timer;

pub use create::NewTable;

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
    /// The log is damaged.
    Damaged(FoldError),
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
    pub fn new(node: u64, store: Store, bus: Bus, crowd: Crowd, timer: Timer, jobs: Jobs) -> Self {
        let rooms = Mutex::default();
        Self(Arc::new(Inner { node, store, bus, crowd, timer, jobs, rooms }))
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
        let slot = self.rooms().entry(game).or_default().clone();
        let opened = slot.get_or_try_init(|| self.load(game)).await.cloned();
        if opened.is_err() {
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

    async fn entries(&self, game: GameId, from: u32) -> Result<Vec<Entry>, TableError> {
        parse(self.0.store.entries(game, from).await?)
    }

    /// The entries of a log from a number on that fit into one message.
    async fn page(&self, game: GameId, from: u32) -> Result<Vec<Entry>, TableError> {
        let mut bodies = self.0.store.entries_page(game, from, PAGE).await?;
        let mut bytes = 0;
        let fits = bodies.iter().take_while(|(_, body)| {
            bytes += body.len();
            bytes <= PAGE_BYTES
        });
        let count = fits.count().max(1);
        bodies.truncate(count);
        parse(bodies)
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
        let at = now();
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        let Some(side) = host.opening().side_of(account) else {
            return Ok(Outcome::Refused(Refusal::Spectator));
        };
        let next = crate::random::game();
        loop {
            match host.decide(side, key, command, at, lag, next) {
                Err(refusal) => return Ok(Outcome::Refused(refusal)),
                Ok(Decision::Before(seq)) => return Ok(Outcome::Done(seq)),
                // It is so already: the log as it stands tells of it.
                Ok(Decision::Nothing) => return Ok(Outcome::Done(host.length() - 1)),
                Ok(Decision::Append(entry)) => {
                    if self.append(&room, &mut host, &entry).await? {
                        return Ok(Outcome::Done(entry.seq));
                    }
                }
            }
        }
    }

    /// Carries out an order of the server's own.
    pub(crate) async fn order(&self, game: GameId, order: &Order) -> Result<(), TableError> {
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        while let Ok(Decision::Append(entry)) = host.obey(order, now()) {
            if self.append(&room, &mut host, &entry).await? {
                break;
            }
        }
        if matches!(order, Order::Tick) {
            self.schedule(&room, &host);
        }
        Ok(())
    }

    /// Carries out an order on its own, for whoever holds the game now.
    fn order_later(&self, game: GameId, order: Order) {
        let tables = self.clone();
        let done: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            if let Err(why) = tables.order(game, &order).await {
                tracing::warn!(%game, ?order, %why, "an order was not carried out");
            }
        });
        tokio::spawn(done);
    }

    /// Makes an entry durable, folds it in and tells everybody. If another node was faster,
    /// what that one wrote is folded in instead, and the answer is no.
    async fn append(
        &self,
        room: &Arc<Room>,
        host: &mut Host,
        entry: &Entry,
    ) -> Result<bool, TableError> {
        for event in &entry.events {
            if let Event::Next { game } = event {
                self.prepare_next(host, *game).await?;
            }
        }
        let body = body(entry);
        let ending = ending(host, entry);
        let begun = now();
        match self.0.store.append(room.id, entry.seq, body.clone(), ending).await? {
            Appended::Taken => {
                metrics::counter!("bosworth_conflicts_total").increment(1);
                self.catch_up(room, host).await?;
                Ok(false)
            }
            Appended::Durable => {
                metrics::counter!("bosworth_entries_total").increment(1);
                if let Err(why) = host.fold(entry) {
                    // The log has it, so the log is right: read it again from the start.
                    self.rooms().remove(&room.id);
                    return Err(why.into());
                }
                self.follow(room, host, entry, &body);
                if !self.is_lonely() {
                    let notice = Notice::Entry { game: room.id, seq: entry.seq, body };
                    self.publish(notice);
                }
                let wait = now() - begun;
                if wait > SLOW_COMMIT && host.stage() != Stage::Over {
                    self.order_later(room.id, Order::Credit(wait));
                }
                Ok(true)
            }
        }
    }

    /// Reads and folds in what other nodes have written.
    async fn catch_up(&self, room: &Arc<Room>, host: &mut Host) -> Result<(), TableError> {
        for entry in self.entries(room.id, host.length()).await? {
            self.fold_foreign(room, host, &entry)?;
        }
        Ok(())
    }

    fn fold_foreign(
        &self,
        room: &Arc<Room>,
        host: &mut Host,
        entry: &Entry,
    ) -> Result<(), TableError> {
        if let Err(why) = host.fold(entry) {
            self.rooms().remove(&room.id);
            return Err(why.into());
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
        self.schedule(room, host);
    }

    /// Everything that follows from an entry that this node has put into the log.
    fn follow(&self, room: &Room, host: &Host, entry: &Entry, body: &str) {
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

    fn ended(&self, game: GameId, host: &Host, reason: Reason) {
        metrics::counter!("bosworth_games_ended_total", "reason" => reason.name()).increment(1);
        if host.opening().rated && reason != Reason::Aborted {
            let tables = self.clone();
            tokio::spawn(async move { tables.settle(game).await });
        }
    }

    /// Changes the ratings that a finished game changes, once.
    pub(crate) async fn settle(&self, game: GameId) {
        let row = match self.0.store.game(game).await {
            Ok(Some(row)) => row,
            Ok(None) => return,
            Err(why) => {
                tracing::error!(%game, %why, "ratings are not changed before the next start");
                return;
            }
        };
        let Some(ending) = row.ending else { return };
        let (winner, ended) = (ending.winner, ending.ended);
        let change = move |before| crate::rating::after(before, winner, ended);
        if let Err(why) = self.0.store.settle(game, change).await {
            tracing::error!(%game, %why, "ratings are not changed before the next start");
        }
    }

    /// Tells the player to act who is not looking: there or elsewhere.
    fn tell_turn(&self, room: &Room, host: &Host) {
        let Some(side) = host.turn() else { return };
        let Seated::Account(account) = host.opening().seats()[side] else { return };
        if host.opening().clock.is_live() && room.has(side) {
            return;
        }
        self.tell(account, &FromServer::Turn { game: room.id });
    }

    /// Tells an account on all nodes.
    pub(crate) fn tell(&self, account: AccountId, message: &FromServer) {
        let text = text(message);
        self.0.crowd.tell(account, &text);
        if !self.is_lonely() {
            self.publish(Notice::Account { account, text: text.to_string() });
        }
    }

    fn publish(&self, notice: Notice) {
        self.0.bus.publish(Letter { from: self.0.node, notice });
    }

    fn is_lonely(&self) -> bool {
        matches!(&self.0.bus, Bus::Local(bus) if bus.is_lonely())
    }

    fn schedule(&self, room: &Room, host: &Host) {
        if let Some(deadline) = host.deadline()
            && room.sets_timer(deadline)
        {
            self.0.timer.set(room.id, deadline);
        }
    }

    /// A deadline has come.
    pub(crate) async fn ring(&self, game: GameId) {
        if let Some(room) = self.room_if_open(game) {
            room.timer_rang();
        }
        if let Err(why) = self.order(game, &Order::Tick).await {
            tracing::warn!(%game, %why, "a deadline could not be looked at; trying again");
            self.0.timer.set(game, now() + 1_000);
        }
    }

    /// Has the computer think if it is its turn.
    fn ask_computer(&self, host: &Host) {
        let (Some(side), Some(position)) = (host.turn(), host.position()) else { return };
        if let Seated::Computer(level) = host.opening().seats()[side] {
            self.0.jobs.ask(Task {
                game: host.id(),
                ply: host.plies() as u16,
                revision: Some(host.revision()),
                level,
                position: position.to_string(),
            });
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
    ) -> Result<(Vec<Entry>, Players), TableError> {
        self.enter(game, account, line, None).await
    }

    async fn enter(
        &self,
        game: GameId,
        account: Option<AccountId>,
        line: &Line,
        page: Option<u32>,
    ) -> Result<(Vec<Entry>, Players), TableError> {
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        if !self.0.bus.is_local() {
            self.catch_up(&room, &mut host).await?;
        }
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
                    players: Box::new(room.players.clone()),
                    entries,
                    watchers: room.watchers() + u32::from(side.is_none()),
                    now: now(),
                    more,
                }));
                Vec::new()
            }
        };
        let came = room.join(line, side);
        drop(host);
        if let (true, Some(side), Some(account)) = (came, side, account) {
            self.order_later(game, Order::Came(side));
            if self.0.store.account(account).await?.is_some_and(|account| !account.chat) {
                self.order_later(game, Order::Hush(side));
            }
        }
        Ok((entries, room.players.clone()))
    }

    /// The table as everybody may see it now, and who plays.
    pub async fn look(&self, game: GameId) -> Result<(bosworth_table::Table, Players), TableError> {
        let room = self.room(game).await?;
        let mut host = room.host.lock().await;
        if !self.0.bus.is_local() {
            self.catch_up(&room, &mut host).await?;
        }
        let table: &bosworth_table::Table = &host;
        Ok((table.clone(), room.players.clone()))
    }

    /// Another node says that a game went on.
    pub(crate) async fn hear(&self, game: GameId, seq: u32, body: &str) {
        let Some(room) = self.room_if_open(game) else { return };
        let mut host = room.host.lock().await;
        let known = host.length();
        let heard = match serde_json::from_str::<Entry>(body) {
            _ if seq < known => Ok(()),
            Ok(entry) if seq == known => self.fold_foreign(&room, &mut host, &entry),
            _ => self.catch_up(&room, &mut host).await,
        };
        if let Err(why) = heard {
            tracing::warn!(%game, %why, "cannot follow another node");
        }
    }
}

fn parse(bodies: Vec<(u32, String)>) -> Result<Vec<Entry>, TableError> {
    let read = |(_, body): (u32, String)| serde_json::from_str(&body);
    let entries: Result<Vec<Entry>, _> = bodies.into_iter().map(read).collect();
    entries.map_err(|why| StoreError::Corrupt(why.to_string()).into())
}

/// What the game's row says once an entry with its end is in the log.
fn ending(host: &Host, entry: &Entry) -> Option<Ending> {
    let end = entry.events.iter().find_map(|event| match event {
        Event::End { winner, reason, .. } => Some((*winner, *reason)),
        _ => None,
    });
    let (winner, reason) = end?;
    let mut game = host.game().cloned();
    for event in &entry.events {
        if let (Event::Act { ply, .. }, Some(game)) = (event, &mut game) {
            let _ = game.push(*ply);
        }
    }
    let points = game.as_ref().map(|game| game.position().scores());
    Some(Ending {
        winner,
        reason: reason.name().into(),
        points: points
            .map(|scores| scores.map(|score| i64::from(score.points)))
            .unwrap_or_default(),
        plies: game.map_or(0, |game| game.plies().len() as i64),
        ended: entry.at,
        aborted: reason == Reason::Aborted,
    })
}
