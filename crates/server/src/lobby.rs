//! Open offers to play, and who is paired with whom.

use std::sync::Arc;

use bosworth_protocol::{AccountKind, Challenge, FromServer, Seek, SeekAnswer, Terms};
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_table::{AccountId, Clock, GameId, Seated};
use tokio::sync::Notify;

use crate::bus::{Bus, Letter, Notice};
use crate::clock::now;
use crate::crowd::Crowd;
use crate::random;
use crate::room::text;
use crate::store::{self, Account, Pair, Store};
use crate::tables::{NewTable, TableError, Tables};

/// Offers that one account may have open at a time.
const MOST: i64 = 10;
/// Games against the computer that one account may have open at a time, and a guest.
const MOST_COMPUTER: i64 = 20;
const MOST_COMPUTER_OF_GUEST: i64 = 5;
/// How often it is written down that the owner of an offer is connected, in milliseconds.
const VOUCH: i64 = 15_000;
/// Accounts are told apart so finely when they begin games against the computer.
const COUNTERS: usize = 64;

/// Where people find each other.
#[derive(Clone)]
pub struct Lobby {
    node: u64,
    store: Store,
    bus: Bus,
    crowd: Crowd,
    tables: Tables,
    changed: Arc<Notify>,
    /// Whoever counts an account's games against the computer and adds one holds its counter.
    counters: Arc<[tokio::sync::Mutex<()>; COUNTERS]>,
}

/// Why an offer cannot be made or taken.
#[derive(Debug)]
pub enum LobbyError {
    /// The rules are unknown, in words.
    Ruleset(String),
    /// Guests, games without a clock and games against the computer are casual.
    NotRated,
    /// Too many offers are open.
    TooMany,
    /// Too many games against the computer are open.
    TooManyGames,
    /// It is one's own.
    Own,
    /// Somebody was faster, or it was withdrawn.
    Gone,
    /// One's rating is not what was asked for.
    OutOfRange,
    /// There are eight levels.
    Level,
    /// Something failed.
    Table(TableError),
}

impl std::fmt::Display for LobbyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ruleset(why) => why,
            Self::NotRated => {
                "such a game cannot be rated: guests, games without a clock and games against the \
                 computer are casual"
            }
            Self::TooMany => "too many offers are open; withdraw one first",
            Self::TooManyGames => {
                "too many of your games against the computer go on; finish or resign one first"
            }
            Self::Own => "that is your own offer; send its link to somebody else",
            Self::Gone => "somebody was faster, or the offer was withdrawn",
            Self::OutOfRange => "your rating is not what was asked for",
            Self::Level => "the computer has levels 1 to 8",
            Self::Table(why) => return why.fmt(f),
        })
    }
}

impl std::error::Error for LobbyError {}

impl<E: Into<TableError>> From<E> for LobbyError {
    fn from(why: E) -> Self {
        Self::Table(why.into())
    }
}

impl Lobby {
    /// An empty lobby.
    pub fn new(node: u64, store: Store, bus: Bus, crowd: Crowd, tables: Tables) -> Self {
        let counters = Arc::new(std::array::from_fn(|_| tokio::sync::Mutex::default()));
        Self { node, store, bus, crowd, tables, changed: Arc::default(), counters }
    }

    fn check(terms: &Terms, account: &Account) -> Result<Ruleset, LobbyError> {
        let ruleset: Ruleset =
            terms.ruleset.parse().map_err(|why: bosworth_rules::ParseRulesetError| {
                LobbyError::Ruleset(why.to_string())
            })?;
        if terms.rated && (account.kind == AccountKind::Guest || terms.clock == Clock::Untimed) {
            return Err(LobbyError::NotRated);
        }
        Ok(ruleset)
    }

    /// Makes an offer, or begins the game if somebody had offered the same.
    pub async fn offer(
        &self,
        account: &Account,
        challenge: Challenge,
    ) -> Result<SeekAnswer, LobbyError> {
        let ruleset = Self::check(&challenge.terms, account)?;
        // Looked at before a pairing, too; what counts is that the database counts.
        if self.store.seeks_of(account.id).await?.len() as i64 >= MOST {
            return Err(LobbyError::TooMany);
        }
        let time = now();
        let terms = challenge.terms;
        let seek = store::Seek {
            id: random::name(),
            account: account.id,
            ruleset: ruleset.to_string(),
            clock: terms.clock.to_string(),
            rated: terms.rated,
            side: terms.side,
            public: challenge.public,
            rating_min: challenge.rating_min,
            rating_max: challenge.rating_max,
            created: time,
            seen: time,
            // An offer by link or of a long game waits for its owner.
            lasting: !challenge.public || !terms.clock.is_live(),
        };
        if seek.public
            && let Some(game) = self.pair(&seek).await?
        {
            return Ok(SeekAnswer::Game(game));
        }
        if !self.store.put_seek(&seek, MOST).await? {
            return Err(LobbyError::TooMany);
        }
        // Somebody may have made the same offer at the same moment, and looked before this one
        // was there.
        if seek.public
            && let Some(game) = self.pair_standing(&seek).await?
        {
            return Ok(SeekAnswer::Game(game));
        }
        self.announce();
        Ok(SeekAnswer::Seek(Box::new(self.view(seek).await?)))
    }

    /// Looks for an offer that fits a new one, the oldest first, and begins that game.
    async fn pair(&self, seek: &store::Seek) -> Result<Option<GameId>, LobbyError> {
        for other in self.fitting(seek).await? {
            if let Some(taken) = self.store.take_seek(&other.id).await? {
                let side = seek.side.or(taken.side.map(|side| !side));
                return self.begin(&taken, seek.account, side).await.map(Some);
            }
        }
        Ok(None)
    }

    /// The same for an offer that stands already: both are taken or neither, so that of two who
    /// look at the same time one begins the game.
    async fn pair_standing(&self, seek: &store::Seek) -> Result<Option<GameId>, LobbyError> {
        for other in self.fitting(seek).await? {
            match self.store.take_pair(&seek.id, &other.id).await? {
                Pair::Taken => {
                    let side = seek.side.or(other.side.map(|side| !side));
                    return self.begin(&other, seek.account, side).await.map(Some);
                }
                Pair::OtherGone => {}
                // Somebody has taken it: they begin the game.
                Pair::Gone => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The offers of others that fit one, the oldest first.
    async fn fitting(&self, seek: &store::Seek) -> Result<Vec<store::Seek>, LobbyError> {
        let rating = self.rating(seek.account, &seek.clock).await?;
        let mut fitting = Vec::new();
        for other in self.store.seeks(now()).await? {
            let alike = other.account != seek.account
                && other.ruleset == seek.ruleset
                && other.clock == seek.clock
                && other.rated == seek.rated
                && (other.side.is_none() || other.side != seek.side)
                && in_range(&other, rating)
                && in_range(seek, self.rating(other.account, &other.clock).await?);
            if alike {
                fitting.push(other);
            }
        }
        Ok(fitting)
    }

    async fn rating(&self, account: AccountId, clock: &str) -> Result<i64, LobbyError> {
        let speed = clock.parse::<Clock>().map_or(0, |clock| clock.speed() as i64);
        let rating = self.store.rating(Seated::Account(account), speed).await?;
        Ok(rating.rating.round() as i64)
    }

    /// Begins the game of an offer that was taken; `side` is what the other one plays.
    async fn begin(
        &self,
        seek: &store::Seek,
        other: AccountId,
        side: Option<Side>,
    ) -> Result<GameId, LobbyError> {
        let side = side.unwrap_or(if random::coin() { Side::Red } else { Side::White });
        let mut seats =
            BySide { red: Seated::Account(seek.account), white: Seated::Account(seek.account) };
        seats[side] = Seated::Account(other);
        let new = NewTable {
            seats,
            ruleset: seek.ruleset.parse().unwrap_or(Ruleset::CLASSIC),
            clock: seek.clock.parse().unwrap_or(Clock::Untimed),
            rated: seek.rated,
            after: None,
        };
        let game = self.tables.create(&new).await?;
        self.announce();
        Ok(game)
    }

    /// Takes an offer.
    pub async fn accept(&self, account: &Account, id: &str) -> Result<GameId, LobbyError> {
        let seek = self.store.seek(id).await?.ok_or(LobbyError::Gone)?;
        if seek.account == account.id {
            return Err(LobbyError::Own);
        }
        if seek.rated && account.kind == AccountKind::Guest {
            return Err(LobbyError::NotRated);
        }
        if !in_range(&seek, self.rating(account.id, &seek.clock).await?) {
            return Err(LobbyError::OutOfRange);
        }
        let taken = self.store.take_seek(id).await?.ok_or(LobbyError::Gone)?;
        let side = taken.side.map(|side| !side);
        self.begin(&taken, account.id, side).await
    }

    /// Withdraws an own offer. Says whether there was one.
    pub async fn withdraw(&self, account: AccountId, id: &str) -> Result<bool, LobbyError> {
        let dropped = self.store.drop_seek(id, account).await?;
        self.announce();
        Ok(dropped)
    }

    /// Begins a game against the computer.
    pub async fn computer(
        &self,
        account: &Account,
        level: u8,
        terms: &Terms,
    ) -> Result<GameId, LobbyError> {
        let ruleset = Self::check(terms, account)?;
        if terms.rated {
            return Err(LobbyError::NotRated);
        }
        if !(1..=8).contains(&level) {
            return Err(LobbyError::Level);
        }
        let counter = &self.counters[account.id.0 as usize % COUNTERS];
        let _counting = counter.lock().await;
        let most = match account.kind {
            AccountKind::Guest => MOST_COMPUTER_OF_GUEST,
            AccountKind::Person | AccountKind::Bot => MOST_COMPUTER,
        };
        if self.store.computer_games_of(account.id).await? >= most {
            return Err(LobbyError::TooManyGames);
        }
        let side = terms.side.unwrap_or(if random::coin() { Side::Red } else { Side::White });
        let mut seats = BySide { red: Seated::Computer(level), white: Seated::Computer(level) };
        seats[side] = Seated::Account(account.id);
        let new = NewTable { seats, ruleset, clock: terms.clock, rated: false, after: None };
        Ok(self.tables.create(&new).await?)
    }

    /// One offer.
    pub async fn seek(&self, id: &str) -> Result<Seek, LobbyError> {
        let seek = self.store.seek(id).await?.ok_or(LobbyError::Gone)?;
        self.view(seek).await
    }

    /// All offers that everybody may see.
    pub async fn seeks(&self) -> Result<Vec<Seek>, LobbyError> {
        let mut seeks = Vec::new();
        for seek in self.store.seeks(now()).await? {
            seeks.push(self.view(seek).await?);
        }
        Ok(seeks)
    }

    async fn view(&self, seek: store::Seek) -> Result<Seek, LobbyError> {
        let clock = seek.clock.parse().unwrap_or(Clock::Untimed);
        let by = self.tables.player(Seated::Account(seek.account), clock).await?;
        let terms = Terms { ruleset: seek.ruleset, clock, rated: seek.rated, side: seek.side };
        Ok(Seek {
            id: seek.id,
            by,
            terms,
            public: seek.public,
            rating_min: seek.rating_min,
            rating_max: seek.rating_max,
            created: seek.created,
        })
    }

    /// Tells everybody, here and on other nodes, that offers have changed.
    pub(crate) fn announce(&self) {
        self.changed.notify_one();
        self.bus.publish(Letter { from: self.node, notice: Notice::Seeks });
    }

    /// Another node says so.
    pub(crate) fn hear(&self) {
        self.changed.notify_one();
    }

    /// Tells those who look at the lobby whenever offers change; several changes at once are
    /// told once. Never ends.
    pub(crate) async fn run(&self) {
        let mut told = String::new();
        loop {
            // Offers also vanish by themselves, when their owners do.
            let pause = std::time::Duration::from_secs(5);
            let _ = tokio::time::timeout(pause, self.changed.notified()).await;
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            if !self.crowd.has_lobby() {
                told.clear();
                continue;
            }
            match self.seeks().await {
                Ok(seeks) => {
                    let message = text(&FromServer::Seeks(seeks));
                    if message.as_str() != told {
                        self.crowd.tell_lobby(&message);
                        told = message.to_string();
                    }
                }
                Err(why) => tracing::warn!(%why, "offers cannot be read"),
            }
        }
    }

    /// Keeps the offers of those who are connected here, those of dead nodes among them.
    pub(crate) async fn keep(&self) -> Result<(), LobbyError> {
        let time = now();
        let due = |(id, account, vouched): (String, AccountId, i64)| {
            (vouched < time - VOUCH && self.crowd.has(account)).then_some(id)
        };
        let all = self.store.passing_seeks().await?;
        let ids: Vec<_> = all.into_iter().filter_map(due).collect();
        if !ids.is_empty() {
            self.store.touch_seeks(&ids, self.node as i64, time).await?;
        }
        Ok(())
    }
}

fn in_range(seek: &store::Seek, rating: i64) -> bool {
    seek.rating_min.is_none_or(|least| rating >= least)
        && seek.rating_max.is_none_or(|most| rating <= most)
}
