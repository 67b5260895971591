//! Open offers to play.

mod challenge;
mod error;
mod hall;
mod matchmaking;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bosworth_protocol::{
    AccountKind, Challenge, FromServer, HandicapOffer, OfferTerms, Person, Seek, SeekAnswer,
};
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_table::{AccountId, COMPUTER_LEVELS, GameId, Seated, TimeControl};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::bus::{Bus, Envelope, Notice};
use crate::connection_registry::ConnectionRegistry;
use crate::limits::{
    MAX_COMPUTER_GAMES, MAX_COMPUTER_GAMES_OF_GUEST, MAX_OPEN_GAMES, MAX_OPEN_GAMES_OF_BOT,
    MAX_OPEN_OFFERS,
};
use crate::random;
use crate::service_time::now;
use crate::store::{self, Account, Store, StoreError};
use crate::tables::{GoneOffers, NewTable, Tables};

pub use error::LobbyError;
use matchmaking::in_range;

/// How often the presence of an offer's owner is stored, in milliseconds.
const OFFER_PRESENCE_INTERVAL_MS: i64 = 15_000;
/// The number of locks, sharded by account, for starting games against the computer.
const COMPUTER_GAME_LOCKS: usize = 64;
/// Poll interval for offers that have expired.
const EXPIRED_OFFERS_POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Debounce interval of lobby updates.
const LOBBY_UPDATE_DEBOUNCE: Duration = Duration::from_millis(100);

/// The lobby.
#[derive(Clone)]
pub struct Lobby {
    node: u64,
    store: Store,
    bus: Bus,
    connections: ConnectionRegistry,
    tables: Tables,
    changed: Arc<Notify>,
    /// Locked while counting an account's games against the computer and adding one.
    counters: Arc<[tokio::sync::Mutex<()>; COMPUTER_GAME_LOCKS]>,
}

impl Lobby {
    /// Creates an empty lobby.
    pub fn new(
        node: u64,
        store: Store,
        bus: Bus,
        connections: ConnectionRegistry,
        tables: Tables,
    ) -> Self {
        let counters = Arc::new(std::array::from_fn(|_| tokio::sync::Mutex::default()));
        Self { node, store, bus, connections, tables, changed: Arc::default(), counters }
    }

    fn check(terms: &OfferTerms, account: &Account) -> Result<Ruleset, LobbyError> {
        let ruleset: Ruleset =
            terms.ruleset.parse().map_err(|why: bosworth_rules::ParseRulesetError| {
                LobbyError::Ruleset(why.to_string())
            })?;
        if terms.rated
            && (account.kind == AccountKind::Guest || terms.clock == TimeControl::Untimed)
        {
            return Err(LobbyError::NotRated);
        }
        Ok(ruleset)
    }

    /// The handicap of an offer, which is casual and not flexible then.
    fn check_handicap(challenge: &Challenge) -> Result<Option<HandicapOffer>, LobbyError> {
        let Some(text) = &challenge.handicap else { return Ok(None) };
        if challenge.terms.rated {
            return Err(LobbyError::RatedHandicap);
        }
        let read = text.parse::<HandicapOffer>();
        read.map(Some).map_err(|why| LobbyError::Handicap(why.to_string()))
    }

    /// Whether an account has reached its limit of open games.
    pub(crate) async fn is_full(store: &Store, account: &Account) -> Result<bool, StoreError> {
        let limit =
            if account.kind == AccountKind::Bot { MAX_OPEN_GAMES_OF_BOT } else { MAX_OPEN_GAMES };
        Ok(store.open_games_of(account.id).await?.len() >= limit)
    }

    /// Makes an offer, or begins the game if a matching one is open. `to` is the only account that
    /// can accept it.
    pub async fn offer(
        &self,
        account: &Account,
        challenge: Challenge,
        to: Option<&Account>,
    ) -> Result<SeekAnswer, LobbyError> {
        let ruleset = Self::check(&challenge.terms, account)?;
        let handicap = Self::check_handicap(&challenge)?;
        Self::check_recipient(to, account, challenge.terms.rated)?;
        if Self::is_full(&self.store, account).await? {
            return Err(LobbyError::TooManyGames);
        }
        // Checked again by the database, which decides.
        if self.store.seeks_of(account.id).await?.len() as i64 >= MAX_OPEN_OFFERS {
            return Err(LobbyError::TooMany);
        }
        let time = now();
        let terms = challenge.terms;
        let public = challenge.public && to.is_none();
        let seek = store::StoredSeek {
            id: random::name(),
            account: account.id,
            ruleset: ruleset.to_string(),
            clock: terms.clock.to_string(),
            rated: terms.rated,
            side: terms.side,
            public,
            rating_min: challenge.rating_min,
            rating_max: challenge.rating_max,
            created: time,
            seen: time,
            // Offers by link and for correspondence games outlive their owner's connection; a
            // challenge to a live game is worthless without its author.
            lasting: (!public && to.is_none()) || !terms.clock.is_live(),
            flexible: challenge.flexible && public && terms.clock.is_live() && handicap.is_none(),
            recipient: to.map(|to| to.id),
            handicap: handicap.map(|offer| offer.to_string()),
        };
        if let Some(to) = to {
            self.check_can_play(&seek, to).await?;
        }
        if seek.public
            && let Some(game) = self.pair(&seek).await?
        {
            return Ok(SeekAnswer::Game(game));
        }
        if !self.store.put_seek(&seek, MAX_OPEN_OFFERS).await? {
            return Err(LobbyError::TooMany);
        }
        // A concurrent offer may have looked for a match before this one was stored.
        if seek.public
            && let Some(game) = self.pair_standing(&seek).await?
        {
            return Ok(SeekAnswer::Game(game));
        }
        self.announce();
        self.send_challenge_change(&seek);
        Ok(SeekAnswer::Seek(Box::new(self.view(seek).await?)))
    }

    /// Accepts an offer.
    pub async fn accept(&self, account: &Account, id: &str) -> Result<GameId, LobbyError> {
        let seek = self.store.seek(id).await?.ok_or(LobbyError::Gone)?;
        if seek.account == account.id {
            return Err(LobbyError::Own);
        }
        if seek.recipient.is_some_and(|recipient| recipient != account.id) {
            return Err(LobbyError::NotForYou);
        }
        if seek.rated && account.kind == AccountKind::Guest {
            return Err(LobbyError::AccountNeeded);
        }
        if Self::is_full(&self.store, account).await? {
            return Err(LobbyError::TooManyGames);
        }
        self.check_can_play(&seek, account).await?;
        if !in_range(&seek, self.rating(account.id, &seek.clock).await?) {
            return Err(LobbyError::OutOfRange);
        }
        let side = seek.side.map(|side| !side);
        let begun = self.begin(&seek, account.id, side, &[id]).await?;
        let game = begun.map_err(|GoneOffers(_)| LobbyError::Gone)?;
        self.send_challenge_change(&seek);
        Ok(game)
    }

    /// Withdraws an offer of the caller, or declines one to them. Returns whether there was one.
    pub async fn withdraw(&self, account: AccountId, id: &str) -> Result<bool, LobbyError> {
        let seek = self.store.seek(id).await?;
        let dropped = self.store.drop_seek(id, account).await?;
        self.announce();
        if let Some(seek) = seek.filter(|_| dropped) {
            self.send_challenge_change(&seek);
        }
        Ok(dropped)
    }

    /// Begins a game against the computer.
    pub async fn computer(
        &self,
        account: &Account,
        level: u8,
        terms: &OfferTerms,
    ) -> Result<GameId, LobbyError> {
        let ruleset = Self::check(terms, account)?;
        if terms.rated {
            return Err(LobbyError::NotRated);
        }
        if !COMPUTER_LEVELS.contains(&level) {
            return Err(LobbyError::Level);
        }
        let counter = &self.counters[account.id.0 as usize % COMPUTER_GAME_LOCKS];
        let _counting = counter.lock().await;
        let limit = match account.kind {
            AccountKind::Guest => MAX_COMPUTER_GAMES_OF_GUEST,
            AccountKind::Person | AccountKind::Bot => MAX_COMPUTER_GAMES,
        };
        if self.store.computer_games_of(account.id).await? >= limit {
            return Err(LobbyError::TooManyGames);
        }
        let side = terms.side.unwrap_or(if random::coin() { Side::Red } else { Side::White });
        let mut seats = BySide { red: Seated::Computer(level), white: Seated::Computer(level) };
        seats[side] = Seated::Account(account.id);
        let new = NewTable {
            seats,
            ruleset,
            clock: terms.clock,
            rated: false,
            after: None,
            seek: None,
            event: None,
            hands: None,
            sealed: None,
            handicap: None,
        };
        Ok(self.tables.create(&new).await?)
    }

    /// Returns an offer.
    pub async fn seek(&self, id: &str) -> Result<Seek, LobbyError> {
        let seek = self.store.seek(id).await?.ok_or(LobbyError::Gone)?;
        self.view(seek).await
    }

    /// Returns all public offers.
    pub async fn seeks(&self) -> Result<Vec<Seek>, LobbyError> {
        let mut seeks = Vec::new();
        for seek in self.store.seeks(now()).await? {
            seeks.push(self.view(seek).await?);
        }
        Ok(seeks)
    }

    /// Returns the open offers and challenges of an account, oldest first.
    pub async fn seeks_of(&self, account: AccountId) -> Result<Vec<Seek>, LobbyError> {
        let mut seeks = Vec::new();
        for seek in self.store.seeks_of(account).await? {
            seeks.push(self.view(seek).await?);
        }
        Ok(seeks)
    }

    async fn view(&self, seek: store::StoredSeek) -> Result<Seek, LobbyError> {
        let clock = seek.clock.parse().unwrap_or(TimeControl::Untimed);
        let by = self.tables.player(Seated::Account(seek.account), clock).await?;
        let terms = OfferTerms { ruleset: seek.ruleset, clock, rated: seek.rated, side: seek.side };
        let to = match seek.recipient {
            Some(recipient) => self.store.account(recipient).await?,
            None => None,
        };
        Ok(Seek {
            id: seek.id,
            by,
            terms,
            public: seek.public,
            rating_min: seek.rating_min,
            rating_max: seek.rating_max,
            flexible: seek.flexible,
            to: to.as_ref().map(Person::from),
            handicap: seek.handicap,
            created: seek.created,
        })
    }

    /// Notifies this node and all others that offers have changed.
    pub(crate) fn announce(&self) {
        self.changed.notify_one();
        self.publish_change();
    }

    /// Called when somebody enters or leaves the lobby on this node.
    pub(crate) fn visitors_changed(&self) {
        self.changed.notify_one();
    }

    fn publish_change(&self) {
        self.bus.publish(Envelope { from: self.node, notice: Notice::Seeks });
    }

    /// Handles a notice from another node that offers have changed.
    pub(crate) fn offers_changed(&self) {
        self.changed.notify_one();
    }

    /// Notifies the lobby's subscribers of every change, debounced. Never returns.
    pub(crate) async fn run(&self) {
        let (mut seeks, mut hall, mut written) = (None, None, BTreeSet::new());
        loop {
            let _ = timeout(EXPIRED_OFFERS_POLL_INTERVAL, self.changed.notified()).await;
            sleep(LOBBY_UPDATE_DEBOUNCE).await;
            if let Err(why) = self.store_visitors(&mut written).await {
                tracing::warn!(%why, "cannot store who is in the lobby");
            }
            if !self.connections.has_lobby_subscribers() {
                (seeks, hall) = (None, None);
                continue;
            }
            self.send_if_changed(&mut seeks, self.seeks().await, FromServer::Seeks);
            self.send_if_changed(&mut hall, self.hall().await, FromServer::LobbyActivity);
        }
    }

    /// Sends the state to the lobby's subscribers unless it is unchanged.
    fn send_if_changed<T: Clone + PartialEq>(
        &self,
        told: &mut Option<T>,
        read: Result<T, LobbyError>,
        message: impl Fn(T) -> FromServer,
    ) {
        match read {
            Ok(now) if told.as_ref() != Some(&now) => {
                self.connections.send_to_lobby(message(now.clone()));
                *told = Some(now);
            }
            Ok(_) => {}
            Err(why) => tracing::warn!(%why, "cannot read the lobby"),
        }
    }

    /// Keeps the offers of everyone connected here alive, including those made at nodes that have
    /// died.
    pub(crate) async fn refresh_presence(&self) -> Result<(), LobbyError> {
        let time = now();
        let due = |(id, account, vouched): (String, AccountId, i64)| {
            (vouched < time - OFFER_PRESENCE_INTERVAL_MS && self.connections.is_connected(account))
                .then_some(id)
        };
        let all = self.store.passing_seeks().await?;
        let ids: Vec<_> = all.into_iter().filter_map(due).collect();
        if !ids.is_empty() {
            self.store.touch_seeks(&ids, self.node as i64, time).await?;
        }
        Ok(())
    }
}
