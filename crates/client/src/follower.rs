use bosworth_protocol::{AccountId, FoldError, FromClient, GameId, LogEntry, Players};
use bosworth_rules::{Position, Side};

use crate::backoff::Backoff;
use crate::{Live, Millis, RandomSource};

/// Back-off between requests for the same entries over one connection.
const INITIAL_BACKOFF: Millis = 10_000;
const MAX_BACKOFF: Millis = 80_000;
/// How long an entry that is known to exist may be in flight before it is requested.
const GRACE: Millis = 2_000;

/// Replicates the log of one game: folds incoming entries, detects gaps, and requests whatever
/// follows the last known entry.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    game: GameId,
    live: Option<Live>,
    /// Whether the table has ever been up to date. A long log arrives in pages; the game is not shown
    /// before the last of them.
    synced: bool,
    /// A lower bound on the length of the server's log.
    exists: u32,
    /// When to request missing entries, initially or again; `None` while up to date.
    ask_at: Option<Millis>,
    backoff: Backoff,
    /// Whether the log is being refetched after it failed to fold.
    refetched: bool,
}

/// A page of a log, as a server sends it.
pub(crate) struct Page {
    pub(crate) players: Players,
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) watchers: u32,
    pub(crate) more: bool,
}

/// An entry that advanced the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Advance {
    pub(crate) entry: LogEntry,
    pub(crate) before: Option<Position>,
}

impl Follower {
    /// Follows a game from the start of its log.
    pub(crate) fn new(game: GameId, now: Millis) -> Self {
        Self {
            game,
            live: None,
            synced: false,
            exists: 1,
            ask_at: Some(now),
            backoff: Backoff::new(INITIAL_BACKOFF, MAX_BACKOFF),
            refetched: false,
        }
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// The table, once it has been up to date for the first time.
    pub(crate) fn live(&self) -> Option<&Live> {
        self.live.as_ref().filter(|_| self.synced)
    }

    /// The side of an account, as soon as the first entry is known.
    pub(crate) fn side(&self, account: Option<AccountId>) -> Option<Side> {
        self.live.as_ref()?.table.setup().side_of(account?)
    }

    /// The number of entries folded so far.
    fn known(&self) -> u32 {
        self.live.as_ref().map_or(0, |live| live.table.length())
    }

    fn is_behind(&self) -> bool {
        self.known() < self.exists
    }

    /// The request for missing entries, if it is due. It is retransmitted with back-off until
    /// answered.
    pub(crate) fn due(&mut self, now: Millis, random: RandomSource<'_>) -> Option<FromClient> {
        if self.ask_at? > now {
            return None;
        }
        self.ask_at = Some(now + self.backoff.wait(random));
        Some(FromClient::Watch { game: self.game, since: self.known() })
    }

    pub(crate) fn wake_at(&self) -> Option<Millis> {
        self.ask_at
    }

    /// Subscribes again over a new connection.
    pub(crate) fn rewind(&mut self, now: Millis) {
        self.backoff.reset();
        self.ask_at = Some(now);
    }

    /// The server has no such game: requests nothing more over this connection.
    pub(crate) fn give_up(&mut self) {
        self.ask_at = None;
    }

    /// The server's log has this entry. If it is missing here, it is probably in flight, so it is
    /// requested only after a grace period.
    pub(crate) fn note(&mut self, seq: u32, now: Millis) {
        self.exists = self.exists.max(seq.saturating_add(1));
        if self.is_behind() && self.ask_at.is_none() {
            self.ask_at = Some(now + GRACE);
        }
    }

    /// Updates the number of spectators.
    pub(crate) fn count(&mut self, watchers: u32) {
        if let Some(live) = &mut self.live {
            live.watchers = watchers;
        }
    }

    /// Folds a pushed entry; returns it if it advanced the table.
    pub(crate) fn entry(
        &mut self,
        entry: LogEntry,
        now: Millis,
    ) -> Result<Option<Advance>, FoldError> {
        let known = self.known();
        self.exists = self.exists.max(entry.seq.saturating_add(1));
        if let Some(live) = self.live.as_mut().filter(|_| entry.seq == known) {
            let before = live.fold(&entry)?;
            if self.ask_at.is_some() && !self.is_behind() && self.synced {
                // The missing entry was only late.
                self.ask_at = None;
            }
            return Ok(self.synced.then_some(Advance { entry, before }));
        }
        // A gap: request it immediately, unless a request is pending.
        if self.is_behind() && self.ask_at.is_none() {
            self.ask_at = Some(now);
        }
        Ok(None)
    }

    /// Folds a page of the log; returns the entries that advanced the table, and whether it is now
    /// up to date.
    pub(crate) fn page(
        &mut self,
        page: Page,
        now: Millis,
    ) -> Result<(Vec<Advance>, bool), FoldError> {
        let Page { players, entries, watchers, more } = page;
        let before = self.known();
        let mut advances = Vec::new();
        if let Some(last) = entries.last() {
            let beyond = last.seq.saturating_add(1).saturating_add(u32::from(more));
            self.exists = self.exists.max(beyond);
        }
        for entry in entries {
            let known = self.known();
            match &mut self.live {
                None if entry.seq == 0 => self.live = Some(Live::open(&entry, players.clone())?),
                Some(live) if entry.seq == known => {
                    let before = live.fold(&entry)?;
                    if self.synced {
                        advances.push(Advance { entry, before });
                    }
                }
                // A duplicate, or beyond a gap.
                None | Some(_) => {}
            }
        }
        let Some(live) = &mut self.live else { return Ok((advances, false)) };
        (live.players, live.watchers) = (players, watchers);
        let progress = self.known() > before;
        if progress {
            self.backoff.reset();
        }
        if !self.is_behind() {
            self.ask_at = None;
            (self.synced, self.refetched) = (true, false);
        } else if progress {
            self.ask_at = Some(now);
        }
        Ok((advances, !self.is_behind()))
    }

    /// Discards the local state and refetches the whole log after an entry failed to fold. Returns
    /// `false`, and gives up, if the refetched log failed as well.
    pub(crate) fn tear(&mut self, now: Millis) -> bool {
        let again = !self.refetched;
        *self = Self { refetched: true, ..Self::new(self.game, now) };
        if !again {
            self.ask_at = None;
        }
        again
    }
}
