//! Matchmaking.

use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_table::{AccountId, Clock, GameId, Seated};

use super::{Lobby, LobbyError};
use crate::clock::now;
use crate::random;
use crate::store::{self, Account, Pair};
use crate::tables::NewTable;

impl Lobby {
    /// Begins a game with the oldest offer that matches a new one, if there is any.
    pub(super) async fn pair(&self, seek: &store::Seek) -> Result<Option<GameId>, LobbyError> {
        for other in self.matching(seek).await? {
            if let Some(taken) = self.store.take_seek(&other.id).await? {
                let side = seek.side.or(taken.side.map(|side| !side));
                return self.begin(&taken, seek.account, side).await.map(Some);
            }
        }
        Ok(None)
    }

    /// The same for an offer that is stored already: both are taken or neither, so that of two
    /// concurrent pairings one begins the game.
    pub(super) async fn pair_standing(
        &self,
        seek: &store::Seek,
    ) -> Result<Option<GameId>, LobbyError> {
        for other in self.matching(seek).await? {
            match self.store.take_pair(&seek.id, &other.id).await? {
                Pair::Taken => {
                    let side = seek.side.or(other.side.map(|side| !side));
                    return self.begin(&other, seek.account, side).await.map(Some);
                }
                Pair::OtherGone => {}
                // The other pairing begins the game.
                Pair::Gone => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The matching offers of others, the oldest first.
    async fn matching(&self, seek: &store::Seek) -> Result<Vec<store::Seek>, LobbyError> {
        let rating = self.rating(seek.account, &seek.clock).await?;
        let mut matching = Vec::new();
        for other in self.store.seeks(now()).await? {
            let matches = other.account != seek.account
                && other.ruleset == seek.ruleset
                && other.clock == seek.clock
                && other.rated == seek.rated
                && (other.side.is_none() || other.side != seek.side)
                && in_range(&other, rating)
                && in_range(seek, self.rating(other.account, &other.clock).await?);
            if matches && self.fit(&other, seek.account).await? {
                matching.push(other);
            }
        }
        Ok(matching)
    }

    /// Refuses an offer to somebody who cannot play its owner.
    pub(super) async fn may_meet(
        &self,
        seek: &store::Seek,
        account: &Account,
    ) -> Result<(), LobbyError> {
        if self.store.are_apart(seek.account, account.id).await? {
            return Err(LobbyError::Apart);
        }
        let other = self.store.account(seek.account).await?;
        // One person could move rating from one account to another.
        if seek.rated && other.is_some_and(|other| owner(&other) == owner(account)) {
            return Err(LobbyError::OneOwner);
        }
        Ok(())
    }

    /// The same as a question.
    async fn fit(&self, seek: &store::Seek, account: AccountId) -> Result<bool, LobbyError> {
        let Some(account) = self.store.account(account).await? else { return Ok(false) };
        match self.may_meet(seek, &account).await {
            Ok(()) => Ok(true),
            Err(LobbyError::Apart | LobbyError::OneOwner) => Ok(false),
            Err(why) => Err(why),
        }
    }

    pub(super) async fn rating(&self, account: AccountId, clock: &str) -> Result<i64, LobbyError> {
        let speed = clock.parse::<Clock>().map_or(0, |clock| clock.speed() as i64);
        let rating = self.store.rating(Seated::Account(account), speed).await?;
        Ok(rating.rating.round() as i64)
    }

    /// Begins the game of a taken offer; `side` is the side of the account that took it.
    pub(super) async fn begin(
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
}

/// The person behind an account.
fn owner(account: &Account) -> AccountId {
    account.owner.unwrap_or(account.id)
}

/// Whether a rating is within the range of an offer.
pub(super) fn in_range(seek: &store::Seek, rating: i64) -> bool {
    seek.rating_min.is_none_or(|least| rating >= least)
        && seek.rating_max.is_none_or(|most| rating <= most)
}
