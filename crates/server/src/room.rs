use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bosworth_protocol::{FromServer, Players};
use bosworth_rules::Side;
use bosworth_table::{Entry, GameId, Host, Opening};
use tokio::time::Instant;

use crate::line::Line;

/// How soon the log is read again after a hint that was none: hints may be forged.
const DOUBT: Duration = Duration::from_millis(250);

/// A table that this node has open: the game and who looks at it from here.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: GameId,
    pub(crate) opening: Opening,
    players: Mutex<Players>,
    /// Whoever changes the game holds it until the change is durable and told.
    pub(crate) host: tokio::sync::Mutex<Host>,
    audience: Mutex<Audience>,
    /// Whether somebody is about to read the log because of a hint.
    hinted: AtomicBool,
    /// When a hint led to nothing last.
    misled: Mutex<Option<Instant>>,
}

#[derive(Debug, Default)]
struct Audience {
    members: Vec<Member>,
    /// When the timer looks at this game next; the far future if never.
    timer: Option<i64>,
    /// When something happened here last.
    touched: i64,
    /// When the log was last looked at for what the bus may have lost.
    checked: i64,
}

#[derive(Debug)]
struct Member {
    line: Line,
    side: Option<Side>,
}

impl Room {
    pub(crate) fn new(host: Host, players: Players, now: i64) -> Self {
        let audience = Audience { touched: now, checked: now, ..Audience::default() };
        Self {
            id: host.id(),
            opening: host.opening().clone(),
            players: Mutex::new(players),
            host: tokio::sync::Mutex::new(host),
            audience: Mutex::new(audience),
            hinted: AtomicBool::new(false),
            misled: Mutex::new(None),
        }
    }

    /// Who plays, as they are called now.
    pub(crate) fn players(&self) -> Players {
        self.players.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Players are called something else now. Says whether that is news.
    pub(crate) fn rename(&self, players: Players) -> bool {
        let mut known = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let news = *known != players;
        *known = players;
        news
    }

    /// There is a hint that the log has grown. Says whether somebody has to look: not if somebody
    /// is about to.
    pub(crate) fn hint(&self) -> bool {
        !self.hinted.swap(true, Ordering::SeqCst)
    }

    /// Waits as long as a hint is not to be believed, and begins to look.
    pub(crate) async fn look(&self) {
        let misled = *self.misled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(misled) = misled {
            tokio::time::sleep_until(misled + DOUBT).await;
        }
        self.hinted.store(false, Ordering::SeqCst);
    }

    /// A hint led to something, or to nothing.
    pub(crate) fn looked(&self, found: bool) {
        let misled = if found { None } else { Some(Instant::now()) };
        *self.misled.lock().unwrap_or_else(PoisonError::into_inner) = misled;
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody looks on. Says whether the player of that side was not there before.
    pub(crate) fn join(&self, line: &Line, side: Option<Side>) -> bool {
        let mut audience = self.audience();
        if audience.members.iter().any(|member| member.line.number() == line.number()) {
            return false;
        }
        let new = side.is_some() && !audience.members.iter().any(|member| member.side == side);
        audience.members.push(Member { line: line.clone(), side });
        drop(audience);
        if side.is_none() {
            self.tell_count();
        }
        new
    }

    /// Somebody is gone. Says which player's last connection it was.
    pub(crate) fn leave(&self, line: &Line) -> Option<Side> {
        let mut audience = self.audience();
        let place = audience.members.iter().position(|m| m.line.number() == line.number())?;
        let side = audience.members.swap_remove(place).side;
        let last = side.filter(|_| !audience.members.iter().any(|member| member.side == side));
        drop(audience);
        if side.is_none() {
            self.tell_count();
        }
        last
    }

    /// Whether a player has a connection here.
    pub(crate) fn has(&self, side: Side) -> bool {
        self.audience().members.iter().any(|member| member.side == Some(side))
    }

    /// Whether nobody looks.
    pub(crate) fn is_empty(&self) -> bool {
        self.audience().members.is_empty()
    }

    /// How many look on who do not play.
    pub(crate) fn watchers(&self) -> u32 {
        self.audience().members.iter().filter(|member| member.side.is_none()).count() as u32
    }

    fn tell_count(&self) {
        let count = self.watchers();
        // In a crowd not every head is news.
        if count <= 20 || count.is_multiple_of(10) {
            self.tell(&text(&FromServer::Watchers { game: self.id, count }));
        }
    }

    /// Tells everybody who looks.
    pub(crate) fn tell(&self, text: &Utf8Bytes) {
        for member in &self.audience().members {
            member.line.send(text.clone());
        }
    }

    /// Tells everybody of an entry, whose text is given as it stands in the log.
    pub(crate) fn tell_entry(&self, body: &str, now: i64) {
        let text =
            Utf8Bytes::from(format!(r#"{{"entry":{{"game":"{}","entry":{body}}}}}"#, self.id));
        let mut audience = self.audience();
        audience.touched = now;
        audience.checked = now;
        for member in &audience.members {
            member.line.send(text.clone());
        }
    }

    /// Whether the timer has to be told of a deadline: not if it looks earlier anyway.
    pub(crate) fn sets_timer(&self, deadline: i64) -> bool {
        let mut audience = self.audience();
        let sooner = audience.timer.is_none_or(|at| deadline < at);
        if sooner {
            audience.timer = Some(deadline);
        }
        sooner
    }

    /// The timer has looked.
    pub(crate) fn timer_rang(&self) {
        self.audience().timer = None;
    }

    /// Since when nothing has happened here.
    pub(crate) fn touched(&self) -> i64 {
        self.audience().touched
    }

    /// Whether it is time to look into the log whether something was missed: the longer it
    /// has been quiet, the more seldom.
    pub(crate) fn wants_check(&self, now: i64) -> bool {
        let mut audience = self.audience();
        let quiet = now - audience.touched;
        let due = now - audience.checked >= (quiet / 2).clamp(5_000, 60_000);
        if due {
            audience.checked = now;
        }
        due
    }
}

/// A message as it goes over the wire.
pub(crate) fn text(message: &FromServer) -> Utf8Bytes {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(why) => unreachable!("messages can be written: {why}"),
    }
}

/// An entry as it stands in the log.
pub(crate) fn body(entry: &Entry) -> String {
    match serde_json::to_string(entry) {
        Ok(body) => body,
        Err(why) => unreachable!("entries can be written: {why}"),
    }
}
