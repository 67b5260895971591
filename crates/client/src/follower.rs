use bosworth_protocol::{AccountId, FoldError, FromClient, GameId, LogEntry, Players};
use bosworth_rules::{Position, Side};

use crate::backoff::Backoff;
use crate::{Live, Luck, Millis};

/// Back-off between two questions for the same entries over one connection.
const FIRST_WAIT: Millis = 10_000;
const LONGEST_WAIT: Millis = 80_000;
/// How long an entry of which only the number was heard may be on its way.
const GRACE: Millis = 2_000;

/// Follows one game: folds what is heard, finds gaps, and asks for what is missing, always from
/// what is known.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    game: GameId,
    live: Option<Live>,
    /// Whether the table has been up to date: a long log comes in pages, and nobody wants to
    /// see a game page by page.
    whole: bool,
    /// How many entries the log has at least.
    exists: u32,
    /// When to ask for what is missing, or again; none while nothing is.
    ask_at: Option<Millis>,
    backoff: Backoff,
    /// Whether the log has been read anew because it did not fit what was known.
    anew: bool,
}

/// A page of a log, as a server sends it.
pub(crate) struct Page {
    pub(crate) players: Players,
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) watchers: u32,
    pub(crate) more: bool,
}

/// An entry that a table went on by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Advance {
    pub(crate) entry: LogEntry,
    pub(crate) before: Option<Position>,
}

impl Follower {
    /// Follows a game of which nothing is known.
    pub(crate) fn new(game: GameId, now: Millis) -> Self {
        Self {
            game,
            live: None,
            whole: false,
            exists: 1,
            ask_at: Some(now),
            backoff: Backoff::new(FIRST_WAIT, LONGEST_WAIT),
            anew: false,
        }
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// The table, once it has been up to date.
    pub(crate) fn live(&self) -> Option<&Live> {
        self.live.as_ref().filter(|_| self.whole)
    }

    /// The side of an account, as soon as the opening is known.
    pub(crate) fn side(&self, account: Option<AccountId>) -> Option<Side> {
        self.live.as_ref()?.table.opening().side_of(account?)
    }

    /// How many entries are known.
    fn known(&self) -> u32 {
        self.live.as_ref().map_or(0, |live| live.table.length())
    }

    fn is_behind(&self) -> bool {
        self.known() < self.exists
    }

    /// The question for what is not known, if it is due. Until it is answered it is asked again
    /// now and then.
    pub(crate) fn due(&mut self, now: Millis, luck: Luck<'_>) -> Option<FromClient> {
        if self.ask_at? > now {
            return None;
        }
        self.ask_at = Some(now + self.backoff.wait(luck));
        Some(FromClient::Watch { game: self.game, since: self.known() })
    }

    pub(crate) fn wake_at(&self) -> Option<Millis> {
        self.ask_at
    }

    /// The connection is a new one: nothing was asked over it.
    pub(crate) fn rewind(&mut self, now: Millis) {
        self.backoff.reset();
        self.ask_at = Some(now);
    }

    /// There is no such game, so there is nothing to ask for over this connection.
    pub(crate) fn give_up(&mut self) {
        self.ask_at = None;
    }

    /// The log has this entry. If it is not known it is probably on its way, so it is asked for
    /// only after a while.
    pub(crate) fn note(&mut self, seq: u32, now: Millis) {
        self.exists = self.exists.max(seq.saturating_add(1));
        if self.is_behind() && self.ask_at.is_none() {
            self.ask_at = Some(now + GRACE);
        }
    }

    /// How many look on.
    pub(crate) fn count(&mut self, watchers: u32) {
        if let Some(live) = &mut self.live {
            live.watchers = watchers;
        }
    }

    /// Takes an entry that comes by itself; what the table went on by, if it did.
    pub(crate) fn entry(
        &mut self,
        entry: LogEntry,
        now: Millis,
    ) -> Result<Option<Advance>, FoldError> {
        let known = self.known();
        self.exists = self.exists.max(entry.seq.saturating_add(1));
        if let Some(live) = self.live.as_mut().filter(|_| entry.seq == known) {
            let before = live.fold(&entry)?;
            if self.ask_at.is_some() && !self.is_behind() && self.whole {
                // What was missing came by itself, only late.
                self.ask_at = None;
            }
            return Ok(self.whole.then_some(Advance { entry, before }));
        }
        // Something was missed: it is asked for at once, unless that has been done.
        if self.is_behind() && self.ask_at.is_none() {
            self.ask_at = Some(now);
        }
        Ok(None)
    }

    /// Takes a page; all that the table went on by, and whether it is up to date now.
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
                    if self.whole {
                        advances.push(Advance { entry, before });
                    }
                }
                // Known already, or after a gap.
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
            (self.whole, self.anew) = (true, false);
        } else if progress {
            self.ask_at = Some(now);
        }
        Ok((advances, !self.is_behind()))
    }

    /// The log does not fit what is known of it: all of it is read anew, unless it just was.
    /// Says whether it is.
    pub(crate) fn tear(&mut self, now: Millis) -> bool {
        let again = !self.anew;
        *self = Self { anew: true, ..Self::new(self.game, now) };
        if !again {
            self.ask_at = None;
        }
        again
    }
}
