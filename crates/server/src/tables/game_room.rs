use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bosworth_protocol::{FromServer, Players};
use bosworth_rules::Side;
use bosworth_table::{AuthoritativeTable, GameId, LogEntry, TableSetup};
use tokio::time::Instant;

use crate::outgoing_message::OutgoingMessage;
use crate::subscriber::Subscriber;

/// Cooldown after a false notice before the log is read again: notices can be forged.
const FALSE_NOTICE_COOLDOWN: Duration = Duration::from_millis(250);

/// An open table of this node: the game and its audience here.
#[derive(Debug)]
pub(crate) struct GameRoom {
    pub(crate) id: GameId,
    pub(crate) setup: TableSetup,
    players: Mutex<Players>,
    /// Held while the game changes, until the change is durable and sent.
    pub(crate) table: tokio::sync::Mutex<AuthoritativeTable>,
    audience: Mutex<Audience>,
    notices: Mutex<RoomNotices>,
}

/// Notices from other nodes about this game.
#[derive(Debug, Default)]
struct RoomNotices {
    /// The highest entry number in a notice. While it is set, a task is about to read the log.
    seq: Option<u32>,
    /// When a notice last turned out to be false.
    last_false: Option<Instant>,
}

#[derive(Debug, Default)]
struct Audience {
    members: Vec<Member>,
    /// The deadline set on the timer, if any.
    timer: Option<i64>,
    /// The time of the last activity here.
    last_activity: i64,
    /// When the log was last checked for notices that the bus may have lost.
    last_check: i64,
}

#[derive(Debug)]
struct Member {
    subscriber: Subscriber,
    side: Option<Side>,
}

impl Audience {
    fn send(&self, message: &OutgoingMessage) {
        for member in &self.members {
            member.subscriber.send(message.clone());
        }
    }
}

impl GameRoom {
    pub(crate) fn new(table: AuthoritativeTable, players: Players, now: i64) -> Self {
        let audience = Audience { last_activity: now, last_check: now, ..Audience::default() };
        Self {
            id: table.id(),
            setup: table.setup().clone(),
            players: Mutex::new(players),
            table: tokio::sync::Mutex::new(table),
            audience: Mutex::new(audience),
            notices: Mutex::default(),
        }
    }

    /// The message to its players that the game starts.
    pub(crate) fn begins(&self) -> FromServer {
        FromServer::Begin { game: self.id, seek: self.setup.seek.clone() }
    }

    /// Returns the players with their current names.
    pub(crate) fn players(&self) -> Players {
        self.players.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Updates the players' names. Returns whether anything changed.
    pub(crate) fn rename(&self, players: Players) -> bool {
        let mut known = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let news = *known != players;
        *known = players;
        news
    }

    /// Handles a notice that the log has this entry. Returns whether the caller has to follow it
    /// up: not if a task is already about to.
    pub(crate) fn note_remote_entry(&self, seq: u32) -> bool {
        let mut notices = self.notices();
        let idle = notices.seq.is_none();
        notices.seq = notices.seq.max(Some(seq));
        idle
    }

    /// Locks the game to follow up the notices so far, and returns the highest number among them.
    /// Waits for the cooldown first, so that forged notices cost few reads however many there are.
    pub(crate) async fn follow_up(&self) -> (tokio::sync::MutexGuard<'_, AuthoritativeTable>, u32) {
        loop {
            let table = self.table.lock().await;
            let cooldown = {
                let mut notices = self.notices();
                match notices.last_false.map(|last_false| last_false + FALSE_NOTICE_COOLDOWN) {
                    Some(until) if until > Instant::now() => until,
                    _ => return (table, notices.seq.take().unwrap_or_default()),
                }
            };
            drop(table);
            tokio::time::sleep_until(cooldown).await;
        }
    }

    /// Records whether a notice turned out to be true.
    pub(crate) fn note_notice_result(&self, found: bool) {
        self.notices().last_false = (!found).then(Instant::now);
    }

    fn notices(&self) -> MutexGuard<'_, RoomNotices> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection to the audience. Returns whether it is the first one of that side's
    /// player.
    pub(crate) fn join(&self, subscriber: &Subscriber, side: Option<Side>) -> bool {
        let mut audience = self.audience();
        if audience.members.iter().any(|member| member.subscriber.number() == subscriber.number()) {
            return false;
        }
        let new = side.is_some() && !audience.members.iter().any(|member| member.side == side);
        audience.members.push(Member { subscriber: subscriber.clone(), side });
        drop(audience);
        if side.is_none() {
            self.broadcast_count();
        }
        new
    }

    /// Removes a connection from the audience. Returns the player whose last connection it was, if
    /// any.
    pub(crate) fn leave(&self, subscriber: &Subscriber) -> Option<Side> {
        let mut audience = self.audience();
        let place =
            audience.members.iter().position(|m| m.subscriber.number() == subscriber.number())?;
        let side = audience.members.swap_remove(place).side;
        let last = side.filter(|_| !audience.members.iter().any(|member| member.side == side));
        drop(audience);
        if side.is_none() {
            self.broadcast_count();
        }
        last
    }

    /// Whether a player is connected here.
    pub(crate) fn has(&self, side: Side) -> bool {
        self.audience().members.iter().any(|member| member.side == Some(side))
    }

    /// Whether there is no audience.
    pub(crate) fn is_empty(&self) -> bool {
        self.audience().members.is_empty()
    }

    /// Returns the number of spectators.
    pub(crate) fn watchers(&self) -> u32 {
        self.audience().members.iter().filter(|member| member.side.is_none()).count() as u32
    }

    fn broadcast_count(&self) {
        let count = self.watchers();
        // With many spectators, not every change is worth a message.
        if count <= 20 || count.is_multiple_of(10) {
            self.broadcast(FromServer::Watchers { game: self.id, count });
        }
    }

    /// Broadcasts a message to the audience.
    pub(crate) fn broadcast(&self, message: FromServer) {
        self.audience().send(&message.into());
    }

    /// Broadcasts an entry that is in the log.
    pub(crate) fn broadcast_entry(&self, entry: LogEntry, now: i64) {
        let mut audience = self.audience();
        audience.last_activity = now;
        audience.last_check = now;
        audience.send(&FromServer::Entry { game: self.id, entry }.into());
    }

    /// Whether the timer has to be set to a deadline: not if it fires earlier anyway.
    pub(crate) fn sets_timer(&self, deadline: i64) -> bool {
        let mut audience = self.audience();
        let sooner = audience.timer.is_none_or(|at| deadline < at);
        if sooner {
            audience.timer = Some(deadline);
        }
        sooner
    }

    /// Clears the deadline after the timer has fired.
    pub(crate) fn timer_rang(&self) {
        self.audience().timer = None;
    }

    /// The time of the last activity here.
    pub(crate) fn last_activity(&self) -> i64 {
        self.audience().last_activity
    }

    /// Whether the log is due for a check for lost notices: the longer a room has been quiet, the
    /// less often.
    pub(crate) fn wants_check(&self, now: i64) -> bool {
        let mut audience = self.audience();
        let quiet = now - audience.last_activity;
        let due = now - audience.last_check >= (quiet / 2).clamp(5_000, 60_000);
        if due {
            audience.last_check = now;
        }
        due
    }
}
