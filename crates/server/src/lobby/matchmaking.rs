//! Matchmaking.

use bosworth_protocol::HandicapOffer;
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_table::{AccountId, GameId, Seated, TimeControl};

use super::{Lobby, LobbyError};
use crate::random;
use crate::service_time::now;
use crate::store::{self, Account};
use crate::tables::{GoneOffers, NewTable};

impl Lobby {
    /// Begins a game with the best offer that matches a new one, if there is any.
    pub(super) async fn pair(
        &self,
        seek: &store::StoredSeek,
    ) -> Result<Option<GameId>, LobbyError> {
        for other in self.matching(seek).await? {
            let side = seek.side.or(other.side.map(|side| !side));
            if let Ok(game) = self.begin(&other, seek.account, side, &[&other.id]).await? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// Like [`pair`](Self::pair) for an offer that is already stored: both are taken or neither, so
    /// only one of two concurrent pairings begins the game.
    pub(super) async fn pair_standing(
        &self,
        seek: &store::StoredSeek,
    ) -> Result<Option<GameId>, LobbyError> {
        for other in self.matching(seek).await? {
            let side = seek.side.or(other.side.map(|side| !side));
            match self.begin(&other, seek.account, side, &[&seek.id, &other.id]).await? {
                Ok(game) => return Ok(Some(game)),
                // This offer was taken by another pairing, which begins the game.
                Err(GoneOffers(gone)) if gone.contains(&seek.id) => return Ok(None),
                Err(GoneOffers(_)) => {}
            }
        }
        Ok(None)
    }

    /// Returns the matching offers of others, each with the agreed terms: those with identical
    /// terms first, then the oldest.
    async fn matching(
        &self,
        seek: &store::StoredSeek,
    ) -> Result<Vec<store::StoredSeek>, LobbyError> {
        let mut matching = Vec::new();
        for other in self.store.seeks(now()).await? {
            if other.account == seek.account {
                continue;
            }
            let Some(agreed) = agreement(seek, &other) else { continue };
            let matches = in_range(&other, self.rating(seek.account, &agreed.clock).await?)
                && in_range(seek, self.rating(other.account, &agreed.clock).await?);
            if matches && self.can_play(&agreed, seek.account).await? {
                matching.push((other.clock != seek.clock, agreed));
            }
        }
        matching.sort_by_key(|(differs, _)| *differs);
        Ok(matching.into_iter().map(|(_, agreed)| agreed).collect())
    }

    /// Checks that an account can play the owner of an offer.
    pub(super) async fn check_can_play(
        &self,
        seek: &store::StoredSeek,
        account: &Account,
    ) -> Result<(), LobbyError> {
        if self.store.has_block_between(seek.account, account.id).await? {
            return Err(LobbyError::Apart);
        }
        let other = self.store.account(seek.account).await?;
        // One person could otherwise transfer rating points between accounts.
        if seek.rated && other.is_some_and(|other| owner(&other) == owner(account)) {
            return Err(LobbyError::OneOwner);
        }
        Ok(())
    }

    /// Whether an account can play the owner of an offer.
    async fn can_play(
        &self,
        seek: &store::StoredSeek,
        account: AccountId,
    ) -> Result<bool, LobbyError> {
        let Some(account) = self.store.account(account).await? else { return Ok(false) };
        match self.check_can_play(seek, &account).await {
            Ok(()) => Ok(true),
            Err(LobbyError::Apart | LobbyError::OneOwner) => Ok(false),
            Err(why) => Err(why),
        }
    }

    pub(super) async fn rating(&self, account: AccountId, clock: &str) -> Result<i64, LobbyError> {
        let speed = clock.parse::<TimeControl>().map_or(0, |clock| clock.speed() as i64);
        let rating = self.store.rating(Seated::Account(account), speed).await?;
        Ok(rating.rating.round() as i64)
    }

    /// Begins the game of an offer, and takes all `offers` that lead to it; `side` is the side of the
    /// account that accepts.
    pub(super) async fn begin(
        &self,
        seek: &store::StoredSeek,
        other: AccountId,
        side: Option<Side>,
        offers: &[&str],
    ) -> Result<Result<GameId, GoneOffers>, LobbyError> {
        let side = side.unwrap_or(if random::coin() { Side::Red } else { Side::White });
        let mut seats =
            BySide { red: Seated::Account(seek.account), white: Seated::Account(seek.account) };
        seats[side] = Seated::Account(other);
        let offered = seek.handicap.as_ref().and_then(|text| text.parse::<HandicapOffer>().ok());
        let handicap = offered.map(|offer| {
            let [giver, _] = offer.giver_first(!side, side);
            offer.handicap.given_by(giver)
        });
        let new = NewTable {
            seats,
            ruleset: seek.ruleset.parse().unwrap_or(Ruleset::CLASSIC),
            clock: seek.clock.parse().unwrap_or(TimeControl::Untimed),
            rated: seek.rated,
            after: None,
            seek: Some(seek.id.clone()),
            event: None,
            hands: None,
            sealed: None,
            handicap,
        };
        let begun = self.tables.create_from_offers(&new, seek.account, offers).await?;
        if begun.is_ok() {
            self.announce();
        }
        Ok(begun)
    }
}

/// The person behind an account.
fn owner(account: &Account) -> AccountId {
    account.owner.unwrap_or(account.id)
}

/// Whether a rating is within the range of an offer.
pub(super) fn in_range(seek: &store::StoredSeek, rating: i64) -> bool {
    seek.rating_min.is_none_or(|least| rating >= least)
        && seek.rating_max.is_none_or(|most| rating <= most)
}

/// An open offer with the terms on which a new one matches it, if they do: the same edition, sides
/// that fit, both rated or both casual, neither with a handicap. A flexible offer adopts the other's clock; if both are
/// flexible, the open one sets it.
fn agreement(new: &store::StoredSeek, standing: &store::StoredSeek) -> Option<store::StoredSeek> {
    let sides = standing.side.is_none() || standing.side != new.side;
    // Nobody gets a handicap unasked.
    if standing.handicap.is_some() || new.handicap.is_some() {
        return None;
    }
    if standing.ruleset != new.ruleset || standing.rated != new.rated || !sides {
        return None;
    }
    let clock = match (new.flexible, standing.flexible) {
        (false, false) if new.clock != standing.clock => return None,
        (false, false) | (true, true) => &standing.clock,
        (true, false) => live_clock(standing)?,
        (false, true) => live_clock(new)?,
    };
    Some(store::StoredSeek { clock: clock.clone(), ..standing.clone() })
}

/// The clock of a definite offer that a flexible one adopts: only that of a live game.
fn live_clock(definite: &store::StoredSeek) -> Option<&String> {
    let is_live = definite.clock.parse::<TimeControl>().is_ok_and(TimeControl::is_live);
    is_live.then_some(&definite.clock)
}
