use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bosworth_protocol::{FromServer, Players};
use bosworth_rules::Side;
use bosworth_table::{GameId, Host, LogEntry, Opening};
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
    hints: Mutex<RoomHints>,
}

/// What other nodes said about this game.
#[derive(Debug, Default)]
struct RoomHints {
    /// The highest number of an entry that was hinted at. While it is set, a task is about to read
    /// the log.
    seq: Option<u32>,
    /// When a hint last turned out to be false.
    misled: Option<Instant>,
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
            hints: Mutex::default(),
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

    /// Another node hints that the log has an entry of this number. Says whether the caller has to
    /// look: not if a task is already about to.
    pub(crate) fn hint(&self, seq: u32) -> bool {
        let mut hints = self.hints();
        let idle = hints.seq.is_none();
        hints.seq = hints.seq.max(Some(seq));
        idle
    }

    /// Locks the game to follow up the hints so far, and says the highest number among them. After
    /// a false one it waits first, so that lies cost few reads however many there are.
    pub(crate) async fn follow_up(&self) -> (tokio::sync::MutexGuard<'_, Host>, u32) {
        loop {
            let host = self.host.lock().await;
            let doubted = {
                let mut hints = self.hints();
                match hints.misled.map(|misled| misled + DOUBT) {
                    Some(until) if until > Instant::now() => until,
                    _ => return (host, hints.seq.take().unwrap_or_default()),
                }
            };
            drop(host);
            tokio::time::sleep_until(doubted).await;
        }
    }

    /// A hint turned out to be true or false.
    pub(crate) fn judge_hint(&self, found: bool) {
        self.hints().misled = (!found).then(Instant::now);
    }

    fn hints(&self) -> MutexGuard<'_, RoomHints> {
        self.hints.lock().unwrap_or_else(PoisonError::into_inner)
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
pub(crate) fn body(entry: &LogEntry) -> String {
    match serde_json::to_string(entry) {
        Ok(body) => body,
        Err(why) => unreachable!("entries can be written: {why}"),
    }
}
